// The first line of a CSV file: the columns' names, and what separates cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/read/source.h"
#include "espalier/read_table.h"

namespace espalier {

struct Header {
  std::vector<std::string> names;
  std::string_view body;  // what follows
  char separator = ',';
};

// Cells end at `separator`, unless the header then lacks a column that the options name and has all of them with a
// comma, semicolon, tab or bar.
Header read_header(const Source& source, char separator, const ReadOptions& options);

}  // namespace espalier

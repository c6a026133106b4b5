// The second pass over a CSV file: the columns that are not numbers, and those to be kept as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/threads.h"
#include "data/read/csv_numbers.h"
#include "data/read/labels.h"

namespace espalier {

// Where a column's text goes: to either, both or neither.
struct TextSink {
  std::int32_t* codes = nullptr;  // provisional until `labels` are sorted or matched
  Labels* labels = nullptr;
  std::string* cells = nullptr;

  bool used() const noexcept { return codes != nullptr || cells != nullptr; }
};

// One sink per column; the text has passed read_numbers().
void read_text(const CsvBody& body, const std::vector<TextSink>& sinks, Threads& threads, Reporter& reporter);

}  // namespace espalier

// Reading CSV, TSV and LibSVM.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {

enum class FileFormat : std::uint8_t { automatic, csv, tsv, libsvm };

struct ReadOptions {
  FileFormat format = FileFormat::automatic;  // by suffix: .tsv .tab, .libsvm .svm .svmlight, else CSV
  std::vector<std::string> targets;           // must exist, be complete and finite
  bool split_targets = false;  // whether a target that is not a column is a list of columns with commas between them
  std::string weight;          // must exist, be finite and not negative

  // Columns, or lists of columns with commas between them.
  std::vector<std::string> ignore;
  std::vector<std::string> numeric;      // read as numbers, whatever inference says
  std::vector<std::string> categorical;  // read as categories, whatever inference says
  std::vector<std::string> keep;         // also copied through as text

  // CSV and TSV: how numbers are written. 1.234,5 has the decimal mark ',' and '.' between its thousands.
  char decimal = '.';     // or ','
  char thousands = '\0';  // none, or ',' '.' ' ' '\''; numbers without it are read too

  // If given, only these columns are read, by name, in this order, with these types. Labels that a feature does not
  // know become kMissingCode. A missing column, or a column of another type, is an error.
  std::optional<std::vector<Feature>> schema;
};

// Reads CSV, TSV or LibSVM, gzipped or not, in UTF-8 or UTF-16; "-" is stdin. A column is numeric if at least 99% of
// its cells that are not missing are numbers (the other cells are then errors), otherwise categorical. Missing: empty,
// NA, NaN, null, ?. Where a named column is missing, cells may as well be separated by semicolons, tabs or bars.
Table read_table(const std::string& path, const ReadOptions& options, const Run& run = {});

// The same from memory; `name` stands for the file in messages.
Table parse_table(std::string_view bytes, const std::string& name, const ReadOptions& options, const Run& run = {});

}  // namespace espalier

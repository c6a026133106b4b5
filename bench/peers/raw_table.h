// The raw arrays that data.py writes, as a table with its target.
#pragma once

#include <string>
#include <vector>

#include "espalier/espalier.h"

namespace espalier::bench {

struct RawTable {
  Table table;  // columns x1 … xp
  Target target;
};

// `part` is "train" or "test".
RawTable read_raw(const std::string& folder, const std::string& part);

// The first rows of it, in the same memory.
LabelledView first_rows(const RawTable& raw, std::size_t rows);

// The same numbers row after row, as callers of other libraries keep them, seen through strides.
struct RowMajor {
  std::vector<float> values;
  TableView view;
};
RowMajor to_row_major(const Table& table);

}  // namespace espalier::bench

// Tested by tests/data/read/csv_test.cpp.
#include "data/read/csv_walk.h"

#include <fmt/format.h>

namespace espalier {

Fault explain_record(const char* record, const char* end, char separator, std::size_t columns) {
  std::size_t cells = 0;
  const char* p = record;
  while (true) {
    const Cell cell = scan_cell(p, end, separator);
    if (cell.fault != CellFault::none) return {cell.next, std::string(explain(cell.fault))};
    ++cells;
    p = cell.next;
    if (p == end || *p != separator) break;
    ++p;
  }
  return {record, fmt::format("{} cell{}, the header has {}", cells, cells == 1 ? "" : "s", columns)};
}

}  // namespace espalier

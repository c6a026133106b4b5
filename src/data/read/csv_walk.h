// Walks the records of a chunk cell by cell and checks their shape; the caller decides what is done with a cell.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/assert.h"
#include "data/read/cell.h"
#include "data/read/records.h"

namespace espalier {

// A place where the text is not a table.
struct Fault {
  const char* at = nullptr;
  std::string what;
};

// The fault of a record: a cell of it, or the number of its cells.
Fault explain_record(const char* record, const char* end, char separator, std::size_t columns);

inline const char* skip_line_ends(const char* p, const char* end) noexcept {
  while (p < end && is_line_end(*p)) ++p;
  return p;
}

inline const char* skip_line_end(const char* p, const char* end) noexcept {
  if (end - p > 1 && *p == '\r' && p[1] == '\n') return p + 2;
  return p < end ? p + 1 : p;
}

// Calls read(column, row, p, end) for every cell, which returns where the cell ends, or null if it has a fault. Stops
// at the first fault.
template <class Read>
std::optional<Fault> walk_records(const Chunk& chunk, char separator, std::size_t columns, Read&& read) {
  const char* const end = chunk.end;
  const char* p = chunk.begin;
  for (std::size_t row = chunk.first_row; row < chunk.first_row + chunk.rows; ++row) {
    if (columns > 1) p = skip_line_ends(p, end);
    const char* const record = p;
    for (std::size_t c = 0; c < columns; ++c) {
      if (c > 0) {
        if (p == end || *p != separator) return explain_record(record, end, separator, columns);
        ++p;
      }
      p = read(c, row, p, end);
      if (p == nullptr) return explain_record(record, end, separator, columns);
    }
    if (p < end && !is_line_end(*p)) return explain_record(record, end, separator, columns);
    p = skip_line_end(p, end);
  }
  if (columns > 1) p = skip_line_ends(p, end);
  ESPALIER_ASSERT(p == end);
  return std::nullopt;
}

}  // namespace espalier

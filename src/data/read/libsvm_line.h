// One line of a LibSVM file: `label qid:n index:value index:value … # comment`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "data/read/csv_walk.h"
#include "data/read/records.h"

namespace espalier {

struct LibsvmEntry {
  std::uint64_t index = 0;
  std::string_view value;
};

// The last line that was read; reused from line to line, so that reading allocates nothing.
class LibsvmLine {
 public:
  // The tokens of [begin, end), their form checked but no number parsed. An index must be at most `max_index`.
  std::optional<Fault> read(const char* begin, const char* end, std::uint64_t max_index);

  bool empty() const noexcept { return label.empty(); }  // nothing but blanks or a comment

  std::string_view label;
  std::vector<LibsvmEntry> entries;

 private:
  std::optional<Fault> check_repeats();
  std::vector<LibsvmEntry> sorted_;
};

// Calls visit(row, line) for every line of the chunk that is a row; visit may return a fault too. Stops at the first
// fault. Rows are counted from chunk.first_row.
template <class Visit>
std::optional<Fault> walk_lines(const Chunk& chunk, std::uint64_t max_index, Visit&& visit) {
  LibsvmLine line;
  std::size_t row = chunk.first_row;
  for (const char* p = chunk.begin; p < chunk.end;) {
    const char* end = p;
    while (end < chunk.end && !is_line_end(*end)) ++end;
    if (std::optional<Fault> fault = line.read(p, end, max_index)) return fault;
    if (!line.empty()) {
      if (std::optional<Fault> fault = visit(row++, line)) return fault;
    }
    p = skip_line_ends(end, chunk.end);
  }
  return std::nullopt;
}

}  // namespace espalier

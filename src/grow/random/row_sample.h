// The rows that a tree of a forest is grown on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"

namespace espalier {

enum class Bootstrap : std::uint8_t {
  with,     // as many rows as there are, drawn with replacement
  without,  // a fraction of them, each at most once
  none,     // all of them
};

struct RowSample {
  std::vector<std::uint32_t> rows;    // ascending, each once
  std::vector<std::uint32_t> counts;  // the number of times each was drawn; empty: once
};

// `fraction` is for Bootstrap::without; at least one row is drawn.
RowSample draw_rows(std::span<const std::uint32_t> rows, Bootstrap bootstrap, double fraction, Random random);

}  // namespace espalier

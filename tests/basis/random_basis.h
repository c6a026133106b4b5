// Bases with random ids for the tests of kernels, and the plain sums that kernels are compared with.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "basis/ids/basis.h"

namespace espalier::test {

// Skewed as terminals are: low ids hold most rows. Every tree's last terminal is reached by its first row.
inline Basis random_basis(std::size_t rows, const std::vector<std::uint32_t>& terminals, Random& random) {
  Basis basis(rows, terminals);
  for (std::size_t t = 0; t < terminals.size(); ++t)
    basis.write(t, [&](auto ids) {
      for (auto& id : ids) id = static_cast<std::decay_t<decltype(id)>>(random.below(1 + random.below(terminals[t])));
      if (!ids.empty()) ids[0] = static_cast<std::decay_t<decltype(ids[0])>>(terminals[t] - 1);
    });
  return basis;
}

inline std::vector<float> random_floats(std::size_t count, Random& random) {
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random.normal());
  return values;
}

// Every number of terminals at which a kernel changes, one below it, and trees whose ids take two and four bytes.
inline std::vector<std::uint32_t> telling_terminals() {
  return {2, 1,  3,  4,  5,  8,  7,  9,  12, 16,  15,  17,  31,  32,    33, 2, 2,
          8, 64, 63, 65, 20, 64, 40, 17, 4,  255, 256, 257, 300, 70000, 16, 6, 2};
}

}  // namespace espalier::test

// A Basis with random ids.
#pragma once

#include <vector>

#include "base/random.h"
#include "basis/ids/basis.h"

namespace espalier {

// Skewed as the leaves of grown trees are: the product of two uniform numbers.
inline Basis random_basis(std::size_t rows, std::size_t trees, std::uint32_t leaves) {
  Basis basis(rows, std::vector<std::uint32_t>(trees, leaves));
  Random random(leaves, "bench");
  for (std::size_t t = 0; t < trees; ++t)
    basis.write(t, [&](auto ids) {
      for (auto& id : ids) {
        const std::uint64_t bits = random.bits();
        id = static_cast<std::decay_t<decltype(id)>>(((bits & 0xffff) * (bits >> 16 & 0xffff) * leaves) >> 32);
      }
    });
  return basis;
}

}  // namespace espalier

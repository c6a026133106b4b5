// Scores from float weights of trees whose weights fit into vector registers: looked up there instead of in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "espalier/pool.h"

namespace espalier {

inline constexpr std::size_t kMostRegisterTerminals = 128;

struct RegisterTrees {
  static constexpr std::size_t kTrees = 16;

  struct Tree {
    const std::uint8_t* ids;  // of the first row
    std::uint32_t terminals;
    std::array<float, kMostRegisterTerminals> weights;  // anything after those of the terminals
  };
  std::array<Tree, kTrees> trees;
  std::size_t count = 0;
};

// The number of terminals up to which this is the fastest way on this machine; at most kMostRegisterTerminals, and
// perhaps 0.
std::size_t most_register_terminals();

// scores[i] += the weights of row i in all trees, one tree after the other. `rows` is a multiple of Basis::kTile.
void add_register_scores(const RegisterTrees& trees, std::size_t rows, float* scores);

}  // namespace espalier

// The two kernels of the batch engine: programs to terminals, and terminals to sums of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "predict/batch/program.h"

namespace espalier {

// ids[row] = the terminal of every row of the block, computed for `rows` rounded up to whole vectors; `block` has the
// form that Slots::fill gives it.
void run_program(std::span<const Instruction> program, const std::int8_t* block, std::size_t rows, std::uint8_t* ids);

// A few trees that add to the same sums, at most kGroupTrees.
inline constexpr std::size_t kGroupTrees = 8;
struct ValueGroup {
  const std::uint8_t* ids = nullptr;  // tree t's at t · kBlockRows
  const float* values = nullptr;      // tree t's at t · kMostProgramTerminals
  std::size_t trees = 0;
  std::size_t terminals = 0;  // of the largest tree
};

// sums[row] += the value of the row's terminal in every tree of the group, one tree after the other.
void add_values(const ValueGroup& group, std::size_t rows, double* sums);

}  // namespace espalier

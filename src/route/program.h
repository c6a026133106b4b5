// A small tree as a program over slots. It computes the terminals of a whole block of rows by comparing and blending,
// bottom up, every split for every row: no row waits for a load that depends on its last comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "route/slots.h"

namespace espalier {

enum class Step : std::uint8_t {
  start,       // push what there is; terminals `left` and `right` by the test
  left_leaf,   // the left child is the terminal `left`
  right_leaf,  // the right child is the terminal `right`
  join_left,   // pop the left child, the right one is what there is
  join_right,  // pop the right child, the left one is what there is
};

struct Instruction {
  SlotTest test;
  Step step = Step::start;
  std::uint8_t left = 0;
  std::uint8_t right = 0;
};

// Trees of up to this many terminals pay as programs.
inline constexpr std::size_t kMostProgramTerminals = 64;
// How many vectors of terminals are pushed at once, at most: of two subtrees the one that needs more is done first, and
// only where both need the same one more is needed, so that a depth of n takes at least 2^n terminals.
inline constexpr std::size_t kMostPushed = 6;

// Appends the tree's program; nothing is appended and the answer is false if the slots do not suffice.
bool compile(const Forest& forest, const TreeSpan& tree, Slots& slots, std::vector<Instruction>& program);

}  // namespace espalier

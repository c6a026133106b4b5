// The terminal of one row in a small tree without a walk: all its splits are tested at once. A split at which the row
// goes right rules out the terminals on its left; as terminals are numbered from left to right, the row's terminal is
// the first that is left. (Lucchese et al., QuickScorer, 2015, who rule out tree by tree what is done here by vectors
// of splits and of terminals.) The row's columns, at most 64, stay in registers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/forest.h"
#include "predict/walk/walk_columns.h"

namespace espalier {

inline constexpr std::size_t kMostMatchColumns = 64;

// Bit s of the answers says whether the row goes right at split s, and is 0 beyond the tree's own splits: column 0 is
// NaN.
template <class Bits>
struct MatchTree {
  static constexpr std::size_t kTerminals = 8 * sizeof(Bits);
  alignas(64) float thresholds[kTerminals];
  alignas(64) Bits left[kTerminals];  // the splits at which the way to the terminal goes left
  alignas(16) std::uint8_t columns[kTerminals];
};

using SmallMatchTree = MatchTree<std::uint32_t>;
using LargeMatchTree = MatchTree<std::uint64_t>;

// Numeric splits only, and no more terminals than fit into a MatchTree.
template <class Bits>
MatchTree<Bits> make_match_tree(const Forest& forest, const TreeSpan& tree, const WalkColumns& columns);

// Whether this machine has the vectors that make it faster than walking.
bool matching_pays();

// terminals[t] = the row's terminal in every tree. `row` has kMostMatchColumns entries, `columns` of which are used.
void match(std::span<const SmallMatchTree> trees, const float* row, std::size_t columns, std::uint32_t* terminals);
void match(std::span<const LargeMatchTree> trees, const float* row, std::size_t columns, std::uint32_t* terminals);

}  // namespace espalier

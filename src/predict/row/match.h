// The terminal of one row in a small tree without a walk: all its splits are tested at once. A split at which the row
// goes right rules out the terminals on its left; as terminals are numbered from left to right, the row's terminal is
// the first that is left. (Lucchese et al., QuickScorer, 2015, who rule out tree by tree what is done here by vectors
// of splits and of terminals.) The row's ranks, at most 64, stay in registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "espalier/forest.h"
#include "predict/row/rank_columns.h"

namespace espalier {

// Bit s of the answers says whether the row goes right at split s, and is 0 beyond the tree's own splits: rank 0 is
// above nothing.
template <std::size_t words>
struct MatchTree {
  static constexpr std::size_t kTerminals = 32 * words;
  alignas(64) std::uint32_t left[words][kTerminals];  // the splits at which the way to the terminal goes left
  alignas(32) std::int8_t most[kTerminals];           // of each split's test
  std::uint8_t columns[kTerminals];
};

using SmallMatchTree = MatchTree<1>;
using LargeMatchTree = MatchTree<2>;

// The tree is one of the columns' own, with no more terminals than fit into a MatchTree.
template <std::size_t words>
MatchTree<words> make_match_tree(const Forest& forest, const TreeSpan& tree, const RankThresholds& thresholds);

// Larger trees are walked faster by the vectors of this machine.
std::size_t most_match_terminals();

// terminals[t] = the row's terminal in every tree. `ranks` has RankThresholds::kMost entries, `count` of which are
// used.
void match(std::span<const SmallMatchTree> trees, const std::int8_t* ranks, std::size_t count,
           std::uint32_t* terminals);
void match(std::span<const LargeMatchTree> trees, const std::int8_t* ranks, std::size_t count,
           std::uint32_t* terminals);

}  // namespace espalier

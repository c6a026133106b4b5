// Sums of quantised gradients by terminal, for trees with few terminals, without additions in memory.
#pragma once

#include <span>

#include "basis/sums/block_gradients.h"

namespace espalier {

inline constexpr std::size_t kSubsetRoom = 16;

// The number of terminals up to which this is the fastest way on this machine; at most kSubsetRoom.
std::size_t most_subset_terminals();

// sums[id] = Σ gradients of the rows with that id, for a tree of 2 to most_subset_terminals() terminals.
void sum_by_subsets(const BlockGradients& rows, const TreeIds& tree, std::span<std::int32_t, kSubsetRoom> sums);

}  // namespace espalier

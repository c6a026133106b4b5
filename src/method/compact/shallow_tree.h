// Trees with more leaves than can be pruned one by one: nodes that few rows reach are cut off first.
#pragma once

#include <cstdint>
#include <vector>

#include "espalier/pool.h"

namespace espalier {

// A tree with at most `most` terminals; `ids` has the terminal of each row, counted from left to right, before and
// after. Subtrees that fewer than 2, 4, 8, … rows reach become leaves, whose weight is the mean over those rows.
Tree shallow_tree(const Tree& tree, std::size_t most, std::vector<std::uint32_t>& ids);

}  // namespace espalier

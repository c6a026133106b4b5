// Decides which splits of a fully grown tree stay: the validation-based controls of 14.7 and minimal cost-complexity
// pruning (Breiman et al. 1984). A tree's growth does not depend on the validation rows, so halting a leaf early and
// cutting the full tree at the same place give the same tree; each control is a pass over the nodes' errors. Each
// returns one byte per node: 1 if it stays a split.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/cart/cart.h"

namespace espalier {

using Keep = std::vector<std::uint8_t>;

Keep keep_all(const CartTree& tree);

// The tree in which the splits that do not stay become leaves. Nodes below them remain, unreachable.
CartTree cut(CartTree tree, std::span<const std::uint8_t> keep);

// The cost of each node as a leaf on the rows that reach it: squared error or wrong classes, weighted, summed.
std::vector<double> node_errors(const CartTree& tree, const TableView& table, const Target& target);

// The depth with the least error; the shallowest on ties.
Keep keep_to_best_depth(const CartTree& tree, std::span<const double> errors);

// Leaves are halted where splitting would not lower the error (14.7.1).
Keep keep_while_improving(const CartTree& tree, std::span<const double> errors);

// The subtree with the least error, the smallest on ties (14.7.2).
Keep keep_least_error(const CartTree& tree, std::span<const double> errors);

// ---- cost-complexity -----------------------------------------------------------------------------------------------

// A split becomes a leaf once the price of a leaf, in mean criterion per training row, reaches alpha.
struct WeakestLink {
  double alpha = 0;
  std::int32_t node = 0;
  std::size_t splits = 0;  // splits of the tree once it is gone
};

// Every collapse from the full tree to the root, alphas ascending. O(depth) per collapse.
std::vector<WeakestLink> weakest_links(const CartTree& tree);

// The tree after the first `count` collapses.
Keep keep_after(const CartTree& tree, std::span<const WeakestLink> links, std::size_t count);

// The number of links that go at this alpha: those with link.alpha <= alpha.
std::size_t links_up_to(std::span<const WeakestLink> links, double alpha);

struct AlphaSearch {
  std::span<const WeakestLink> links;  // of the tree grown on all rows
  int folds = 5;
};

// The alpha with the least cross-validated error; the largest on ties.
double choose_alpha(const TableView& table, const Target& target, const CartOptions& options, const AlphaSearch& search,
                    const Run& run);

}  // namespace espalier

// All leaves of all trees fitted together: min Σ_i w_i |y_i - Σ_t v_t(x_i)|² + λ Σ |v - m/B|², where m is the leaf's
// mean and B the number of trees. Towards the mean's share, not towards 0: what the trees agree on is kept where rows
// are few.
#pragma once

#include "grow/combined/combined_tree.h"

namespace espalier {

// By tree, the values of its leaves × width, in their order: what each adds to the prediction.
using LeafValues = std::vector<std::vector<double>>;

// `ridge` is λ, in rows. By sweeps over the trees, each of which has all its
// leaves set to where they are best; O(rows · trees) a sweep.
LeafValues refit_leaves(const CombinedRows& data, std::span<const CombinedTree> trees, double ridge, int sweeps);

// m/B.
LeafValues mean_leaves(std::span<const CombinedTree> trees);

}  // namespace espalier

// All leaves of all trees fitted together: min Σ_i w_i |y_i - Σ_t v_t(x_i)|² + λ Σ |v - m/B|², where m is the leaf's
// mean and B the number of trees. The pull is towards the mean's share and not towards 0, so that where rows are few,
// the consensus of the trees is kept.
#pragma once

#include "base/threads.h"
#include "grow/combined/combined_tree.h"

namespace espalier {

// By tree, the values of its leaves × width, in their order: what each leaf adds to the prediction.
using CombinedValues = std::vector<std::vector<double>>;

// `ridge` is λ, in rows. Sweeps over the trees set all leaves of one tree to their optimum at a time; O(rows · trees)
// per sweep. The leaves of a tree, which have no row in common, are set in parallel, as are the columns of the targets,
// four at a time, which do not depend on each other.
CombinedValues refit_leaves(const CombinedRows& data, std::span<const CombinedTree> trees, double ridge, int sweeps,
                            Threads& threads);

// m/B.
CombinedValues mean_leaves(std::span<const CombinedTree> trees);

}  // namespace espalier

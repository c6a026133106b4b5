// A group of rules on a batch: its contribution to the scores, and the gradients of its numbers. The gradient of a row
// goes to the plane that was the least, the first on ties, and to none if the rule is 0.
#pragma once

#include "neural/net_rows.h"
#include "predict/neural/rule_kernels.h"

namespace espalier {

// Adds Σ_r value_rk · r(x) of the rules in `alive` to scores, rows × outputs.
void add_scores(const RuleGroup& group, const RuleActivity& activity, std::uint32_t alive, std::size_t rows,
                float* scores);

// Adds to `gradients`, which has the group's shape; `of_scores` has rows × outputs.
void add_gradients(const RuleGroup& group, const RuleActivity& activity, std::uint32_t alive, const NetBatch& batch,
                   const float* of_scores, RuleGroup& gradients);

}  // namespace espalier

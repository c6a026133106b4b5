// Ensembles that are cut to a budget by leaving out their last trees.
#pragma once

#include <cstddef>
#include <functional>

#include "espalier/budget.h"
#include "espalier/model.h"

namespace espalier {

// The largest number of trees, out of the first `most`, that is within the budget; 0 stands for the constant.
// model_of(count) is the model of the first `count` trees. Sizes need not grow with the count: the result fits or is 0,
// and is `most` if that fits. Models are tried from the smallest up, so a small budget does not pay for large models.
std::size_t largest_within(std::size_t most, const std::function<Model(std::size_t)>& model_of, const Budget& budget);

}  // namespace espalier

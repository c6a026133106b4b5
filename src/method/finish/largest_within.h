// Ensembles that are cut to a budget by leaving out their last trees.
#pragma once

#include <cstddef>
#include <functional>

#include "espalier/budget.h"
#include "espalier/model.h"

namespace espalier {

// How many of `most` trees, the first ones, the model may have to be within the budget; 0 stands for the constant.
// model_of(count) is the model of that many. Sizes need not grow with the count: what is returned fits, or is 0, and is
// `most` wherever that fits. Models are tried from the smallest up, so a small budget does not pay for large models.
std::size_t largest_within(std::size_t most, const std::function<Model(std::size_t)>& model_of, const Budget& budget);

}  // namespace espalier

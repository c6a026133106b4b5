// The most rounds (or trees) whose model is within a budget, for methods that add one after the other.
#pragma once

#include <functional>

#include "espalier/model.h"

namespace espalier {

// In [0, most]; 0 is the constant model, which is returned whether it fits or not. Whatever else is returned fits.
std::size_t largest_within(std::size_t most, const std::function<Model(std::size_t)>& model_of, const Budget& budget);

}  // namespace espalier

// The recipes of the built-in data sets. A recipe gives the inputs and the target without noise; generate() adds the
// noise, so that --noise changes the target and never the inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/random.h"
#include "espalier/generate.h"

namespace espalier {

// Fills the inputs of one row from its own stream and returns the target: a number, or a class 0 … classes-1.
using DrawRow = std::function<double(Random& random, std::span<float> inputs)>;

struct Recipe {
  Generator generator;
  std::size_t inputs = 0;
  int classes = 0;  // 0: regression
  std::function<DrawRow(std::uint64_t seed)> start;
};

// A recipe that needs only the row's stream.
inline std::function<DrawRow(std::uint64_t)> each_row(double (*draw)(Random&, std::span<float>)) {
  return [draw](std::uint64_t) { return DrawRow(draw); };
}

inline double uniform_between(Random& random, double low, double high) noexcept {
  return low + (high - low) * random.uniform();
}

std::vector<Recipe> regression_recipes();      // friedman1, friedman2, friedman3, hwang5
std::vector<Recipe> plane_recipes();           // xor, rotated-xor
std::vector<Recipe> classification_recipes();  // ringnorm, twonorm, hastie, waveform
Recipe madelon_recipe();

}  // namespace espalier

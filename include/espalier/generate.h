// The built-in data generators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {

struct Generator {
  std::string_view name;
  std::string_view summary;  // one line: what it is, inputs, task
  std::string_view formula;  // how a row is drawn
  std::string_view noise;    // what --noise means here
  double default_noise = 0;  // standard deviation of the Gaussian, or share of flipped labels
  std::string_view optimum;  // the Bayes error or the smallest mean squared error, if known
};

std::span<const Generator> generators();

// Columns x1 … xp and the target "target" (numeric; classes are numbers too). Row i depends on (name, seed, i) alone,
// so more rows extend a table. kDefaultNoise stands for the generator's default; any other negative noise is an error.
inline constexpr double kDefaultNoise = -1;
Table generate(std::string_view name, std::size_t rows, std::uint64_t seed, double noise = kDefaultNoise,
               const Run& run = {});

}  // namespace espalier

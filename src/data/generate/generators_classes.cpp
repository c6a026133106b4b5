// Classification data sets with Gaussian inputs: ringnorm and twonorm (Breiman 1996), the χ² problem of Hastie et al.
// (2009, section 10.2) and the waveforms of Breiman et al. (1984, section 2.6.2). Classes are equally likely.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "data/generate/generators.h"

namespace espalier {
namespace {

constexpr std::string_view kChanged = "share of labels changed to another class";
constexpr std::size_t kNormInputs = 20;
constexpr std::size_t kWaveInputs = 21;

double centre() noexcept { return 2 / std::sqrt(static_cast<double>(kNormInputs)); }

double draw_ringnorm(Random& random, std::span<float> x) {
  const std::uint64_t label = random.below(2);
  for (float& input : x) {
    const double z = random.normal();
    input = static_cast<float>(label == 0 ? 2 * z : centre() + z);
  }
  return static_cast<double>(label);
}

double draw_twonorm(Random& random, std::span<float> x) {
  const std::uint64_t label = random.below(2);
  for (float& input : x) input = static_cast<float>((label == 0 ? centre() : -centre()) + random.normal());
  return static_cast<double>(label);
}

double draw_hastie(Random& random, std::span<float> x) {
  double squares = 0;
  for (float& input : x) {
    input = static_cast<float>(random.normal());
    squares += static_cast<double>(input) * static_cast<double>(input);
  }
  return squares > 9.34 ? 1 : 0;
}

// A triangle of height 6 with its peak at position 11, 15 or 7 (of 1 … 21).
double wave(int which, int position) noexcept {
  constexpr int kPeaks[] = {11, 15, 7};
  return std::max(6 - std::abs(position - kPeaks[which]), 0);
}

double draw_waveform(Random& random, std::span<float> x) {
  constexpr int kPairs[][2] = {{0, 1}, {0, 2}, {1, 2}};
  const std::uint64_t label = random.below(3);
  const double u = random.uniform();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int position = static_cast<int>(i) + 1;
    const double mean =
        i < kWaveInputs ? u * wave(kPairs[label][0], position) + (1 - u) * wave(kPairs[label][1], position) : 0;
    x[i] = static_cast<float>(mean + random.normal());
  }
  return static_cast<double>(label);
}

}  // namespace

std::vector<Recipe> classification_recipes() {
  return {
      {{"ringnorm", "a Gaussian inside a wider one; 20 inputs, 2 classes",
        "class 0: x ~ N(0, 4I); class 1: x ~ N((a, …, a), I), a = 2/√20", kChanged, 0, "error 1.24%"},
       kNormInputs,
       2,
       each_row(draw_ringnorm)},
      {{"twonorm", "two Gaussians, their best boundary an oblique plane; 20 inputs, 2 classes",
        "class 0: x ~ N((a, …, a), I); class 1: x ~ N((-a, …, -a), I), a = 2/√20", kChanged, 0, "error 2.28%, Φ(-2)"},
       kNormInputs,
       2,
       each_row(draw_twonorm)},
      {{"hastie", "inside or outside of a sphere; 10 inputs, 2 classes",
        "x ~ N(0, I); class 1 where Σ x² > 9.34, the median of χ² with 10 degrees of freedom", kChanged, 0,
        "error 0 without noise"},
       10,
       2,
       each_row(draw_hastie)},
      {{"waveform", "mixtures of two of three waves and 19 irrelevant inputs; 40 inputs, 3 classes",
        "h1(i) = max(6 - |i - 11|, 0), h2(i) = h1(i - 4), h3(i) = h1(i + 4), u ~ U(0, 1); x_i = u h(i) + (1 - u) h'(i) "
        "+ N(0, 1) for i <= 21, N(0, 1) for others; class 0: (h, h') = (h1, h2), class 1: (h1, h3), class 2: (h2, h3)",
        kChanged, 0, "error about 14%"},
       40,
       3,
       each_row(draw_waveform)},
  };
}

}  // namespace espalier

// Regression data sets: Friedman's three (Friedman 1991; Breiman 1996) and the fifth function of Hwang et al. (1994).
// The target is computed in double from the inputs as they are stored, so that it is a function of the file's numbers.
#include <cmath>

#include "base/math.h"
#include "data/generate/generators.h"

namespace espalier {
namespace {

constexpr double kPi = 3.141592653589793238463;
constexpr std::string_view kGaussian = "standard deviation of the Gaussian added to the target";
constexpr std::string_view kVariance = "mean squared error: the variance of the noise";

double draw_friedman1(Random& random, std::span<float> x) {
  for (float& input : x) input = static_cast<float>(random.uniform());
  const double x1 = x[0], x2 = x[1], x3 = x[2], x4 = x[3], x5 = x[4];
  return 10 * sine(kPi * x1 * x2) + 20 * (x3 - 0.5) * (x3 - 0.5) + 10 * x4 + 5 * x5;
}

// The circuit of friedman2 and friedman3: resistance, angular frequency, inductance and (inverse) capacitance.
void draw_circuit(Random& random, std::span<float> x) {
  x[0] = static_cast<float>(uniform_between(random, 0, 100));
  x[1] = static_cast<float>(uniform_between(random, 40 * kPi, 560 * kPi));
  x[2] = static_cast<float>(uniform_between(random, 0, 1));
  x[3] = static_cast<float>(uniform_between(random, 1, 11));
}

double reactance(std::span<const float> x) {
  const double x2 = x[1], x3 = x[2], x4 = x[3];
  return x2 * x3 - 1 / (x2 * x4);
}

double draw_friedman2(Random& random, std::span<float> x) {
  draw_circuit(random, x);
  const double resistance = x[0];
  return std::sqrt(resistance * resistance + reactance(x) * reactance(x));
}

double draw_friedman3(Random& random, std::span<float> x) {
  draw_circuit(random, x);
  return arctangent(reactance(x) / static_cast<double>(x[0]));
}

double draw_hwang5(Random& random, std::span<float> x) {
  for (float& input : x) input = static_cast<float>(random.uniform());
  const double x1 = x[0], x2 = x[1];
  return 1.9 * (1.35 + exponential(x1) * sine(13 * (x1 - 0.6) * (x1 - 0.6)) * exponential(-x2) * sine(7 * x2));
}

}  // namespace

std::vector<Recipe> regression_recipes() {
  return {
      {{"friedman1", "Friedman's first function, half of its inputs irrelevant; 10 inputs, regression",
        "x ~ U(0, 1); y = 10 sin(π x1 x2) + 20 (x3 - 0.5)² + 10 x4 + 5 x5 + noise", kGaussian, 1, kVariance},
       10,
       0,
       each_row(draw_friedman1)},
      {{"friedman2", "impedance of a circuit; 4 inputs, regression",
        "x1 ~ U(0, 100), x2 ~ U(40π, 560π), x3 ~ U(0, 1), x4 ~ U(1, 11); y = √(x1² + (x2 x3 - 1/(x2 x4))²) + noise",
        kGaussian, 0, kVariance},
       4,
       0,
       each_row(draw_friedman2)},
      {{"friedman3", "phase of a circuit; 4 inputs, regression",
        "x as friedman2; y = atan((x2 x3 - 1/(x2 x4)) / x1) + noise", kGaussian, 0, kVariance},
       4,
       0,
       each_row(draw_friedman3)},
      {{"hwang5", "the \"complicated interaction\" of Hwang et al.; 2 inputs, regression",
        "x ~ U(0, 1); y = 1.9 (1.35 + e^x1 sin(13 (x1 - 0.6)²) e^-x2 sin(7 x2)) + noise", kGaussian, 0.25, kVariance},
       2,
       0,
       each_row(draw_hwang5)},
  };
}

}  // namespace espalier

// The constant score with the least weighted loss, in closed form, from which every boosted model starts. One pass over
// y, summed in the order of the rows.
#include <cstddef>

#include "base/assert.h"
#include "base/math.h"
#include "base/overloaded.h"
#include "espalier/loss.h"
#include "loss/weights.h"

namespace espalier {
namespace {

// If a class has no weight, its log-odds would be infinite.
constexpr double kNoWeightLogOdds = 15;

double weighted_mean(std::span<const double> y, std::span<const double> weights) noexcept {
  double total = 0, sum = 0;
  for (std::size_t row = 0; row < y.size(); ++row) {
    total += weight_of(weights, row);
    sum += weight_of(weights, row) * y[row];
  }
  return total > 0 ? sum / total : 0;
}

// The total weights of the classes 0 and 1.
struct ClassWeights {
  double negative = 0;
  double positive = 0;
};

ClassWeights class_weights(std::span<const double> y, std::span<const double> weights) noexcept {
  ClassWeights total;
  for (std::size_t row = 0; row < y.size(); ++row) {
    (y[row] > 0.5 ? total.positive : total.negative) += weight_of(weights, row);
  }
  return total;
}

double log_odds(double positive, double negative) noexcept {
  // Not the logarithm of the quotient, which may overflow.
  if (positive > 0 && negative > 0) return logarithm(positive) - logarithm(negative);
  if (positive == negative) return 0;
  return positive > 0 ? kNoWeightLogOdds : -kNoWeightLogOdds;
}

}  // namespace

// 0 if no row has any weight: nothing is known.
double best_constant(const Loss& scalar_loss, std::span<const double> y, std::span<const double> weights) {
  ESPALIER_ASSERT(weights.empty() || weights.size() == y.size());
  const auto balance = [&] {
    const auto [negative, positive] = class_weights(y, weights);
    return log_odds(positive, negative);
  };
  return std::visit(Overloaded{
                        [&](SquaredLoss) { return weighted_mean(y, weights); },
                        [&](LogisticLoss) { return balance(); },
                        [&](ExponentialLoss) { return balance(); },
                        [&](HingeLoss) {
                          const auto [negative, positive] = class_weights(y, weights);
                          return positive + negative > 0 ? (positive - negative) / (positive + negative) : 0;
                        },
                        [](SoftmaxLoss) -> double {
                          ESPALIER_ASSERT(false);  // no scalar loss
                          return 0;
                        },
                    },
                    scalar_loss);
}

std::vector<double> best_constant(const SoftmaxLoss&, std::span<const std::int32_t> y, std::span<const double> weights,
                                  int classes) {
  ESPALIER_ASSERT(classes > 0);
  ESPALIER_ASSERT(weights.empty() || weights.size() == y.size());
  const auto count = static_cast<std::size_t>(classes);
  std::vector<double> constants(count, 0);  // first the weights of the classes
  for (std::size_t row = 0; row < y.size(); ++row) {
    ESPALIER_ASSERT(y[row] >= 0 && y[row] < classes);
    constants[static_cast<std::size_t>(y[row])] += weight_of(weights, row);
  }
  double lowest = 0;
  for (const double weight : constants) {
    if (weight > 0 && (lowest == 0 || weight < lowest)) lowest = weight;
  }
  if (lowest == 0) return constants;
  double sum = 0;
  for (double& entry : constants) {
    entry = entry > 0 ? logarithm(entry) : logarithm(lowest) - kNoWeightLogOdds;
    sum += entry;
  }
  for (double& entry : constants) entry -= sum / static_cast<double>(count);
  return constants;
}

}  // namespace espalier

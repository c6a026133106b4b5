#include "method/rows/scaled_target.h"

#include <cmath>

#include "grow/criterion/target_mean.h"
#include "model/deviation.h"

namespace espalier {

ScaledTarget::ScaledTarget(const Target& target) : target_(target) {
  scale_weights();
  split_targets_.weights = weights_;
  split_targets_.class_count = target_.labels.size();
  if (target_.task == Task::regression)
    standardise();
  else if (split_targets_.class_count == 2)
    values_.assign(target_.classes.begin(), target_.classes.end());
  split_targets_.values = values_;
  if (values_.empty()) split_targets_.classes = target_.classes;
}

// A row of weight two counts as two rows. If squares of sums would not fit into a double, all weights are scaled by one
// power of two.
void ScaledTarget::scale_weights() {
  constexpr int kMostExponent = 100;
  weights_ = target_.weights;
  if (weights_.empty()) return;
  double sum = 0;
  for (const double weight : weights_) sum += weight;
  const int exponent = std::ilogb(sum / static_cast<double>(weights_.size()));
  if (std::abs(exponent) <= kMostExponent) return;
  for (double& weight : weights_) weight = std::ldexp(weight, -exponent);
}

void ScaledTarget::standardise() {
  for (std::size_t k = 0; k < target_.width(); ++k) {
    const double centre = weighted_mean(target_, k), spread = deviation(target_, centre, k);
    scales_.push_back({centre, spread > 0 ? spread : 1});
  }
  for (std::size_t i = 0; i < target_.values.size(); ++i) {
    const TargetScale& scale = scales_[i % scales_.size()];
    values_.push_back((target_.values[i] - scale.centre) / scale.spread);
  }
}

std::vector<double> one_hot(const Target& target) {
  const std::size_t count = target.labels.size();
  std::vector<double> values(target.classes.size() * count);
  for (std::size_t row = 0; row < target.classes.size(); ++row)
    values[row * count + static_cast<std::size_t>(target.classes[row])] = 1;
  return values;
}

}  // namespace espalier

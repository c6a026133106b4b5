// A target for methods that grow by squared error: numbers are standardised, two classes become 0 and 1, and weights
// are such that sums of squares can hold them.
#pragma once

#include <algorithm>
#include <vector>

#include "espalier/target.h"
#include "grow/criterion/criterion.h"

namespace espalier {

// The standardisation of a target, so that several targets count alike whatever their units.
struct TargetScale {
  double centre = 0, spread = 1;
};

class ScaledTarget {
 public:
  // `target` must outlive this.
  explicit ScaledTarget(const Target& target);
  ScaledTarget(const ScaledTarget&) = delete;
  ScaledTarget& operator=(const ScaledTarget&) = delete;

  const Target& target() const noexcept { return target_; }
  const std::vector<TargetScale>& scales() const noexcept { return scales_; }  // one per target; empty for classes
  // Standardised targets, or classes 0 and 1; empty for more than two classes, for which `split_targets` has the codes.
  std::span<const double> values() const noexcept { return values_; }
  std::span<const double> weights() const noexcept { return weights_; }
  const SplitTargets& split_targets() const noexcept { return split_targets_; }
  // Numbers per row in `values`.
  std::size_t width() const noexcept { return std::max<std::size_t>(1, scales_.size()); }
  std::size_t class_count() const noexcept { return split_targets_.class_count; }

 private:
  void scale_weights();
  void standardise();

  const Target& target_;
  std::vector<TargetScale> scales_;
  std::vector<double> values_, weights_;
  SplitTargets split_targets_;
};

// For every row 1 for its class and 0 for the others.
std::vector<double> one_hot(const Target& target);

}  // namespace espalier

// A target as growth by squares sees it: numbers standardised, two classes as 0 and 1, and weights that sums of squares
// can hold.
#pragma once

#include <algorithm>
#include <vector>

#include "espalier/target.h"
#include "grow/criterion/criterion.h"

namespace espalier {

// What a target is standardised by, so that those of several count alike whatever their units.
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
  const std::vector<TargetScale>& scales() const noexcept { return scales_; }  // one a target; none of classes
  // Standardised, or classes 0 and 1; none of more classes, which `sums` has as they are.
  std::span<const double> values() const noexcept { return values_; }
  std::span<const double> weights() const noexcept { return weights_; }
  const RowSums& sums() const noexcept { return sums_; }
  std::size_t width() const noexcept { return std::max<std::size_t>(1, scales_.size()); }  // numbers a row in values
  std::size_t class_count() const noexcept { return sums_.class_count; }

 private:
  void scale_weights();
  void standardise();

  const Target& target_;
  std::vector<TargetScale> scales_;
  std::vector<double> values_, weights_;
  RowSums sums_;
};

// Of every row 1 for its class and 0 for the others.
std::vector<double> one_hot(const Target& target);

}  // namespace espalier

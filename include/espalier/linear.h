// A linear model over the features themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace espalier {

// The value of a term for a row: the value of a numeric feature, or `fill` if it is missing; 1 if a categorical feature
// has the label, else 0, so that missing and unknown labels add nothing. An infinite value counts as missing: it says
// nothing about how far out it is, and infinities of two terms would cancel to NaN.
struct LinearTerm {
  std::uint32_t feature = 0;
  std::uint32_t label = 0;  // categorical: the code; numeric: 0
  float fill = 0;           // numeric: the mean over the training rows; categorical: 0
  bool operator==(const LinearTerm&) const = default;
};

// Term properties that prediction does not need.
struct TermStatistics {
  std::vector<float> spread;  // one per term: its standard deviation over the training rows
  bool operator==(const TermStatistics&) const = default;
};

// f_k(x) = intercept_k + Σ_t weight_tk · v_t(x), in double, term by term. The weights are float32 like leaf values:
// that halves the bytes, and the sum of any finite ones is finite in double. Rounding them costs next to nothing if the
// intercept is computed from the rounded weights, so that the error is proportional to the distance from the mean and
// not from 0.
struct Linear {
  std::vector<double> intercept;  // one entry per output
  std::vector<LinearTerm> terms;  // ascending by feature and label, no two alike
  std::vector<float> weights;     // terms × outputs; no term has only zeros
  std::optional<TermStatistics> statistics;

  int outputs() const noexcept { return static_cast<int>(intercept.size()); }
  bool operator==(const Linear&) const = default;
};

}  // namespace espalier

// Metrics of predictions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace espalier {

// For several targets: the means of the targets' metrics, which mean little for `mse` and `mae` if the units differ.
struct RegressionMetrics {
  double mse = 0;
  double mae = 0;
  std::optional<double> r2 = {};                // none if the target is constant; such targets are left out of the mean
  std::vector<RegressionMetrics> targets = {};  // for several targets: each by itself, in their order; otherwise empty
};

struct ClassificationMetrics {
  double error = 0;              // share of rows whose most probable class (the first, on ties) is wrong
  double log_loss = 0;           // probabilities clipped to [1e-15, 1]
  std::optional<double> auc;     // ties count half; several classes: mean of one-against-rest; none if undefined
  double balanced_accuracy = 0;  // mean recall over the classes that occur
};

// `weights` may be empty (all 1); y and `predicted` are row-major, rows × targets.
RegressionMetrics regression_metrics(std::span<const double> y, std::span<const double> predicted,
                                     std::span<const double> weights, std::size_t targets = 1);

// `probabilities` is row-major, rows × classes; threads 0: all cores.
ClassificationMetrics classification_metrics(std::span<const std::int32_t> y, std::span<const double> probabilities,
                                             int classes, std::span<const double> weights, int threads = 1);

}  // namespace espalier

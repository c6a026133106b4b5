#include "method/finish/small_weights.h"

#include <fmt/format.h>

#include <numeric>

namespace espalier {

void warn_of_small_weights(const Target& target, std::string_view what, FitResult& result) {
  constexpr double kSmallMean = 0.1;
  if (target.weights.empty()) return;
  const double mean =
      std::accumulate(target.weights.begin(), target.weights.end(), 0.0) / static_cast<double>(target.rows());
  if (mean >= kSmallMean) return;
  result.warnings.push_back(fmt::format(
      "the mean row weight is {:.2g}; {} meant for weights near 1 and may regularise too strongly", mean, what));
}

}  // namespace espalier

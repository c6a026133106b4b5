#include "method/annealed/round_weights.h"

#include <algorithm>
#include <cmath>

namespace espalier {
namespace {

constexpr double kNothing = 1e-4;  // of loss and error
constexpr int kMostDigits = 6;

double power_of_ten(int exponent) {
  double power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

// The place of the first digit: 1 for 0.12, 0 for 3, -2 for 345.
int first_decimal(double value) {
  int decimal = 0;
  for (; value >= 10; value /= 10) --decimal;
  for (; value < 1; value *= 10) ++decimal;
  return decimal;
}

AnnealedLevel with_decimals(const AnnealedLevel& level, const RowLoss& loss, int decimals) {
  AnnealedLevel result = level;
  result.decimals = decimals;
  for (float& weight : result.weights)
    weight = static_cast<float>(rounded(loss.scale() * static_cast<double>(weight), decimals) / loss.scale());
  for (std::size_t k = 0; k < loss.outputs(); ++k) {
    const double score = loss.offset() + loss.scale() * static_cast<double>(level.intercept[k]);
    result.intercept[k] = static_cast<float>((rounded(score, decimals) - loss.offset()) / loss.scale());
  }
  return result;
}

bool any_vanished(const AnnealedLevel& from, const AnnealedLevel& to) {
  for (std::size_t i = 0; i < from.weights.size(); ++i)
    if (from.weights[i] != 0 && to.weights[i] == 0) return true;
  return false;
}

}  // namespace

double rounded(double value, std::optional<int> decimals) {
  if (!decimals) return value;
  const double power = power_of_ten(std::abs(*decimals));
  return (*decimals < 0 ? std::round(value / power) * power : std::round(value * power) / power) + 0.0;
}

void round_weights(const RowLoss& loss, const std::function<ScoreMeasure(const AnnealedLevel&)>& measure,
                   AnnealedLevel& level) {
  double largest = 0;
  for (const float weight : level.weights)
    largest = std::max(largest, loss.scale() * std::abs(static_cast<double>(weight)));
  if (!(largest > 0) || !std::isfinite(largest)) return;
  const ScoreMeasure before = measure(level);
  const auto loses = [&](double from, double to) { return to > from + kNothing * std::abs(from); };
  const int first = first_decimal(largest);
  for (int decimals = first; decimals < first + kMostDigits; ++decimals) {
    AnnealedLevel next = with_decimals(level, loss, decimals);
    if (any_vanished(level, next)) continue;
    const ScoreMeasure after = measure(next);
    if (loses(before.loss, after.loss) || loses(before.error, after.error)) continue;
    level = std::move(next);
    return;
  }
}

}  // namespace espalier

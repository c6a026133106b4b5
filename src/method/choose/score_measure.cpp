#include "method/choose/score_measure.h"

#include <algorithm>
#include <vector>

#include "base/overloaded.h"

namespace espalier {
namespace {

constexpr std::size_t kRowsPerBlock = 8192;

struct Sums {
  double loss = 0;
  double error = 0;
  double weight = 0;
};

Sums sum_numbers(const Target& target, std::span<const double> scores, std::size_t begin, std::size_t end) {
  Sums sums;
  for (std::size_t row = begin; row < end; ++row) {
    const double w = target.weight(row), residual = scores[row] - target.values[row];
    sums.loss += w * SquaredLoss::value(target.values[row], scores[row]);
    sums.error += w * residual * residual;
    sums.weight += w;
  }
  return sums;
}

// A score of 0 is a tie, which the first class wins.
template <class BinaryLoss>
Sums sum_sides(const Target& target, std::span<const double> scores, std::size_t begin, std::size_t end) {
  Sums sums;
  for (std::size_t row = begin; row < end; ++row) {
    const double w = target.weight(row);
    sums.loss += w * BinaryLoss::value(target.classes[row], scores[row]);
    sums.error += w * ((scores[row] > 0) != (target.classes[row] == 1));
    sums.weight += w;
  }
  return sums;
}

Sums sum_classes(const Target& target, std::span<const double> scores, std::size_t begin, std::size_t end) {
  std::vector<double> row_scores(scores.size() / target.rows());
  Sums sums;
  for (std::size_t row = begin; row < end; ++row) {
    for (std::size_t k = 0; k < row_scores.size(); ++k) row_scores[k] = scores[k * target.rows() + row];
    const auto predicted = std::ranges::max_element(row_scores) - row_scores.begin();
    const double w = target.weight(row);
    sums.loss += w * SoftmaxLoss::value(target.classes[row], row_scores);
    sums.error += w * (predicted != target.classes[row]);
    sums.weight += w;
  }
  return sums;
}

}  // namespace

ScoreMeasure measure(const Loss& loss, const Target& target, std::span<const double> scores, Threads& threads) {
  const auto sum_rows = [&](std::size_t begin, std::size_t end) {
    return std::visit(
        Overloaded{[&](SquaredLoss) { return sum_numbers(target, scores, begin, end); },
                   [&](LogisticLoss) { return sum_sides<LogisticLoss>(target, scores, begin, end); },
                   [&](HingeLoss) { return sum_sides<HingeLoss>(target, scores, begin, end); },
                   [&](ExponentialLoss) { return sum_sides<ExponentialLoss>(target, scores, begin, end); },
                   [&](SoftmaxLoss) { return sum_classes(target, scores, begin, end); }},
        loss);
  };
  const Sums sums = threads.reduce(target.rows(), kRowsPerBlock, Sums{}, sum_rows, [](const Sums& a, const Sums& b) {
    return Sums{a.loss + b.loss, a.error + b.error, a.weight + b.weight};
  });
  return {sums.loss / sums.weight, sums.error / sums.weight};
}

}  // namespace espalier

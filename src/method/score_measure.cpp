#include "method/score_measure.h"

#include <algorithm>
#include <vector>

namespace espalier {

ScoreMeasure measure(const Loss& loss, const Target& target, std::span<const double> scores) {
  const std::size_t rows = target.rows(), outputs = scores.size() / rows;
  std::vector<double> row_scores(outputs);
  ScoreMeasure sum;
  double weight = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const double w = target.weight(row), f = scores[row];
    weight += w;
    if (target.task == Task::regression) {
      sum.loss += w * SquaredLoss::value(target.values[row], f);
      sum.error += w * (f - target.values[row]) * (f - target.values[row]);
      continue;
    }
    const std::int32_t y = target.classes[row];
    std::int32_t predicted = f > 0 ? 1 : 0;
    if (std::holds_alternative<SoftmaxLoss>(loss)) {
      for (std::size_t k = 0; k < outputs; ++k) row_scores[k] = scores[k * rows + row];
      predicted = static_cast<std::int32_t>(std::ranges::max_element(row_scores) - row_scores.begin());
      sum.loss += w * SoftmaxLoss::value(y, row_scores);
    } else {
      sum.loss += w * (std::holds_alternative<HingeLoss>(loss) ? HingeLoss::value(y, f) : LogisticLoss::value(y, f));
    }
    sum.error += w * (predicted != y);
  }
  return {sum.loss / weight, sum.error / weight};
}

}  // namespace espalier

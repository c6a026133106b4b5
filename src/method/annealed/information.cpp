#include "method/annealed/information.h"

#include <algorithm>
#include <limits>

#include "base/assert.h"
#include "base/math.h"

namespace espalier {
namespace {

double freedom(double n, double shrinkage) { return n > 0 ? n / (n + shrinkage) : 0; }

// The rows that bear on the one factor of a tree that is weighted as it was grown.
double rows_of_factor(const Problem& problem, const ParameterRange& of) {
  double squares = 0, over_rows = 0;
  for (std::size_t j = of.first * problem.width(); j < (of.first + of.count) * problem.width(); ++j) {
    const double v = problem.responses[j];
    squares += v * v;
    over_rows += v * v * static_cast<double>(problem.row_weight[j / problem.width()]);
  }
  return squares > 0 ? over_rows / squares : 0;
}

}  // namespace

double parameters(const Problem& problem, std::span<const std::uint32_t> groups) {
  const double unit = problem.loss.unit(), shrinkage = problem.shrinkage;
  // Softmax is the same for scores that differ by a constant.
  const std::size_t outputs = problem.loss.outputs(), free = outputs > 1 ? outputs - 1 : 1;
  double sum = 0;
  for (const std::uint32_t group : groups) {
    const ParameterRange of = parameters_of(problem, group);
    if (problem.grouping == Grouping::responses) {
      sum += freedom(unit * rows_of_factor(problem, of), shrinkage);
      continue;
    }
    for (std::size_t p = of.first; p < of.first + of.count; ++p)
      sum += static_cast<double>(free) * freedom(unit * static_cast<double>(problem.row_weight[p]), shrinkage);
  }
  return sum;
}

double information(ChooseBy by, const Loss& loss, double mean_loss, double rows, double parameters) {
  ESPALIER_ASSERT(by != ChooseBy::cv && !std::holds_alternative<HingeLoss>(loss));
  // Rows that are fitted without error have no finite likelihood; then the smallest model is the best.
  const double squared_error = std::max(2 * mean_loss, std::numeric_limits<double>::min());
  const double misfit =
      std::holds_alternative<SquaredLoss>(loss) ? rows * logarithm(squared_error) : 2 * rows * mean_loss;
  return misfit + parameters * (by == ChooseBy::aic ? 2 : logarithm(rows));
}

}  // namespace espalier

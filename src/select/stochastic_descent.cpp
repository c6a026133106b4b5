#include "select/stochastic_descent.h"

#include <algorithm>
#include <numeric>

#include "base/random.h"

namespace espalier {

StochasticDescent::StochasticDescent(const Problem& problem, double step, Threads& threads)
    : problem_(problem), step_(step), threads_(threads), scores_(problem.design.rows() * problem.width()) {}

double StochasticDescent::epoch(std::uint64_t seed, std::uint64_t number, Candidates& candidates) {
  if (laid_out_ != candidates.members) lay_out(candidates);
  std::vector<std::uint32_t> order(problem_.design.rows());
  std::iota(order.begin(), order.end(), 0U);
  Random(seed, "order of the rows", number).shuffle(std::span(order));
  pass(order, candidates);
  score_rows(problem_, candidates, scores_, threads_);
  return objective(problem_, candidates, scores_, threads_);
}

void StochasticDescent::lay_out(const Candidates& candidates) {
  const Design& design = problem_.design;
  laid_out_ = candidates.members;
  const std::size_t members = laid_out_.size(), chunk = 1024;
  parameters_.resize(design.rows() * members);
  const auto* trees = dynamic_cast<const TreeDesign*>(&design);
  const auto* columns = dynamic_cast<const ColumnDesign*>(&design);
  if (columns) values_.resize(parameters_.size());
  threads_.blocks(design.rows(), chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t m = 0; m < members; ++m) {
      const std::uint32_t member = laid_out_[m];
      const auto first = static_cast<std::uint32_t>(design.first(member));
      if (columns) {
        for (std::size_t row = begin; row < end; ++row) {
          parameters_[row * members + m] = first;
          values_[row * members + m] = columns->column(member)[row];
        }
      } else {
        trees->basis().read(member, [&](auto ids) {
          for (std::size_t row = begin; row < end; ++row) parameters_[row * members + m] = first + ids[row];
        });
      }
    }
  });
}

void StochasticDescent::pass(std::span<const std::uint32_t> order, Candidates& candidates) {
  const std::size_t members = laid_out_.size(), width = problem_.width(), outputs = problem_.loss.outputs();
  const double ridge = problem_.ridge();
  std::vector<float> scores(width), gradients(width), hessians(width);
  const bool columns = !values_.empty();
  for (const std::uint32_t row : order) {
    const std::uint32_t* parameters = parameters_.data() + row * members;
    const float* values = columns ? values_.data() + row * members : nullptr;
    std::ranges::copy(candidates.intercept, scores.begin());
    for (std::size_t m = 0; m < members; ++m) {
      const float* weights = candidates.weights.data() + parameters[m] * width;
      const float x = columns ? values[m] : 1.0F;
      for (std::size_t k = 0; k < outputs; ++k) scores[k] += x * weights[k];
    }
    problem_.loss.derive({row, row + 1}, scores.data(), gradients.data(), hessians.data());
    for (std::size_t m = 0; m < members; ++m) {
      const std::size_t p = parameters[m];
      if (!candidates.in[p]) continue;
      float* weights = candidates.weights.data() + p * width;
      const double n = std::max(1e-12, static_cast<double>(problem_.row_weight[p]));
      const double x = columns ? static_cast<double>(values[m]) : 1.0;
      const double step = problem_.grouping == Grouping::rules ? step_ / n : step_;
      const double decay = ridge * static_cast<double>(problem_.loss.weight(row)) / n;
      for (std::size_t k = 0; k < outputs; ++k) {
        const double weight = weights[k];
        weights[k] = static_cast<float>(weight - step * (x * static_cast<double>(gradients[k]) + decay * weight));
      }
    }
  }
}

}  // namespace espalier

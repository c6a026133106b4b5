#include "select/anneal/stochastic_descent.h"

#include <algorithm>
#include <numeric>

#include "base/random.h"

namespace espalier {

StochasticDescent::StochasticDescent(const Problem& problem, double step, Threads& threads)
    : problem_(problem),
      step_(step),
      mean_weight_(problem.loss.total_weight() / static_cast<double>(problem.design.rows())),
      threads_(threads),
      scores_(problem.design.rows() * problem.width()) {}

double StochasticDescent::epoch(std::uint64_t seed, std::uint64_t number, Candidates& candidates) {
  if (laid_out_ != candidates.members) lay_out(candidates);
  std::vector<std::uint32_t> order(problem_.design.rows());
  std::iota(order.begin(), order.end(), 0U);
  Random(seed, "order of the rows", number).shuffle(std::span(order));
  if (problem_.grouping == Grouping::responses)
    pass_factors(order, candidates);
  else
    pass(order, candidates);
  score_rows(problem_, candidates, scores_, threads_);
  return penalty(problem_, candidates) + loss_of(problem_, scores_, threads_);
}

void StochasticDescent::lay_out(const Candidates& candidates) {
  constexpr std::size_t kRowsAtOnce = 1024;
  laid_out_ = candidates.members;
  const std::size_t members = laid_out_.size();
  parameters_.resize(problem_.design.rows() * members);
  if (!problem_.design.all_ones()) values_.resize(parameters_.size());
  threads_.blocks(problem_.design.rows(), kRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    problem_.design.lay_out(laid_out_, {begin, end}, parameters_.data() + begin * members,
                            values_.empty() ? nullptr : values_.data() + begin * members);
  });
}

void StochasticDescent::pass(std::span<const std::uint32_t> order, Candidates& candidates) {
  const std::size_t members = laid_out_.size(), width = problem_.width(), outputs = problem_.loss.outputs();
  const double ridge = problem_.ridge();
  std::vector<float> scores(width), gradients(width), hessians(width);
  for (const std::uint32_t row : order) {
    const std::uint32_t* parameters = parameters_.data() + row * members;
    const float* values = values_.empty() ? nullptr : values_.data() + row * members;
    std::ranges::copy(candidates.intercept, scores.begin());
    for (std::size_t m = 0; m < members; ++m) {
      const float* weights = candidates.weights.data() + parameters[m] * width;
      for (std::size_t k = 0; k < outputs; ++k) scores[k] += (values ? values[m] : 1.0F) * weights[k];
    }
    problem_.loss.derive({row, row + 1}, scores.data(), gradients.data(), hessians.data());
    for (std::size_t m = 0; m < members; ++m) {
      const std::size_t p = parameters[m];
      if (!candidates.in[p]) continue;
      float* weights = candidates.weights.data() + p * width;
      const double n = std::max(1e-12, static_cast<double>(problem_.row_weight[p]));
      const double x = values ? static_cast<double>(values[m]) : 1.0;
      const double step = step_ / (problem_.grouping == Grouping::rules ? n : mean_weight_);
      const double decay = ridge * static_cast<double>(problem_.loss.weight(row)) / n;
      for (std::size_t k = 0; k < outputs; ++k) {
        const double weight = weights[k];
        weights[k] = static_cast<float>(weight - step * (x * static_cast<double>(gradients[k]) + decay * weight));
      }
    }
  }
}

// A tree's weights are its factor times its responses, before and after.
void StochasticDescent::pass_factors(std::span<const std::uint32_t> order, Candidates& candidates) {
  const std::size_t members = laid_out_.size(), width = problem_.width(), outputs = problem_.loss.outputs();
  const float* responses = problem_.responses.data();
  std::vector<Factor> factors;
  for (const std::uint32_t member : laid_out_) factors.push_back(factor_of(member, candidates));
  std::vector<float> scores(width), gradients(width), hessians(width);
  for (const std::uint32_t row : order) {
    const std::uint32_t* parameters = parameters_.data() + row * members;
    std::ranges::copy(candidates.intercept, scores.begin());
    for (std::size_t m = 0; m < members; ++m) {
      const float* v = responses + parameters[m] * width;
      for (std::size_t k = 0; k < outputs; ++k) scores[k] += static_cast<float>(factors[m].value) * v[k];
    }
    problem_.loss.derive({row, row + 1}, scores.data(), gradients.data(), hessians.data());
    const double weight = problem_.loss.weight(row);
    for (std::size_t m = 0; m < members; ++m) {
      const float* v = responses + parameters[m] * width;
      double slope = factors[m].decay * weight * factors[m].value;
      for (std::size_t k = 0; k < outputs; ++k) slope += static_cast<double>(gradients[k]) * static_cast<double>(v[k]);
      factors[m].value -= factors[m].step * slope;
    }
  }
  for (std::size_t m = 0; m < members; ++m) {
    const std::size_t first = problem_.design.first(laid_out_[m]) * width;
    for (std::size_t j = first; j < first + problem_.design.count(laid_out_[m]) * width; ++j)
      candidates.weights[j] = static_cast<float>(factors[m].value * static_cast<double>(responses[j]));
  }
}

StochasticDescent::Factor StochasticDescent::factor_of(std::size_t member, const Candidates& candidates) const {
  const std::size_t width = problem_.width(), first = problem_.design.first(member) * width;
  double squares = 0, products = 0, over_rows = 0;
  for (std::size_t j = first; j < first + problem_.design.count(member) * width; ++j) {
    const double v = problem_.responses[j];
    squares += v * v;
    products += v * static_cast<double>(candidates.weights[j]);
    over_rows += v * v * static_cast<double>(problem_.row_weight[j / width]);
  }
  if (!(over_rows > 0)) return {};
  const double rows = problem_.loss.total_weight();
  return {products / squares, step_ / mean_weight_ * rows / over_rows, problem_.ridge() * squares / rows};
}

}  // namespace espalier

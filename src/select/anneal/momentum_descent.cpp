#include "select/anneal/momentum_descent.h"

#include <algorithm>
#include <cmath>

namespace espalier {

MomentumDescent::MomentumDescent(const Problem& problem, bool momentum, Threads& threads)
    : problem_(problem), momentum_(momentum), threads_(threads), scores_(problem.design.rows() * problem.width()) {}

double MomentumDescent::epoch(Candidates& candidates) {
  const double least = objective(candidates);
  const double t = (1 + std::sqrt(1 + 4 * t_ * t_)) / 2;
  Candidates next = ahead(candidates, momentum_ && !before_.empty() ? (t_ - 1) / t : 0);
  step(gradient(next), next);
  const double value = objective(next);
  if (!(value <= least)) {
    before_.clear();
    t_ = 1;
    return least;
  }
  before_ = std::move(candidates.weights);
  candidates = std::move(next);
  t_ = t;
  return value;
}

double MomentumDescent::objective(const Candidates& candidates) {
  score_rows(problem_, candidates, scores_, threads_);
  return penalty(problem_, candidates) + loss_of(problem_, scores_, threads_);
}

// Members that were dropped since the last step have no weight, and get none.
Candidates MomentumDescent::ahead(const Candidates& candidates, double share) const {
  Candidates at = candidates;
  if (share == 0) return at;
  const std::size_t width = problem_.width();
  for (const std::uint32_t member : at.members) {
    const std::size_t first = problem_.design.first(member) * width;
    for (std::size_t j = first; j < first + problem_.design.count(member) * width; ++j) {
      if (at.in[j / width]) at.weights[j] += static_cast<float>(share) * (at.weights[j] - before_[j]);
    }
  }
  return at;
}

// For the members that are in, one after the other, parameters × outputs.
std::vector<double> MomentumDescent::gradient(const Candidates& at) const {
  const std::size_t outputs = problem_.loss.outputs(), width = problem_.width();
  const auto rule = [&](RowRange rows, std::span<const float> scores, std::span<float> gradients) {
    const std::size_t n = rows.size();
    std::vector<float> by_row(3 * n * width);
    float* slopes = by_row.data() + n * width;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < outputs; ++k) by_row[i * width + k] = scores[k * n + i] + at.intercept[k];
    }
    problem_.loss.derive(rows, by_row.data(), slopes, slopes + n * width);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < outputs; ++k) gradients[k * n + i] = slopes[i * width + k];
    }
  };
  return problem_.design.gradient_sums(at.members, at.weights, width, outputs, rule, threads_);
}

void MomentumDescent::step(const std::vector<double>& gradient, Candidates& at) const {
  const std::size_t width = problem_.width(), outputs = problem_.loss.outputs();
  const auto members = static_cast<double>(at.members.size());
  const double ridge = problem_.ridge(), row_curvature = problem_.loss.max_curvature_any_direction();
  std::size_t from = 0;
  for (const std::uint32_t member : at.members) {
    const std::size_t first = problem_.design.first(member), count = problem_.design.count(member);
    if (problem_.grouping == Grouping::responses) {
      step_responses(member, gradient.data() + from, members, at);
    } else {
      for (std::size_t p = first; p < first + count; ++p) {
        const double curvature = row_curvature * static_cast<double>(problem_.row_weight[p]) * members + ridge;
        if (!at.in[p] || !(curvature > 0)) continue;
        for (std::size_t k = 0; k < outputs; ++k) {
          float& weight = at.weights[p * width + k];
          const double slope = gradient[from + (p - first) * outputs + k] + ridge * static_cast<double>(weight);
          weight = static_cast<float>(static_cast<double>(weight) - slope / curvature);
        }
      }
    }
    from += count * outputs;
  }
}

void MomentumDescent::step_responses(std::size_t member, const double* gradient, double members, Candidates& at) const {
  const std::size_t width = problem_.width(), outputs = problem_.loss.outputs(), first = problem_.design.first(member);
  const double ridge = problem_.ridge(), row_curvature = problem_.loss.max_curvature_any_direction();
  double slope = 0, curvature = 0;
  for (std::size_t p = first; p < first + problem_.design.count(member); ++p) {
    for (std::size_t k = 0; k < outputs; ++k) {
      const double v = problem_.responses[p * width + k], weight = at.weights[p * width + k];
      slope += v * (gradient[(p - first) * outputs + k] + ridge * weight);
      curvature += v * v * (row_curvature * static_cast<double>(problem_.row_weight[p]) * members + ridge);
    }
  }
  if (!(curvature > 0)) return;
  for (std::size_t j = first * width; j < (first + problem_.design.count(member)) * width; ++j) {
    const double v = problem_.responses[j];
    at.weights[j] = static_cast<float>(static_cast<double>(at.weights[j]) - slope / curvature * v);
  }
}

}  // namespace espalier

#include "select/anneal/column_newton.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace espalier {
namespace {

constexpr std::size_t kLanes = 8;            // separate sums, so that whole vectors can be added
constexpr std::size_t kMostTurns = 1000;     // of coordinate descent
constexpr double kLeastGain = 1e-9;          // of one sweep, as a share of the objective
constexpr double kLeastRowCurvature = 1e-3;  // of the steepest: confidently classified rows would make steps endless
constexpr int kMostHalvings = 20;

// Σ x y, x null: Σ y.
double product(const float* x, const float* y, std::size_t count) {
  std::array<double, kLanes> sums{};
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      sums[lane] += static_cast<double>(x ? x[i + lane] * y[i + lane] : y[i + lane]);
  }
  for (; i < count; ++i) sums[0] += static_cast<double>(x ? x[i] * y[i] : y[i]);
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

// Σ x² y.
double square(const float* x, const float* y, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(x[i] * x[i] * y[i]);
  return sum;
}

}  // namespace

ColumnNewton::ColumnNewton(const Problem& problem, const Candidates& candidates, Threads& threads)
    : problem_(problem),
      threads_(threads),
      rows_(problem.design.rows()),
      columns_(rows_ * candidates.members.size()),
      scores_(rows_ * problem.width()),
      gradients_(scores_.size()),
      hessians_(scores_.size()),
      slopes_(rows_),
      curves_(rows_) {
  const std::size_t count = candidates.members.size();
  std::vector<std::uint32_t> parameters(count);
  std::vector<float> values(count);
  for (std::size_t row = 0; row < rows_; ++row) {
    problem.design.lay_out(candidates.members, {row, row + 1}, parameters.data(), values.data());
    for (std::size_t m = 0; m < count; ++m) columns_[m * rows_ + row] = values[m];
  }
}

double ColumnNewton::objective(const Candidates& candidates) {
  score_rows(problem_, candidates, scores_, threads_);
  return penalty(problem_, candidates) + loss_of(problem_, scores_, threads_);
}

double ColumnNewton::step(Candidates& candidates) {
  const std::size_t width = problem_.width(), outputs = problem_.loss.outputs();
  const double before = objective(candidates);
  problem_.loss.derive({0, rows_}, scores_.data(), gradients_.data(), hessians_.data());
  std::vector<Change> changes;
  for (std::size_t k = 0; k < outputs; ++k) changes.push_back(minimise(k, candidates));
  double share = 1;
  for (int halving = 0; halving < kMostHalvings; ++halving, share /= 2) {
    Candidates next = candidates;
    for (std::size_t k = 0; k < outputs; ++k) {
      next.intercept[k] += static_cast<float>(share * changes[k].intercept);
      for (std::size_t m = 0; m < next.members.size(); ++m)
        next.weights[next.members[m] * width + k] += static_cast<float>(share * changes[k].weights[m]);
    }
    const double after = objective(next);
    if (!(after <= before)) continue;
    candidates = std::move(next);
    return after;
  }
  return before;
}

ColumnNewton::Change ColumnNewton::minimise(std::size_t output, const Candidates& candidates) {
  const std::size_t width = problem_.width(), count = candidates.members.size();
  const double ridge = problem_.ridge();
  for (std::size_t row = 0; row < rows_; ++row) {
    const auto least =
        static_cast<float>(kLeastRowCurvature * problem_.loss.max_curvature()) * problem_.loss.weight(row);
    slopes_[row] = gradients_[row * width + output];
    curves_[row] = std::max(hessians_[row * width + output], least);
  }
  std::vector<double> curvatures(count);
  for (std::size_t m = 0; m < count; ++m) curvatures[m] = square(columns_.data() + m * rows_, curves_.data(), rows_);
  const double total = product(nullptr, curves_.data(), rows_);
  Change change{std::vector<double>(count), 0};
  // The decrease of the quadratic.
  const auto move = [&](const float* x, double slope, double curvature, double& of) {
    if (!(curvature > 0)) return 0.0;
    const double by = -slope / curvature;
    of += by;
    const auto step = static_cast<float>(by);
    for (std::size_t row = 0; row < rows_; ++row) slopes_[row] += step * curves_[row] * (x ? x[row] : 1.0F);
    return 0.5 * curvature * by * by;
  };
  double fallen = 0;
  for (std::size_t turn = 0; turn < kMostTurns; ++turn) {
    double fall = move(nullptr, product(nullptr, slopes_.data(), rows_), total, change.intercept);
    for (std::size_t m = 0; m < count; ++m) {
      const float* x = columns_.data() + m * rows_;
      const double weight =
          static_cast<double>(candidates.weights[candidates.members[m] * width + output]) + change.weights[m];
      fall += move(x, product(x, slopes_.data(), rows_) + ridge * weight, curvatures[m] + ridge, change.weights[m]);
    }
    fallen += fall;
    if (fall <= kLeastGain * (fallen + problem_.loss.total_weight())) break;
  }
  return change;
}

}  // namespace espalier

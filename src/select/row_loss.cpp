#include "select/row_loss.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/overloaded.h"
#include "loss/logistic_rows.h"
#include "loss/softmax_rows.h"
#include "model/deviation.h"
#include "model/outputs.h"

namespace espalier {
namespace {

constexpr std::size_t kLanes = 16;

// A power of two.
double unit_of(double total_weight, std::size_t rows) {
  constexpr int kFar = 40;
  if (!(total_weight > 0)) return 1;
  const int exponent = std::ilogb(total_weight / static_cast<double>(rows));
  return std::abs(exponent) > kFar ? std::ldexp(1.0, exponent) : 1;
}

}  // namespace

RowLoss::RowLoss(const Loss& loss, const Target& target)
    : loss_(loss), rows_(target.rows()), outputs_(outputs_of(loss, target)), total_weight_(0) {
  for (std::size_t row = 0; row < rows_; ++row) total_weight_ += target.weight(row);
  unit_ = unit_of(total_weight_, rows_);
  total_weight_ /= unit_;
  for (const double weight : target.weights) weights_.push_back(static_cast<float>(weight / unit_));
  if (outputs_ > 1 || std::holds_alternative<SoftmaxLoss>(loss)) {
    classes_ = target.classes;
    const std::vector<double> constant =
        best_constant(SoftmaxLoss{}, target.classes, target.weights, static_cast<int>(outputs_));
    start_.assign(constant.begin(), constant.end());
  } else if (target.task == Task::classification) {
    numbers_.assign(target.classes.begin(), target.classes.end());
    const std::vector<double> y(numbers_.begin(), numbers_.end());
    start_ = {static_cast<float>(best_constant(loss, y, target.weights))};
  } else {
    offset_ = best_constant(loss, target.values, target.weights);
    const double spread = deviation(target, offset_);
    if (spread > 0) scale_ = spread;
    for (const double y : target.values) numbers_.push_back(static_cast<float>((y - offset_) / scale_));
    start_ = {0.0F};
  }
  start_.resize(width(), 0.0F);
}

RowLoss::RowLoss(const RowLoss& units, const Target& target) : RowLoss(units.loss_, target) {
  offset_ = units.offset_;
  scale_ = units.scale_;
  start_ = units.start_;
  if (target.task == Task::classification) return;
  for (std::size_t row = 0; row < rows_; ++row)
    numbers_[row] = static_cast<float>((target.values[row] - offset_) / scale_);
}

double RowLoss::max_curvature() const noexcept {
  return std::visit(Overloaded{[](SquaredLoss) { return 1.0; }, [](LogisticLoss) { return 0.25; },
                               [](HingeLoss) { return 1.0; }, [](SoftmaxLoss) { return 0.25; },
                               [](ExponentialLoss) { return std::numeric_limits<double>::infinity(); }},
                    loss_);
}

double RowLoss::derive(RowRange rows, const float* scores, float* gradients, float* hessians) const {
  const std::size_t n = rows.size();
  const auto numbers = std::span(numbers_).subspan(numbers_.empty() ? 0 : rows.begin, numbers_.empty() ? 0 : n);
  const auto weights = std::span(weights_).subspan(weights_.empty() ? 0 : rows.begin, weights_.empty() ? 0 : n);
  const std::size_t count = n * width();
  return std::visit(Overloaded{
                        [&](SquaredLoss) { return derive_numbers(rows, scores, gradients, hessians); },
                        [&](LogisticLoss) {
                          return logistic_gradients({{scores, n}, numbers, weights}, {gradients, n}, {hessians, n});
                        },
                        [&](HingeLoss) { return derive_margins(rows, scores, gradients, hessians); },
                        [&](ExponentialLoss) { return derive_exponentials(rows, scores, gradients, hessians); },
                        [&](SoftmaxLoss) {
                          const auto classes = std::span(classes_).subspan(rows.begin, n);
                          return softmax_gradients({{scores, count}, classes, weights, outputs_, width()},
                                                   {gradients, count}, {hessians, count});
                        },
                    },
                    loss_);
}

// Sixteen separate sums over the rows, so that whole vectors can be added.
double RowLoss::derive_numbers(RowRange rows, const float* scores, float* gradients, float* hessians) const {
  const float* y = numbers_.data() + rows.begin;
  std::array<double, kLanes> sums{};
  for (std::size_t begin = 0; begin < rows.size(); begin += kLanes) {
    const std::size_t count = std::min(kLanes, rows.size() - begin);
    for (std::size_t lane = 0; lane < count; ++lane) {
      const std::size_t i = begin + lane;
      const float w = weights_.empty() ? 1.0F : weights_[rows.begin + i], residual = scores[i] - y[i];
      gradients[i] = w * residual;
      hessians[i] = w;
      sums[lane] += static_cast<double>(0.5F * w * residual * residual);
    }
  }
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

double RowLoss::derive_margins(RowRange rows, const float* scores, float* gradients, float* hessians) const {
  const float* y = numbers_.data() + rows.begin;
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float w = weights_.empty() ? 1.0F : weights_[rows.begin + i], side = 2 * y[i] - 1;
    const float shortfall = std::max(0.0F, 1 - side * scores[i]);
    gradients[i] = -w * side * shortfall;
    hessians[i] = shortfall > 0 ? w : 0.0F;
    sum += static_cast<double>(0.5F * w * shortfall * shortfall);
  }
  return sum;
}

double RowLoss::derive_exponentials(RowRange rows, const float* scores, float* gradients, float* hessians) const {
  const float* y = numbers_.data() + rows.begin;
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double w = static_cast<double>(weight(rows.begin + i)), label = static_cast<double>(y[i]);
    const double score = static_cast<double>(scores[i]);
    gradients[i] = static_cast<float>(w * ExponentialLoss::gradient(label, score));
    hessians[i] = static_cast<float>(w * ExponentialLoss::hessian(label, score));
    sum += w * ExponentialLoss::value(label, score);
  }
  return sum;
}

}  // namespace espalier

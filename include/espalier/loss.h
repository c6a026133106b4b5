// Losses, and the links that turn scores into predictions.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace espalier {

// How scores become predictions.
enum class Link : std::uint8_t {
  identity,     // regression: the score is the prediction
  logistic,     // one score: P(class 1) = 1 / (1 + e^-f)
  softmax,      // K scores: P(class k) = e^f_k / Σ e^f
  probability,  // the scores are probabilities: one (of class 1) or K
};

// A scalar loss takes y and the score f. Regression: y is the target. Binary: y is 0 or 1.
// ½ (f - y)²
struct SquaredLoss {
  static constexpr Link link = Link::identity;
  static double value(double y, double f) noexcept;
  static double gradient(double y, double f) noexcept;
  static double hessian(double y, double f) noexcept;
};

// log(1 + e^-f) for y = 1, log(1 + e^f) for y = 0
struct LogisticLoss {
  static constexpr Link link = Link::logistic;
  static double value(double y, double f) noexcept;
  static double gradient(double y, double f) noexcept;
  static double hessian(double y, double f) noexcept;
};

// The squared hinge ½ max(0, 1 - m)², m = f for y = 1 and -f for y = 0: smooth enough for Newton steps.
struct HingeLoss {
  static constexpr Link link = Link::logistic;
  static double value(double y, double f) noexcept;
  static double gradient(double y, double f) noexcept;
  static double hessian(double y, double f) noexcept;  // 1 inside the margin, 0 outside
};

// The loss of AdaBoost, e^-m/2, m = f for y = 1 and -f for y = 0. AdaBoost's own score is F = f/2, so that its loss is
// e^-yF with y = ±1 and its probability 1 / (1 + e^-2F): in f, which is the log-odds, this is the logistic link.
// Margins below -160 count as -160, so that nothing overflows.
struct ExponentialLoss {
  static constexpr Link link = Link::logistic;
  static double value(double y, double f) noexcept;
  static double gradient(double y, double f) noexcept;
  static double hessian(double y, double f) noexcept;
};

// log Σ e^f_k - f_y, over K scores; y is a class code. The Hessian is its diagonal p_k (1 - p_k).
struct SoftmaxLoss {
  static constexpr Link link = Link::softmax;
  static double value(int y, std::span<const double> f) noexcept;
  static void gradient(int y, std::span<const double> f, std::span<double> out) noexcept;
  static void hessian(int y, std::span<const double> f, std::span<double> out) noexcept;
};

using Loss = std::variant<SquaredLoss, LogisticLoss, HingeLoss, SoftmaxLoss, ExponentialLoss>;

Link link_of(const Loss& loss);

// The constant score with the least weighted loss. `weights` may be empty (all 1).
// Squared: the weighted mean. Logistic and exponential: the log-odds, clipped to ±15 if a class has no weight. Hinge:
// 2p - 1. For the scalar losses y holds targets, or 0 and 1.
double best_constant(const Loss& scalar_loss, std::span<const double> y, std::span<const double> weights);

// Softmax: centred log-frequencies; a class without weight is 15 below the lowest class that has some.
std::vector<double> best_constant(const SoftmaxLoss&, std::span<const std::int32_t> y, std::span<const double> weights,
                                  int classes);

// Turns the scores of one row into class probabilities (`out` has one entry per class, at least two), for any link but
// identity. Scores that are probabilities are cut to [0, 1], and rescaled to the sum 1 if there is one per class.
void to_probabilities(Link link, std::span<const double> scores, std::span<double> out) noexcept;

}  // namespace espalier

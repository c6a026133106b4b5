// Losses, their derivatives in the score, and the links from scores to probabilities.
//
// Nothing overflows, and small results keep their digits: for p near 1 what matters is 1 - p, so each side is computed
// from e^-|f| and never as a difference from 1. One exponential per score.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/math.h"
#include "espalier/loss.h"

namespace espalier {
namespace {

// log(1 + t), t >= 0. Rounding 1 + t loses digits of t; the quotient t / ((1 + t) - 1) restores them.
double log_one_plus(double t) noexcept {
  const double sum = 1 + t;
  return sum == 1 ? t : logarithm(sum) * (t / (sum - 1));
}

// log(1 + e^x)
double softplus(double x) noexcept { return (x > 0 ? x : 0) + log_one_plus(exponential(-std::fabs(x))); }

// 1 / (1 + e^-f)
double logistic(double f) noexcept {
  const double small = exponential(-std::fabs(f));
  return (f < 0 ? small : 1) / (1 + small);
}

double margin(double y, double f) noexcept { return y > 0.5 ? f : -f; }

std::size_t largest(std::span<const double> f) noexcept {
  return static_cast<std::size_t>(std::max_element(f.begin(), f.end()) - f.begin());
}

// out_k = e^(f_k - f_top); returns their sum without the top one, which is 1.
double exponentials(std::span<const double> f, std::size_t top, std::span<double> out) noexcept {
  double others = 0;
  for (std::size_t k = 0; k < f.size(); ++k) {
    out[k] = k == top ? 1 : exponential(f[k] - f[top]);
    if (k != top) others += out[k];
  }
  return others;
}

void softmax(std::span<const double> scores, std::span<double> out) noexcept {
  const double total = 1 + exponentials(scores, largest(scores), out);
  for (double& p : out) p /= total;
}

// Sums of tree values can leave [0, 1] slightly; reported probabilities must not.
void probabilities(std::span<const double> scores, std::span<double> out) noexcept {
  if (scores.size() == 1) {
    out[1] = std::clamp(scores[0], 0.0, 1.0);
    out[0] = 1 - out[1];
    return;
  }
  double total = 0;
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = std::max(0.0, scores[k]);
    total += out[k];
  }
  for (double& p : out) p = total > 0 ? p / total : 1 / static_cast<double>(out.size());
}

}  // namespace

double SquaredLoss::value(double y, double f) noexcept { return 0.5 * (f - y) * (f - y); }
double SquaredLoss::gradient(double y, double f) noexcept { return f - y; }
double SquaredLoss::hessian(double, double) noexcept { return 1; }

double LogisticLoss::value(double y, double f) noexcept { return softplus(-margin(y, f)); }

double LogisticLoss::gradient(double y, double f) noexcept { return y > 0.5 ? -logistic(-f) : logistic(f); }

double LogisticLoss::hessian(double, double f) noexcept {
  const double small = exponential(-std::fabs(f));
  return small / ((1 + small) * (1 + small));
}

double HingeLoss::value(double y, double f) noexcept {
  const double short_of = std::max(0.0, 1 - margin(y, f));
  return 0.5 * short_of * short_of;
}

double HingeLoss::gradient(double y, double f) noexcept {
  const double short_of = std::max(0.0, 1 - margin(y, f));
  return y > 0.5 ? -short_of : short_of;
}

double HingeLoss::hessian(double y, double f) noexcept { return margin(y, f) < 1 ? 1 : 0; }

double ExponentialLoss::value(double y, double f) noexcept { return exponential(-std::max(margin(y, f), -160.0) / 2); }

double ExponentialLoss::gradient(double y, double f) noexcept {
  const double half = value(y, f) / 2;
  return y > 0.5 ? -half : half;
}

double ExponentialLoss::hessian(double y, double f) noexcept { return value(y, f) / 4; }

double SoftmaxLoss::value(int y, std::span<const double> f) noexcept {
  const std::size_t top = largest(f);
  double others = 0;
  for (std::size_t k = 0; k < f.size(); ++k) {
    if (k != top) others += exponential(f[k] - f[top]);
  }
  return log_one_plus(others) + (f[top] - f[static_cast<std::size_t>(y)]);
}

void SoftmaxLoss::gradient(int y, std::span<const double> f, std::span<double> out) noexcept {
  const auto own = static_cast<std::size_t>(y);
  const double total = 1 + exponentials(f, largest(f), out);
  double rest = 0;
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (k != own) rest += out[k];
    out[k] /= total;
  }
  out[own] = -rest / total;
}

void SoftmaxLoss::hessian(int, std::span<const double> f, std::span<double> out) noexcept {
  const std::size_t top = largest(f);
  const double others = exponentials(f, top, out);
  const double total = 1 + others;
  for (std::size_t k = 0; k < out.size(); ++k) {
    const double rest = k == top ? others : total - out[k];
    out[k] = (out[k] / total) * (rest / total);
  }
}

Link link_of(const Loss& loss) {
  return std::visit([](const auto& one) { return one.link; }, loss);
}

void to_probabilities(Link link, std::span<const double> scores, std::span<double> out) noexcept {
  switch (link) {
    case Link::logistic:
      out[0] = logistic(-scores[0]);
      out[1] = logistic(scores[0]);
      return;
    case Link::softmax:
      return softmax(scores, out);
    case Link::probability:
      return probabilities(scores, out);
    case Link::identity:  // regression has no probabilities
      return;
  }
}

}  // namespace espalier

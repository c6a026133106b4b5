// One number per row, exp(-f_y / (K - 1)), and for a node the sums of it over the rows of each class, the class errors
// (eq. 19).
#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "espalier/error.h"
#include "grow/induced/node_loss.h"

namespace espalier {
namespace {

constexpr double kLeastError = 1e-280;  // of a row; with 0 its class would count as absent

class ExponentialNodes final : public NodeLoss {
 public:
  ExponentialNodes(std::span<const std::int32_t> classes, std::size_t class_count, const WeightedRows& rows,
                   double saturation)
      : saturation_(saturation),
        limit_(exponential(saturation)),
        classes_(classes.begin(), classes.end()),
        weights_(rows.weights.begin(), rows.weights.end()),
        count_(class_count),
        errors_(classes.size(), 1.0) {
    if (!weights_.empty()) errors_ = weights_;
    std::vector<double> sums(count_);
    for (const std::uint32_t row : rows.rows) sums[of(row)] += errors_[row];
    start_.resize(count_);
    log_ratios(sums, start_);
    std::vector<double> factors(count_);
    for (std::size_t k = 0; k < count_; ++k) factors[k] = exponential(-start_[k]);
    for (const std::uint32_t row : rows.rows) errors_[row] *= factors[of(row)];
  }

  std::unique_ptr<NodeLoss> clone() const override { return std::make_unique<ExponentialNodes>(*this); }
  std::size_t width() const override { return count_; }
  std::vector<double> start() const override { return start_; }

  // The class errors.
  std::size_t sum_count() const override { return count_; }
  void add_up(std::span<const std::uint32_t> rows, std::span<double> sums) const override {
    std::ranges::fill(sums, 0.0);
    for (const std::uint32_t row : rows) sums[of(row)] += errors_[row];
  }

  // No ridge: only their ratios count.
  double best_weight_of(std::span<const double> sums, const NodeRidge&, std::span<double> weight) const override {
    log_ratios(sums, weight);
    double gain = 0;
    for (std::size_t k = 0; k < count_; ++k) gain += sums[k] * (1 - exponential(-weight[k]));
    return gain;
  }

  void add(std::span<const std::uint32_t> rows, std::span<const double> weight) override {
    std::vector<double> factors(count_);
    for (std::size_t k = 0; k < count_; ++k) factors[k] = exponential(-weight[k]);
    for (const std::uint32_t row : rows) errors_[row] = std::max(errors_[row] * factors[of(row)], kLeastError);
  }

  void slopes(std::span<const std::uint32_t> rows, std::span<float> out) const override {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto error = static_cast<float>(errors_[rows[i]] / (weights_.empty() ? 1 : weights_[rows[i]]));
      std::fill_n(out.data() + i * count_, count_, -error / static_cast<float>(count_ - 1));
      out[i * count_ + of(rows[i])] = error;
    }
  }

 private:
  std::size_t of(std::size_t row) const noexcept { return static_cast<std::size_t>(classes_[row]); }

  // Equations 22 and 23, over K - 1. The paper's τ lacks the case of an ordinary ratio, and is 0 for two empty classes.
  // Values below 0 are rounding errors of sums that were kept while rows changed.
  struct Error {
    double sum, log;
  };
  double tau(const Error& a, const Error& b) const {
    if (a.sum <= 0 && b.sum <= 0) return 0;
    if (b.sum <= 0 || a.sum > b.sum * limit_) return saturation_;
    if (a.sum <= 0 || b.sum > a.sum * limit_) return -saturation_;
    return a.log - b.log;
  }
  void log_ratios(std::span<const double> sums, std::span<double> logs) const {
    std::vector<Error> errors;
    for (const double sum : sums) errors.push_back({sum, sum > 0 ? logarithm(sum) : 0});
    std::ranges::fill(logs, 0.0);
    for (std::size_t k = 0; k < count_; ++k) {
      for (std::size_t l = k + 1; l < count_; ++l) {
        const double ratio = tau(errors[k], errors[l]) / static_cast<double>(count_);
        logs[k] += ratio;
        logs[l] -= ratio;
      }
    }
  }

  double saturation_, limit_;
  std::vector<std::int32_t> classes_;
  std::vector<double> weights_;  // one per row, or empty
  std::size_t count_;
  std::vector<double> errors_;  // times the weights
  std::vector<double> start_;
};

}  // namespace

std::unique_ptr<NodeLoss> exponential_nodes(std::span<const std::int32_t> classes, std::size_t class_count,
                                            const WeightedRows& rows, double saturation) {
  return std::make_unique<ExponentialNodes>(classes, class_count, rows, saturation);
}

}  // namespace espalier

// The best weight is the mean residual (eq. 9), output by output. Residuals are doubles, since at rate 1 a forest takes
// nodes until rounding has left nothing to gain: with floats it would end with a third of the nodes.
#include <algorithm>
#include <array>

#include "grow/induced/node_loss.h"

namespace espalier {
namespace {

class SquaredNodes final : public NodeLoss {
 public:
  SquaredNodes(std::span<const double> values, std::size_t width, const WeightedRows& rows)
      : width_(width), weights_(rows.weights.begin(), rows.weights.end()), start_(width), residuals_(values.size()) {
    double total = 0;
    for (const std::uint32_t row : rows.rows) {
      total += weight_of(row);
      for (std::size_t k = 0; k < width; ++k) start_[k] += weight_of(row) * values[row * width + k];
    }
    for (double& mean : start_) mean /= total;
    for (std::size_t i = 0; i < values.size(); ++i) residuals_[i] = values[i] - start_[i % width];
  }

  std::unique_ptr<NodeLoss> clone() const override { return std::make_unique<SquaredNodes>(*this); }
  std::size_t width() const override { return width_; }
  std::vector<double> start() const override { return start_; }

  // Sums of the weighted residuals, and of the weights themselves.
  std::size_t sum_count() const override { return width_ + 1; }
  void add_up(std::span<const std::uint32_t> rows, std::span<double> sums) const override {
    if (width_ == 1 && weights_.empty()) {
      sums[0] = add_up_plain(rows);
      sums[1] = static_cast<double>(rows.size());
      return;
    }
    std::ranges::fill(sums, 0.0);
    for (const std::uint32_t row : rows) {
      const double w = weight_of(row);
      const double* residual = residuals_.data() + std::size_t{row} * width_;
      for (std::size_t k = 0; k < width_; ++k) sums[k] += w * residual[k];
      sums[width_] += w;
    }
  }

  double best_weight_of(std::span<const double> sums, const NodeRidge& ridge, std::span<double> weight) const override {
    std::ranges::fill(weight, 0.0);
    const double total = ridge.penalty + sums[width_];
    if (!(total > 0)) return 0;
    double gap = 0;
    for (std::size_t k = 0; k < width_; ++k) {
      const double sum = sums[k] - (ridge.weight.empty() ? 0 : ridge.penalty * ridge.weight[k]);
      gap += sum * sum / total;
      weight[k] = sum / total;
    }
    return gap;
  }

  void add(std::span<const std::uint32_t> rows, std::span<const double> weight) override {
    if (width_ == 1) {
      const double change = weight[0];
      for (const std::uint32_t row : rows) residuals_[row] -= change;
      return;
    }
    for (const std::uint32_t row : rows) {
      double* residual = residuals_.data() + std::size_t{row} * width_;
      for (std::size_t k = 0; k < width_; ++k) residual[k] -= weight[k];
    }
  }

  void slopes(std::span<const std::uint32_t> rows, std::span<float> out) const override {
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t k = 0; k < width_; ++k)
        out[i * width_ + k] = static_cast<float>(residuals_[std::size_t{rows[i]} * width_ + k]);
  }

 private:
  // Several sums at once, since each addition waits for the one before it.
  double add_up_plain(std::span<const std::uint32_t> rows) const {
    constexpr std::size_t kSums = 4;
    std::array<double, kSums> sums = {};
    std::size_t i = 0;
    for (; i + kSums <= rows.size(); i += kSums)
      for (std::size_t k = 0; k < kSums; ++k) sums[k] += residuals_[rows[i + k]];
    for (; i < rows.size(); ++i) sums[0] += residuals_[rows[i]];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  double weight_of(std::size_t row) const noexcept { return weights_.empty() ? 1 : weights_[row]; }

  std::size_t width_;
  std::vector<double> weights_, start_;
  std::vector<double> residuals_;
};

}  // namespace

std::unique_ptr<NodeLoss> squared_nodes(std::span<const double> values, std::size_t width, const WeightedRows& rows) {
  return std::make_unique<SquaredNodes>(values, width, rows);
}

}  // namespace espalier

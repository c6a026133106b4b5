// One diagonal Newton step per node. Only the probabilities of a row are kept: adding a weight multiplies the odds.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/math.h"
#include "grow/induced/node_loss.h"
#include "grow/induced/softmax_kernel.h"

namespace espalier {
namespace {

constexpr double kLeastCurve = 0.1;  // added to the second derivatives, so that pure nodes have a weight
constexpr double kMostWeight = 4;    // of a class
constexpr double kScoreRounding = 1e-12;
constexpr float kLeastProbability = 1e-25F;
constexpr std::size_t kBlock = 32;  // rows

class SoftmaxNodes final : public NodeLoss {
 public:
  SoftmaxNodes(std::span<const std::int32_t> classes, std::size_t class_count, const WeightedRows& rows)
      : count_(class_count),
        classes_(classes.begin(), classes.end()),
        weights_(rows.weights.begin(), rows.weights.end()),
        start_(class_count) {
    std::vector<double> shares(count_, 0.5);
    double total = 0.5 * static_cast<double>(count_);
    for (const std::uint32_t row : rows.rows) {
      shares[of(row)] += weight_of(row);
      total += weight_of(row);
    }
    double mean = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      start_[k] = logarithm(shares[k]);
      mean += start_[k] / static_cast<double>(count_);
    }
    // For classes with equally many rows each, this is 0, and not a rounding error.
    for (double& score : start_) score = std::abs(score - mean) < kScoreRounding ? 0 : score - mean;
    probabilities_.resize(classes_.size() * count_);
    for (std::size_t i = 0; i < probabilities_.size(); ++i)
      probabilities_[i] = static_cast<float>(shares[i % count_] / total);
  }

  std::unique_ptr<NodeLoss> clone() const override { return std::make_unique<SoftmaxNodes>(*this); }
  std::size_t width() const override { return count_; }
  std::vector<double> start() const override { return start_; }

  // The slopes of the classes, then the second derivatives.
  std::size_t sum_count() const override { return 2 * count_; }
  void add_up(std::span<const std::uint32_t> rows, std::span<double> sums) const override {
    std::ranges::fill(sums, 0.0);
    std::vector<float> block(2 * count_);
    for (; !rows.empty(); rows = rows.subspan(std::min(kBlock, rows.size()))) {
      add_block(rows.first(std::min(kBlock, rows.size())), block.data(), block.data() + count_);
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += static_cast<double>(std::exchange(block[k], 0.0F));
    }
  }

  double best_weight_of(std::span<const double> sums, const NodeRidge& ridge, std::span<double> weight) const override {
    const double least = ridge.penalty > 0 ? ridge.penalty : kLeastCurve;
    const double classes = static_cast<double>(count_), share = (classes - 1) / classes;
    double gap = 0, mean = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      const double slope = sums[k] - (ridge.weight.empty() ? 0 : ridge.penalty * ridge.weight[k]);
      weight[k] = std::clamp(share * slope / (least + sums[count_ + k]), -kMostWeight, kMostWeight);
      gap += 0.5 * slope * weight[k];
      mean += weight[k] / classes;
    }
    for (double& each : weight) each -= mean;
    return gap;
  }

  void add(std::span<const std::uint32_t> rows, std::span<const double> weight) override {
    std::vector<float> factors(count_);
    for (std::size_t k = 0; k < count_; ++k) factors[k] = static_cast<float>(exponential(weight[k]));
    for (const std::uint32_t row : rows) {
      float* p = probabilities_.data() + std::size_t{row} * count_;
      const float total = multiply(p, factors.data());
      const float scale = 1 / total;
      for (std::size_t k = 0; k < count_; ++k) p[k] *= scale;
    }
  }

  void slopes(std::span<const std::uint32_t> rows, std::span<float> out) const override {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const float* p = probabilities_.data() + std::size_t{rows[i]} * count_;
      for (std::size_t k = 0; k < count_; ++k) out[i * count_ + k] = -p[k];
      out[i * count_ + of(rows[i])] += 1;
    }
  }

 private:
  // Only a few rows, so floats are enough.
  void add_block(std::span<const std::uint32_t> rows, float* slopes, float* curves) const {
    add_softmax_rows({probabilities_.data(), classes_.data(), weights_.empty() ? nullptr : weights_.data(), count_},
                     rows, slopes, curves);
  }

  // Returns the sum of the products: four at once, since each addition waits for the one before it.
  float multiply(float* __restrict p, const float* __restrict factors) const {
    constexpr std::size_t kSums = 4;
    std::array<float, kSums> sums = {};
    std::size_t k = 0;
    for (; k + kSums <= count_; k += kSums) {
      for (std::size_t i = 0; i < kSums; ++i) {
        p[k + i] = std::max(p[k + i] * factors[k + i], kLeastProbability);
        sums[i] += p[k + i];
      }
    }
    for (; k < count_; ++k) {
      p[k] = std::max(p[k] * factors[k], kLeastProbability);
      sums[0] += p[k];
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  std::size_t of(std::size_t row) const noexcept { return static_cast<std::size_t>(classes_[row]); }
  double weight_of(std::size_t row) const noexcept { return weights_.empty() ? 1 : weights_[row]; }

  std::size_t count_;
  std::vector<std::int32_t> classes_;
  std::vector<double> weights_, start_;
  std::vector<float> probabilities_;
};

}  // namespace

std::unique_ptr<NodeLoss> softmax_nodes(std::span<const std::int32_t> classes, std::size_t class_count,
                                        const WeightedRows& rows) {
  return std::make_unique<SoftmaxNodes>(classes, class_count, rows);
}

}  // namespace espalier

// The rows that networks are trained on or watched by: their inputs and their targets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace espalier {

enum class NetLoss : std::uint8_t { squared, logistic, softmax };

struct NetRows {
  std::vector<float> inputs;  // rows × width
  std::size_t width = 0;
  NetLoss loss = NetLoss::squared;
  std::size_t outputs = 1;
  std::vector<float> values;          // squared: the target; logistic: 1 or 0
  std::vector<std::int32_t> classes;  // softmax
  std::vector<float> weights;         // empty: all 1

  std::size_t rows() const noexcept { return loss == NetLoss::softmax ? classes.size() : values.size(); }
  float weight(std::size_t row) const noexcept { return weights.empty() ? 1 : weights[row]; }
};

// Some rows, with some of their inputs, contiguous.
class NetBatch {
 public:
  void take(const NetRows& from, std::span<const std::uint32_t> rows, std::span<const std::uint32_t> inputs);

  std::size_t rows() const noexcept { return rows_; }
  const float* inputs() const noexcept { return inputs_.data(); }
  const float* inputs_of(std::size_t row) const noexcept { return inputs_.data() + row * width_; }

  std::span<const float> weights() const noexcept { return weights_; }  // empty: all 1

  // The gradients of the loss by the scores, rows × outputs, each with its row's weight; returns the sum of the losses.
  double gradients(std::span<const float> scores, std::vector<float>& out);

 private:
  std::size_t rows_ = 0, width_ = 0;
  NetLoss loss_ = NetLoss::squared;
  std::size_t outputs_ = 1;
  std::vector<float> inputs_, values_, weights_, hessians_;
  std::vector<std::int32_t> classes_;
};

}  // namespace espalier

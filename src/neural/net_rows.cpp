#include "neural/net_rows.h"

#include <algorithm>

#include "loss/logistic_rows.h"
#include "loss/softmax_rows.h"

namespace espalier {

void NetBatch::take(const NetRows& from, std::span<const std::uint32_t> rows, std::span<const std::uint32_t> inputs) {
  rows_ = rows.size();
  width_ = inputs.size();
  loss_ = from.loss;
  outputs_ = from.outputs;
  inputs_.resize(rows_ * width_);
  values_.clear();
  classes_.clear();
  weights_.clear();
  for (std::size_t i = 0; i < rows_; ++i) {
    const float* row = from.inputs.data() + rows[i] * from.width;
    float* to = inputs_.data() + i * width_;
    if (width_ == from.width)  // all inputs, in their order
      std::copy_n(row, width_, to);
    else
      for (std::size_t j = 0; j < width_; ++j) to[j] = row[inputs[j]];
    if (loss_ == NetLoss::softmax)
      classes_.push_back(from.classes[rows[i]]);
    else
      values_.push_back(from.values[rows[i]]);
    if (!from.weights.empty()) weights_.push_back(from.weights[rows[i]]);
  }
}

double NetBatch::gradients(std::span<const float> scores, std::vector<float>& out) {
  out.resize(rows_ * outputs_);
  hessians_.resize(rows_ * outputs_);
  if (loss_ == NetLoss::logistic) return logistic_gradients({scores, values_, weights_}, out, hessians_);
  if (loss_ == NetLoss::softmax)
    return softmax_gradients({scores, classes_, weights_, outputs_, outputs_}, out, hessians_);
  double sum = 0;
  for (std::size_t i = 0; i < rows_; ++i) {
    const float off = scores[i] - values_[i], weight = weights_.empty() ? 1 : weights_[i];
    out[i] = weight * off;
    sum += static_cast<double>(weight) * static_cast<double>(off) * static_cast<double>(off) / 2;
  }
  return sum;
}

}  // namespace espalier

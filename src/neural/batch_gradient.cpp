#include "neural/batch_gradient.h"

#include <bit>

namespace espalier {
namespace {

template <class Body>
void each_bit(std::uint32_t bits, Body&& body) {
  for (; bits != 0; bits &= bits - 1) body(static_cast<std::size_t>(std::countr_zero(bits)));
}

// The gradient of one rule at one row.
class RuleGradient {
 public:
  RuleGradient(const RuleGroup& group, RuleGroup& gradients) : group_(group), out_(gradients) {}

  // The derivative by the rule's value: gradient · value_k summed over the outputs.
  float by_value(std::size_t rule, float value, const float* of_scores) {
    float sum = 0;
    for (std::size_t k = 0; k < group_.shape().outputs; ++k) {
      out_.values(k)[rule] += of_scores[k] * value;
      sum += of_scores[k] * group_.values(k)[rule];
    }
    return sum;
  }

  void to_plane(std::size_t rule, std::size_t plane, float gradient, const float* inputs) {
    out_.offsets(plane)[rule] += gradient;
    if (group_.shape().inputs == 0) return;
    float* weight = out_.weights(plane, 0) + rule;
    for (std::size_t i = 0; i < group_.shape().inputs; ++i) weight[i * kGroupRules] += gradient * inputs[i];
  }

  // Through the second layer, whose unit `least` was the least.
  void through(std::size_t rule, std::size_t least, float gradient, const float* planes, const float* inputs) {
    out_.shifts(least)[rule] += gradient;
    for (std::size_t p = 0; p < group_.planes_of(rule); ++p) {
      const float plane = planes[p * kGroupRules + rule];
      if (plane <= 0) continue;
      out_.mixing(least, p)[rule] += gradient * plane;
      to_plane(rule, p, gradient * group_.mixing(least, p)[rule], inputs);
    }
  }

 private:
  const RuleGroup& group_;
  RuleGroup& out_;
};

}  // namespace

void add_scores(const RuleGroup& group, const RuleActivity& activity, std::uint32_t alive, std::size_t rows,
                float* scores) {
  const std::size_t outputs = group.shape().outputs;
  for (std::size_t row = 0; row < rows; ++row) {
    const float* values = activity.values_of(row);
    each_bit(activity.active[row] & alive, [&](std::size_t rule) {
      for (std::size_t k = 0; k < outputs; ++k) scores[row * outputs + k] += values[rule] * group.values(k)[rule];
    });
  }
}

void add_gradients(const RuleGroup& group, const RuleActivity& activity, std::uint32_t alive, const NetBatch& batch,
                   const float* of_scores, RuleGroup& gradients) {
  RuleGradient rules(group, gradients);
  const GroupShape& shape = group.shape();
  for (std::size_t row = 0; row < batch.rows(); ++row) {
    const float* inputs = batch.inputs_of(row);
    each_bit(activity.active[row] & alive, [&](std::size_t rule) {
      const float gradient = rules.by_value(rule, activity.values_of(row)[rule], of_scores + row * shape.outputs);
      const auto least = static_cast<std::size_t>(activity.least_of(row)[rule]);
      if (shape.deep)
        rules.through(rule, least, gradient, activity.planes_of(row, shape.planes), inputs);
      else
        rules.to_plane(rule, least, gradient, inputs);
    });
  }
}

}  // namespace espalier

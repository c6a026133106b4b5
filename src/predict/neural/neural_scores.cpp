// score_k(x) = b_k + Σ_r value_rk · r(x). A rule's sums are float32: from the offset on, in order of the inputs, each
// product rounded before it is added. The products with the values are exact in double, and are added in order of the
// rules; rules that are 0 are left out. So every form gets the same bits.
#include "predict/neural/neural_scores.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/assert.h"
#include "model/rule_view.h"
#include "predict/neural/neural_input.h"

namespace espalier {
namespace {

float relu(float value) noexcept { return value > 0 ? value : 0; }

float plane_of(const NeuralNet& net, const RuleView& rule, std::size_t j, const float* inputs) noexcept {
  const float* weights = rule.plane(j).data();
  float sum = rule.offset(j);
  for (std::size_t i = 0; i < net.inputs.size(); ++i) sum += weights[i] * inputs[net.inputs[i]];
  return sum;
}

float plain_rule(const NeuralNet& net, const RuleView& rule, const float* inputs) noexcept {
  float least = relu(plane_of(net, rule, 0, inputs));
  for (std::size_t j = 1; j < rule.planes && least > 0; ++j)
    least = std::min(least, relu(plane_of(net, rule, j, inputs)));
  return least;
}

float deep_rule(const NeuralNet& net, const RuleView& rule, const float* inputs) noexcept {
  std::array<float, kMostPlanes> hidden;
  for (std::size_t j = 0; j < rule.planes; ++j) hidden[j] = relu(plane_of(net, rule, j, inputs));
  const auto mixed = [&](std::size_t k) {
    const float* weights = rule.mix(k).data();
    float sum = rule.mix_offset(k);
    for (std::size_t j = 0; j < rule.planes; ++j) sum += weights[j] * hidden[j];
    return relu(sum);
  };
  float least = mixed(0);
  for (std::size_t k = 1; k < rule.planes && least > 0; ++k) least = std::min(least, mixed(k));
  return least;
}

}  // namespace

NeuralScores::NeuralScores(const std::vector<Feature>& features, const NeuralRules& rules)
    : features_(features), rules_(rules) {
  for (const NeuralInput& input : rules.inputs) ESPALIER_ASSERT(input.feature < features.size());
}

void NeuralScores::scores_of_inputs(const float* inputs, double* out) const noexcept {
  std::copy(rules_.intercept.begin(), rules_.intercept.end(), out);
  each_rule(rules_, [&](const NeuralNet& net, const RuleView& rule) {
    const float held = rules_.deep ? deep_rule(net, rule, inputs) : plain_rule(net, rule, inputs);
    if (!(held > 0)) return;
    for (std::size_t k = 0; k < rule.values.size(); ++k)
      out[k] += static_cast<double>(rule.values[k]) * static_cast<double>(held);
  });
}

BatchedNeuralScores::BatchedNeuralScores(const NeuralRules& rules) : rules_(rules) {
  for (const NeuralNet& net : rules.nets) groups_.push_back(to_groups(net, rules.intercept.size(), rules.deep));
}

void BatchedNeuralScores::scores(const BoundTable& table, std::size_t begin, std::size_t end, double* out) const {
  const std::size_t rows = end - begin, outputs = rules_.intercept.size();
  for (std::size_t row = 0; row < rows; ++row)
    std::copy(rules_.intercept.begin(), rules_.intercept.end(), out + row * outputs);
  const std::vector<float> inputs = input_columns(table, begin, end);
  std::vector<float> of_net;
  RuleActivity activity;
  for (std::size_t n = 0; n < groups_.size(); ++n) {
    const std::vector<std::uint32_t>& used = rules_.nets[n].inputs;
    of_net.resize(rows * used.size());
    for (std::size_t i = 0; i < used.size(); ++i)
      for (std::size_t row = 0; row < rows; ++row) of_net[row * used.size() + i] = inputs[used[i] * rows + row];
    for (const RuleGroup& group : groups_[n]) {
      activate(group, of_net.data(), rows, activity);
      add(group, activity, rows, out);
    }
  }
}

// Inputs × rows.
std::vector<float> BatchedNeuralScores::input_columns(const BoundTable& table, std::size_t begin,
                                                      std::size_t end) const {
  std::vector<float> values;
  values.reserve(rules_.inputs.size() * (end - begin));
  for (const NeuralInput& input : rules_.inputs) {
    const ColumnView& column = table.columns()[input.feature];
    for (std::size_t row = begin; row < end; ++row)
      values.push_back(
          scaled(input, column.numeric() ? number_of(input, column.value(row)) : number_of(input, column.code(row))));
  }
  return values;
}

void BatchedNeuralScores::add(const RuleGroup& group, const RuleActivity& activity, std::size_t rows,
                              double* out) const {
  const std::size_t outputs = rules_.intercept.size();
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::uint32_t bits = activity.active[row]; bits != 0; bits &= bits - 1) {
      const auto rule = static_cast<std::size_t>(std::countr_zero(bits));
      for (std::size_t k = 0; k < outputs; ++k)
        out[row * outputs + k] +=
            static_cast<double>(group.values(k)[rule]) * static_cast<double>(activity.values_of(row)[rule]);
    }
  }
}

void NeuralScores::scores(std::span<const float> row, std::span<double> out) const {
  std::vector<float> inputs(rules_.inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const NeuralInput& input = rules_.inputs[i];
    const float value = row[input.feature];
    const auto labels = static_cast<float>(features_[input.feature].labels.size());
    const bool known = value >= 0 && value < labels;
    inputs[i] = scaled(input, input.kind == NeuralInput::Kind::label
                                  ? number_of(input, known ? static_cast<std::int32_t>(value) : kMissingCode)
                                  : number_of(input, value));
  }
  scores_of_inputs(inputs.data(), out.data());
}

}  // namespace espalier

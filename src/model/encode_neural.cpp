// The section of neural rules: intercepts, inputs feature by feature in the order of the schema, then the nets. Indices
// ascend, so that the gaps between them are written, mostly in a byte.
#include <algorithm>

#include "base/assert.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "model/format.h"
#include "model/neural_rules.h"

namespace espalier {
namespace {

// Things that make_model() leaves out must not be there either.
void check_lean(const Model& model, const NeuralRules& rules) {
  const std::vector<bool> used = used_inputs(rules);
  ESPALIER_ASSERT(std::ranges::find(used, false) == used.end());
  std::vector<bool> seen(model.features.size());
  for (const NeuralInput& input : rules.inputs) seen[input.feature] = true;
  ESPALIER_ASSERT(std::ranges::find(seen, false) == seen.end());
  const std::size_t outputs = rules.intercept.size();
  for (const NeuralNet& net : rules.nets) {
    ESPALIER_ASSERT(!net.planes.empty());
    for (std::size_t r = 0; r < net.planes.size(); ++r) {
      const auto values = std::span(net.values).subspan(r * outputs, outputs);
      ESPALIER_ASSERT(std::ranges::any_of(values, [](float value) { return value != 0; }));
    }
  }
}

void write_scale(const NeuralInput& input, ByteWriter& out) {
  out.f32(input.centre);
  out.f32(input.spread);
}

void write_floats(std::span<const float> numbers, ByteWriter& out) {
  for (const float number : numbers) out.f32(number);
}

// The first index, then the number of indices skipped before each of the others.
template <class Index>
void write_ascending(std::size_t count, Index&& index, ByteWriter& out) {
  for (std::size_t i = 0; i < count; ++i) out.varint(i == 0 ? index(0) : index(i) - index(i - 1) - 1);
}

void write_value(const NeuralInput& input, ByteWriter& out) {
  out.f32(input.fill);
  if (input.knots.empty()) return write_scale(input, out);
  out.varint(static_cast<std::uint32_t>(input.knots.size()));
  write_floats(input.knots, out);
  write_floats(input.levels, out);
}

void write_numeric(std::span<const NeuralInput> inputs, ByteWriter& out) {
  std::uint8_t which = 0;
  for (const NeuralInput& input : inputs) {
    if (input.kind == NeuralInput::Kind::missing)
      which |= kMissingness;
    else
      which |= input.knots.empty() ? kPlainValue : kKnottedValue;
  }
  out.u8(which);
  for (const NeuralInput& input : inputs) {
    if (input.kind == NeuralInput::Kind::missing)
      write_scale(input, out);
    else
      write_value(input, out);
  }
}

void write_labels(std::span<const NeuralInput> inputs, ByteWriter& out) {
  out.varint(static_cast<std::uint32_t>(inputs.size()));
  write_ascending(
      inputs.size(), [&](std::size_t i) { return inputs[i].label; }, out);
  for (const NeuralInput& input : inputs) write_scale(input, out);
}

void write_net(const NeuralNet& net, ByteWriter& out) {
  out.varint(static_cast<std::uint32_t>(net.inputs.size()));
  write_ascending(
      net.inputs.size(), [&](std::size_t i) { return net.inputs[i]; }, out);
  out.varint(static_cast<std::uint32_t>(net.planes.size()));
  for (const std::uint32_t planes : net.planes) out.u8(static_cast<std::uint8_t>(planes));
  write_floats(net.weights, out);
  write_floats(net.mixing, out);
  write_floats(net.values, out);
}

}  // namespace

std::vector<std::byte> encode_neural(const Model& model, const NeuralRules& rules) {
  check_neural(rules, model.features);
  check_lean(model, rules);
  ByteWriter out;
  for (const double intercept : rules.intercept) out.f64(intercept);
  out.u8(rules.deep ? 1 : 0);
  std::size_t first = 0;
  for (std::size_t f = 0; f < model.features.size(); ++f) {
    std::size_t end = first;
    while (end < rules.inputs.size() && rules.inputs[end].feature == f) ++end;
    const auto inputs = std::span(rules.inputs).subspan(first, end - first);
    if (model.features[f].type == ColumnType::numeric)
      write_numeric(inputs, out);
    else
      write_labels(inputs, out);
    first = end;
  }
  out.varint(static_cast<std::uint32_t>(rules.nets.size()));
  for (const NeuralNet& net : rules.nets) write_net(net, out);
  return out.take();
}

}  // namespace espalier

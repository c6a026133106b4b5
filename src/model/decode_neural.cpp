// The section of neural rules back to NeuralRules. Counts are checked against the bytes that are left; the number of a
// net's numbers is known, and checked, before any are read. Linear in the section.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "model/format.h"
#include "model/neural_rules.h"
#include "model/rule_view.h"

namespace espalier {
namespace {

using Kind = NeuralInput::Kind;

std::vector<float> read_floats(ByteReader& in, std::size_t count, std::string_view what) {
  std::vector<float> numbers(count);
  for (float& number : numbers) number = in.f32(what);
  return numbers;
}

// Indices below `end`, read as the gaps before them, so that they can only ascend.
std::vector<std::uint32_t> read_ascending(ByteReader& in, std::size_t count, std::size_t end, std::string_view what) {
  std::vector<std::uint32_t> indices(count);
  std::uint64_t next = 0;
  for (std::uint32_t& index : indices) {
    next += in.varint(what);
    if (next >= end) in.fail(fmt::format("{} is {}, must be below {}", what, next, end));
    index = static_cast<std::uint32_t>(next++);
  }
  return indices;
}

void read_scale(ByteReader& in, NeuralInput& input) {
  input.centre = in.f32("the centre of an input");
  input.spread = in.f32("the spread of an input");
  if (!(input.spread > 0)) in.fail(fmt::format("the spread of an input must be above 0, is {}", input.spread));
}

void read_knots(ByteReader& in, NeuralInput& input) {
  const std::uint32_t knots = in.count("the number of knots", 2 * sizeof(float));
  if (knots < 2) in.fail(fmt::format("an input with knots needs at least 2, has {}", knots));
  input.knots = read_floats(in, knots, "a knot");
  if (std::ranges::adjacent_find(input.knots, std::ranges::greater_equal()) != input.knots.end())
    in.fail("knots must ascend");
  input.levels = read_floats(in, knots, "the level of a knot");
  if (!std::ranges::is_sorted(input.levels)) in.fail("the levels of knots must not fall");
}

void read_numeric(ByteReader& in, std::uint32_t feature, std::vector<NeuralInput>& inputs) {
  const std::uint8_t which = in.u8("the inputs of a numeric feature");
  const bool plain = (which & kPlainValue) != 0;
  const bool knotted = (which & kKnottedValue) != 0;
  if (which == 0 || which >= 2 * kMissingness || (plain && knotted))
    in.fail(fmt::format("the inputs of a numeric feature are 1, 2, 4, 5 or 6, not {}", which));
  if (plain || knotted) {
    NeuralInput& input = inputs.emplace_back();
    input.feature = feature;
    input.fill = in.f32("the fill of an input");
    if (plain)
      read_scale(in, input);
    else
      read_knots(in, input);
  }
  if (which & kMissingness) {
    NeuralInput& input = inputs.emplace_back();
    input.kind = Kind::missing;
    input.feature = feature;
    read_scale(in, input);
  }
}

void read_labels(ByteReader& in, const Feature& of, std::uint32_t feature, std::vector<NeuralInput>& inputs) {
  const std::uint32_t count = in.count("the number of a feature's labels with an input", 1 + 2 * sizeof(float));
  if (count == 0) in.fail(fmt::format("no input uses the feature \"{}\"", of.name));
  for (const std::uint32_t label : read_ascending(in, count, of.labels.size(), "the label of an input")) {
    NeuralInput& input = inputs.emplace_back();
    input.kind = Kind::label;
    input.feature = feature;
    input.label = label;
    read_scale(in, input);
  }
}

std::vector<float> read_weights(ByteReader& in, std::size_t count, std::string_view what) {
  std::vector<float> weights = read_floats(in, count, what);
  for (const float weight : weights)
    if (std::fabs(weight) > kMostWeight)
      in.fail(fmt::format("{} must be within ±{:g}, is {}", what, kMostWeight, weight));
  return weights;
}

void read_values(ByteReader& in, std::size_t outputs, NeuralNet& net) {
  net.values = read_floats(in, net.planes.size() * outputs, "a value");
  for (std::size_t r = 0; r < net.planes.size(); ++r) {
    const auto values = std::span(net.values).subspan(r * outputs, outputs);
    if (std::ranges::all_of(values, [](float value) { return value == 0; })) in.fail("a rule has no value but 0");
  }
}

// A rule takes at least a byte, a plane and its values; so within a file of 2^29 bytes no product overflows.
void read_net(ByteReader& in, const NeuralRules& rules, NeuralNet& net) {
  const std::size_t outputs = rules.intercept.size();
  const std::uint32_t inputs = in.count("the number of a network's inputs", 1);
  net.inputs = read_ascending(in, inputs, rules.inputs.size(), "an input of a network");
  const std::uint32_t count = in.count("the number of rules", 1 + sizeof(float) * (inputs + 1 + outputs));
  if (count == 0) in.fail("a network has no rules");
  std::size_t planes = 0;
  std::size_t mixing = 0;
  net.planes.resize(count);
  for (std::uint32_t& of_rule : net.planes) {
    of_rule = in.u8("the number of planes");
    if (of_rule < 1 || of_rule > kMostPlanes)
      in.fail(fmt::format("the number of planes must be in [1, {}], is {}", kMostPlanes, of_rule));
    planes += of_rule;
    mixing += rules.deep ? mixing_size(of_rule) : 0;
  }
  const std::size_t weights = planes * (inputs + std::size_t{1});
  const std::size_t bytes = sizeof(float) * (weights + mixing + count * outputs);
  if (bytes > in.left()) in.fail(fmt::format("a network takes {} bytes, {} are left", bytes, in.left()));
  net.weights = read_weights(in, weights, "a weight");
  net.mixing = read_weights(in, mixing, "a number of the mixing");
  read_values(in, outputs, net);
}

}  // namespace

NeuralRules decode_neural(const Model& schema, ByteReader& in) {
  const std::size_t outputs = outputs_of(schema);
  if (in.left() < sizeof(double) * outputs)
    in.fail(fmt::format("{} intercepts take {} bytes, {} are left", outputs, sizeof(double) * outputs, in.left()));
  NeuralRules rules;
  rules.intercept.resize(outputs);
  for (double& intercept : rules.intercept) intercept = in.f64("an intercept");
  const std::uint8_t deep = in.u8("whether rules are deep");
  if (deep > 1) in.fail(fmt::format("whether rules are deep must be 0 or 1, is {}", deep));
  rules.deep = deep == 1;
  for (std::uint32_t f = 0; f < schema.features.size(); ++f) {
    if (schema.features[f].type == ColumnType::numeric)
      read_numeric(in, f, rules.inputs);
    else
      read_labels(in, schema.features[f], f, rules.inputs);
  }
  rules.nets.resize(in.count("the number of networks", 3 + sizeof(float) * (1 + outputs)));
  for (NeuralNet& net : rules.nets) read_net(in, rules, net);
  const std::vector<bool> used = used_inputs(rules);
  if (const auto idle = std::ranges::find(used, false); idle != used.end())
    in.fail(fmt::format("no network uses input {}", idle - used.begin()));
  if (in.left() > 0) in.fail(fmt::format("{} bytes too many in the section of neural rules", in.left()));
  return rules;
}

}  // namespace espalier

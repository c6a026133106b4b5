#include <algorithm>
#include <utility>

#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "support/samples.h"

namespace espalier::samples {
namespace {

using Kind = NeuralInput::Kind;

NeuralInput input_of(Kind kind, std::uint32_t feature, std::uint32_t label, float centre, float spread) {
  NeuralInput input;
  input.kind = kind;
  input.feature = feature;
  input.label = label;
  input.centre = centre;
  input.spread = spread;
  return input;
}

NeuralInput value_of(std::uint32_t feature, float fill, float centre, float spread) {
  NeuralInput input = input_of(Kind::value, feature, 0, centre, spread);
  input.fill = fill;
  return input;
}

float number(Random& random) { return static_cast<float>(random.normal()); }

NeuralInput random_value(std::uint32_t feature, Random& random) {
  NeuralInput input = value_of(feature, number(random), number(random), static_cast<float>(0.1 + random.uniform()));
  if (chance(random, 0.5)) return input;
  input.centre = 0;
  input.spread = 1;
  const int knots = between(random, 2, 6);
  float level = number(random);
  for (int i = 0; i < knots; ++i) {
    input.knots.push_back(static_cast<float>(i - 2) + static_cast<float>(random.uniform()) / 2);
    input.levels.push_back(level);
    if (chance(random, 0.8)) level += static_cast<float>(random.uniform());
  }
  return input;
}

std::vector<NeuralInput> random_inputs(const std::vector<Feature>& features, Random& random) {
  std::vector<NeuralInput> inputs;
  for (std::uint32_t f = 0; f < features.size(); ++f) {
    if (features[f].type == ColumnType::numeric) {
      if (chance(random, 0.8)) inputs.push_back(random_value(f, random));
      if (chance(random, 0.4)) inputs.push_back(input_of(Kind::missing, f, 0, 0.25F, 0.5F));
      continue;
    }
    for (std::uint32_t label = 0; label < features[f].labels.size(); ++label)
      if (chance(random, 0.5)) inputs.push_back(input_of(Kind::label, f, label, number(random), 0.5F));
  }
  return inputs;
}

NeuralNet random_net(const NeuralRules& rules, Random& random) {
  NeuralNet net;
  for (std::uint32_t i = 0; i < rules.inputs.size(); ++i)
    if (chance(random, 0.5)) net.inputs.push_back(i);
  const int count = between(random, 0, 4);
  for (int r = 0; r < count; ++r) {
    const int planes = chance(random, 0.05) ? 64 : between(random, 1, 4);
    net.planes.push_back(static_cast<std::uint32_t>(planes));
    for (int j = 0; j < planes; ++j) {
      for (std::size_t i = 0; i < net.inputs.size(); ++i) net.weights.push_back(number(random));
      net.weights.push_back(number(random) + 1);
    }
    for (int i = 0; rules.deep && i < planes * (planes + 1); ++i) net.mixing.push_back(number(random));
    const bool silent = chance(random, 0.1);
    for (std::size_t k = 0; k < rules.intercept.size(); ++k)
      net.values.push_back(silent || chance(random, 0.2) ? 0 : number(random));
  }
  return net;
}

}  // namespace

Model plane() {
  const std::vector<Feature> features = {numeric("age"), numeric("unused"),
                                         categorical("color", {"blue", "red", "green"})};
  NeuralRules rules;
  rules.intercept = {0.5};
  rules.inputs = {value_of(0, 30.5F, 30, 10), value_of(1, 7, 0, 1), input_of(Kind::label, 2, 1, 0, 1)};
  NeuralNet silent;  // of value 0
  silent.inputs = {1};
  silent.planes = {1};
  silent.weights = {1, 2};
  silent.values = {0};
  NeuralNet net;
  net.inputs = {0, 2};
  net.planes = {2};
  net.weights = {1, 0, 0.25F, -1, -2, 3};
  net.values = {2};
  rules.nets = {silent, net};
  return make_model(regression_target("y"), Link::identity, features, rules);
}

Model planes() {
  const std::vector<Feature> features = {categorical("color", {"red", "green", "blue"}), numeric("width")};
  NeuralRules rules;
  rules.intercept = {0.25, -0.5, 0.125};
  rules.deep = true;
  rules.inputs = {input_of(Kind::label, 0, 0, 0.5F, 0.5F), input_of(Kind::label, 0, 2, 0, 1), value_of(1, 1.5F, 0, 1),
                  input_of(Kind::missing, 1, 0, 0.25F, 0.5F)};
  rules.inputs[2].knots = {0, 1, 3};
  rules.inputs[2].levels = {-1, 0, 2};
  NeuralNet first;
  first.inputs = {0, 2};
  first.planes = {1, 2};
  first.weights = {1, 2, 0.5F, -1, 0, 4, 0.5F, 1, 1};
  first.mixing = {1.5F, -0.25F, 1, 0.5F, -0.5F, 2, 0.25F, 0};
  first.values = {1, 0, -1, 0.5F, 0.5F, 0};
  NeuralNet second;
  second.inputs = {1, 2, 3};
  second.planes = {1};
  second.weights = {1, -1, 0.25F, 2};
  second.mixing = {2, 0.5F};
  second.values = {0, -3, 0.25F};
  rules.nets = {first, second};
  rules.statistics = RuleStatistics{{40, 50, 30}, {40, 40, 60}, {40, 30, 30}, {0.5F, 2, 1}};
  Model model = make_model(class_target("kind", {"a", "b", "c"}), Link::softmax, features, rules);
  model.provenance = Provenance{"neural", {{"seed", "1"}}};
  return model;
}

Model random_neural(std::uint64_t seed) {
  Random random(seed, "random neural rules");
  const LinkShape shape = random_link(random);
  NeuralRules rules;
  for (int k = 0; k < shape.outputs; ++k) rules.intercept.push_back(random.normal());
  rules.deep = chance(random, 0.5);
  std::vector<Feature> features;
  const int columns = between(random, 0, 8);
  for (int f = 0; f < columns; ++f) {
    const std::string name = "x" + std::to_string(f + 1);
    const int labels = chance(random, 0.1) ? 200 : between(random, 1, 6);
    features.push_back(chance(random, 0.6) ? numeric(name) : categorical(name, numbered("label ", labels)));
  }
  rules.inputs = random_inputs(features, random);
  const int nets = between(random, 0, 4);
  for (int n = 0; n < nets; ++n) rules.nets.push_back(random_net(rules, random));
  if (chance(random, 0.5)) {
    const std::vector<float> ones(rules.rules(), 1.5F);
    rules.statistics = RuleStatistics{ones, ones, ones, ones};
  }
  return make_model(shape.target, shape.link, features, rules);
}

}  // namespace espalier::samples

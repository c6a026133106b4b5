// The whole model as JSON, for programs; docs/format.md has the schema. Every float32 is written as the double with the
// same value, so that a reader that computes in doubles gets the same comparisons. Bytes of names that are not UTF-8
// are replaced by U+FFFD. Linear in the model.
#include <nlohmann/json.hpp>

#include "espalier/export.h"
#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "model/format.h"
#include "model/rule_view.h"

namespace espalier {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kJsonVersion = 1;
constexpr int kIndent = 1;

std::string_view name_of(Link link) {
  switch (link) {
    case Link::identity:
      return "identity";
    case Link::logistic:
      return "logistic";
    case Link::softmax:
      return "softmax";
    case Link::probability:
      break;
  }
  return "probability";
}

Json numbers_json(std::span<const float> numbers) {
  Json json = Json::array();
  for (const float number : numbers) json.push_back(static_cast<double>(number));
  return json;
}

Json feature_json(const Feature& feature) {
  Json json = {{"name", feature.name}};
  const bool numeric = feature.type == ColumnType::numeric;
  json["type"] = numeric ? "numeric" : "categorical";
  if (!numeric) json["labels"] = feature.labels;
  return json;
}

Json codes_json(const Feature& feature, const std::uint64_t* words) {
  Json codes = Json::array();
  for (std::size_t c = 0; c < feature.labels.size(); ++c)
    if ((words[c / 64] >> (c % 64)) & 1) codes.push_back(c);
  return codes;
}

Json split_json(const Model& model, const Forest& forest, std::size_t s) {
  const Split& split = forest.splits[s];
  const Feature& feature = model.features[split.feature];
  Json json = {{"feature", split.feature}};
  if (feature.type == ColumnType::numeric)
    json["threshold"] = static_cast<double>(split.threshold);
  else
    json["categories"] = codes_json(feature, forest.category_words.data() + split.categories);
  json["missing"] = split.missing_left ? "left" : "right";
  json["left"] = split.left;
  json["right"] = split.right;
  if (forest.statistics) {
    json["rows"] = static_cast<double>(forest.statistics->split_rows[s]);
    json["gain"] = static_cast<double>(forest.statistics->split_gain[s]);
  }
  return json;
}

void add_statistics(const Model& model, const NodeStatistics& statistics, std::size_t terminal, Json& json) {
  json["rows"] = static_cast<double>(statistics.terminal_rows[terminal]);
  if (statistics.outcomes.empty()) return;
  const std::size_t width = outcome_width(model);
  json["outcome"] = numbers_json(std::span(statistics.outcomes).subspan(terminal * width, width));
}

Json tree_json(const Model& model, const Forest& forest, const TreeSpan& tree) {
  Json json;
  json["output"] = tree.output == kNone ? Json() : Json(tree.output);
  json["splits"] = Json::array();
  for (std::size_t s = 0; s < tree.splits; ++s)
    json["splits"].push_back(split_json(model, forest, tree.first_split + s));
  json["terminals"] = Json::array();
  const std::size_t width = forest.width(tree);
  for (std::size_t i = 0; i <= tree.splits; ++i) {
    Json terminal;
    terminal["value"] = numbers_json(std::span(forest.values).subspan(tree.first_value + i * width, width));
    terminal["absent"] = forest.absent[tree.first_terminal + i] != 0;
    if (forest.statistics) add_statistics(model, *forest.statistics, tree.first_terminal + i, terminal);
    json["terminals"].push_back(std::move(terminal));
  }
  return json;
}

Json term_json(const Model& model, const Linear& linear, std::size_t t) {
  const LinearTerm& term = linear.terms[t];
  Json json = {{"feature", term.feature}};
  if (model.features[term.feature].type == ColumnType::numeric)
    json["fill"] = static_cast<double>(term.fill);
  else
    json["label"] = term.label;
  const std::size_t outputs = linear.intercept.size();
  json["weights"] = numbers_json(std::span(linear.weights).subspan(t * outputs, outputs));
  if (linear.statistics) json["spread"] = static_cast<double>(linear.statistics->spread[t]);
  return json;
}

std::string_view name_of(NeuralInput::Kind kind) {
  switch (kind) {
    case NeuralInput::Kind::value:
      return "value";
    case NeuralInput::Kind::missing:
      return "missing";
    case NeuralInput::Kind::label:
      break;
  }
  return "label";
}

Json input_json(const NeuralInput& input) {
  Json json = {{"feature", input.feature}, {"kind", name_of(input.kind)}};
  if (input.kind == NeuralInput::Kind::label) json["label"] = input.label;
  if (input.kind == NeuralInput::Kind::value) json["fill"] = static_cast<double>(input.fill);
  if (input.knots.empty()) {
    json["centre"] = static_cast<double>(input.centre);
    json["spread"] = static_cast<double>(input.spread);
  } else {
    json["knots"] = numbers_json(input.knots);
    json["levels"] = numbers_json(input.levels);
  }
  return json;
}

Json sum_json(std::span<const float> weights, float offset) {
  return {{"weights", numbers_json(weights)}, {"offset", static_cast<double>(offset)}};
}

Json rule_json(const NeuralRules& rules, const RuleView& rule) {
  Json json;
  json["planes"] = Json::array();
  for (std::size_t j = 0; j < rule.planes; ++j) json["planes"].push_back(sum_json(rule.plane(j), rule.offset(j)));
  for (std::size_t k = 0; rules.deep && k < rule.planes; ++k)
    json["mixing"].push_back(sum_json(rule.mix(k), rule.mix_offset(k)));
  json["values"] = numbers_json(rule.values);
  if (!rules.statistics) return json;
  json["rows"] = static_cast<double>(rules.statistics->rows[rule.number]);
  json["leaf"] = static_cast<double>(rules.statistics->leaf[rule.number]);
  json["both"] = static_cast<double>(rules.statistics->both[rule.number]);
  json["spread"] = static_cast<double>(rules.statistics->spread[rule.number]);
  return json;
}

void add_body(const Model& model, const Forest& forest, Json& json) {
  json["intercept"] = forest.intercept;
  json["trees"] = Json::array();
  for (const TreeSpan& tree : forest.trees) json["trees"].push_back(tree_json(model, forest, tree));
}

void add_body(const Model& model, const Linear& linear, Json& json) {
  json["intercept"] = linear.intercept;
  json["terms"] = Json::array();
  for (std::size_t t = 0; t < linear.terms.size(); ++t) json["terms"].push_back(term_json(model, linear, t));
}

void add_body(const Model&, const NeuralRules& rules, Json& json) {
  json["intercept"] = rules.intercept;
  json["deep"] = rules.deep;
  json["inputs"] = Json::array();
  for (const NeuralInput& input : rules.inputs) json["inputs"].push_back(input_json(input));
  json["nets"] = Json::array();
  for (const NeuralNet& net : rules.nets)
    json["nets"].push_back(Json{{"inputs", net.inputs}, {"rules", Json::array()}});
  each_rule(rules, [&](const NeuralNet& net, const RuleView& rule) {
    const auto n = static_cast<std::size_t>(&net - rules.nets.data());
    json["nets"][n]["rules"].push_back(rule_json(rules, rule));
  });
}

std::string_view format_name(const Model& model) {
  if (std::holds_alternative<Forest>(model.body)) return "espalier-forest";
  return std::holds_alternative<Linear>(model.body) ? "espalier-linear" : "espalier-neural";
}

Json provenance_json(const Provenance& provenance) {
  Json json = {{"method", provenance.method}};
  json["settings"] = Json::object();
  for (const auto& [name, value] : provenance.settings) json["settings"][name] = value;
  return json;
}

}  // namespace

std::string export_json(const Model& model) {
  Json json = {{"format", format_name(model)}, {"version", kJsonVersion}};
  json["task"] = model.task == Task::regression ? "regression" : "classification";
  json["link"] = name_of(model.link);
  if (model.targets.size() == 1)
    json["target"] = model.targets[0];
  else
    json["targets"] = model.targets;
  json["classes"] = model.classes;
  json["features"] = Json::array();
  for (const Feature& feature : model.features) json["features"].push_back(feature_json(feature));
  std::visit([&](const auto& body) { add_body(model, body, json); }, model.body);
  if (model.provenance) json["provenance"] = provenance_json(*model.provenance);
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace espalier

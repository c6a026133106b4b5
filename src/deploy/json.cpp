// The whole model as JSON, for programs; docs/format.md has the schema. Every float32 is written as the double that it
// is, so that a reader that computes in doubles gets the same comparisons. Bytes of names that are not UTF-8 are
// replaced by U+FFFD. Linear in the nodes.
#include <nlohmann/json.hpp>

#include "espalier/deploy.h"
#include "model/format.h"

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
  json["outcome"] = Json::array();
  const std::size_t width = outcome_width(model);
  for (std::size_t k = 0; k < width; ++k)
    json["outcome"].push_back(static_cast<double>(statistics.outcomes[terminal * width + k]));
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
    terminal["value"] = Json::array();
    for (std::size_t k = 0; k < width; ++k)
      terminal["value"].push_back(static_cast<double>(forest.values[tree.first_value + i * width + k]));
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
  json["weights"] = Json::array();
  const std::size_t outputs = linear.intercept.size();
  for (std::size_t k = 0; k < outputs; ++k)
    json["weights"].push_back(static_cast<double>(linear.weights[t * outputs + k]));
  if (linear.statistics) json["spread"] = static_cast<double>(linear.statistics->spread[t]);
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

Json provenance_json(const Provenance& provenance) {
  Json json = {{"method", provenance.method}};
  json["settings"] = Json::object();
  for (const auto& [name, value] : provenance.settings) json["settings"][name] = value;
  return json;
}

}  // namespace

std::string export_json(const Model& model) {
  const bool linear = std::holds_alternative<Linear>(model.body);
  Json json = {{"format", linear ? "espalier-linear" : "espalier-forest"}, {"version", kJsonVersion}};
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

// make_model(): a forest, a linear model or neural rules over the columns of a table become a model that names only the
// columns that it uses. Linear in the splits and in the weights of networks; O(n log n) in the terms.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/assert.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "model/format.h"
#include "model/neural_rules.h"

namespace espalier {
namespace {

void require_distinct(std::vector<const std::string*> texts, const std::string& what) {
  if (const std::string* twice = first_duplicate(std::move(texts)))
    throw Error(ErrorCode::data, fmt::format("{} \"{}\" appears twice; names must differ", what, *twice));
}

// All of the model but its body; `features` are those that the body uses.
Model without_body(const Target& target, Link link, std::vector<Feature> features) {
  ESPALIER_ASSERT((target.task == Task::regression) == (link == Link::identity));
  ESPALIER_ASSERT(link != Link::logistic || target.labels.size() == 2);
  Model model;
  model.task = target.task;
  model.link = link;
  model.targets = target.names;
  if (target.task == Task::classification) model.classes = target.labels;
  model.features = std::move(features);
  for (const Feature& feature : model.features)
    require_distinct(pointers_to(feature.labels), fmt::format("the category of column \"{}\"", feature.name));
  require_distinct(pointers_to(model.classes), "the class");
  require_distinct(pointers_to(model.targets), "the target");
  require_distinct(pointers_to_names(model.features), "the column");
  return model;
}

// The terms with a weight, in their order; weights and statistics go with them.
Linear in_order(Linear linear) {
  const std::size_t outputs = linear.intercept.size();
  const std::vector<LinearTerm> terms = std::exchange(linear.terms, {});
  const std::vector<float> weights = std::exchange(linear.weights, {});
  const auto weights_of = [&](std::uint32_t t) { return std::span(weights).subspan(t * outputs, outputs); };
  const std::vector<float> spread =
      linear.statistics ? std::exchange(linear.statistics->spread, {}) : std::vector<float>();
  std::vector<std::uint32_t> order(terms.size());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order,
                [&](std::uint32_t t) { return std::ranges::all_of(weights_of(t), [](float w) { return w == 0; }); });
  std::ranges::sort(order, {}, [&](std::uint32_t t) { return std::pair(terms[t].feature, terms[t].label); });
  for (const std::uint32_t t : order) {
    linear.terms.push_back(terms[t]);
    linear.weights.insert(linear.weights.end(), weights_of(t).begin(), weights_of(t).end());
    if (linear.statistics) linear.statistics->spread.push_back(spread[t]);
  }
  return linear;
}

void check_linear(const Linear& linear, const std::vector<Feature>& features) {
  const auto finite = [](auto value) { return std::isfinite(value); };
  ESPALIER_ASSERT(linear.weights.size() == linear.terms.size() * linear.intercept.size());
  ESPALIER_ASSERT(std::ranges::all_of(linear.intercept, finite) && std::ranges::all_of(linear.weights, finite));
  for (const LinearTerm& term : linear.terms) {
    const Feature& feature = features.at(term.feature);
    ESPALIER_ASSERT(term.label < terms_of(feature) && std::isfinite(term.fill));
    ESPALIER_ASSERT(feature.type == ColumnType::numeric || term.fill == 0);
  }
  if (!linear.statistics) return;
  ESPALIER_ASSERT(linear.statistics->spread.size() == linear.terms.size());
  for (const float spread : linear.statistics->spread) ESPALIER_ASSERT(std::isfinite(spread) && spread >= 0);
}

// Renumbers the terms' features and labels; returns the features that are left, each with the labels that are left.
std::vector<Feature> renumber(Linear& linear, const std::vector<Feature>& features) {
  std::vector<Feature> used;
  LinearTerm previous;
  for (LinearTerm& term : linear.terms) {
    const LinearTerm old = term;
    const Feature& feature = features[old.feature];
    const bool first = used.empty() || old.feature != previous.feature;
    ESPALIER_ASSERT(first || old.label != previous.label);
    if (first) used.push_back({feature.name, feature.type, {}});
    term.feature = static_cast<std::uint32_t>(used.size() - 1);
    if (feature.type == ColumnType::categorical) {
      term.label = static_cast<std::uint32_t>(used.back().labels.size());
      used.back().labels.push_back(feature.labels[old.label]);
    }
    previous = old;
  }
  return used;
}

std::vector<Feature> those(const std::vector<bool>& used, const std::vector<Feature>& features) {
  std::vector<Feature> kept;
  for (std::size_t f = 0; f < features.size(); ++f)
    if (used[f]) kept.push_back(features[f]);
  return kept;
}

}  // namespace

Model make_model(const Target& target, Link link, const std::vector<Feature>& features, Forest forest) {
  ESPALIER_ASSERT(forest.intercept.size() == outputs_of(link, target.labels.size(), target.width()));
  std::vector<bool> is_used(features.size());
  for (const Split& split : forest.splits) is_used.at(split.feature) = true;
  const std::vector<std::uint32_t> number = numbers_of(is_used);
  for (Split& split : forest.splits) split.feature = number[split.feature];
  Model model = without_body(target, link, those(is_used, features));
  model.body = std::move(forest);
  return model;
}

Model make_model(const Target& target, Link link, const std::vector<Feature>& features, Linear linear) {
  ESPALIER_ASSERT(linear.intercept.size() == outputs_of(link, target.labels.size(), target.width()));
  check_linear(linear, features);
  linear = in_order(std::move(linear));
  std::vector<Feature> used = renumber(linear, features);
  Model model = without_body(target, link, std::move(used));
  model.body = std::move(linear);
  return model;
}

Model make_model(const Target& target, Link link, const std::vector<Feature>& features, NeuralRules rules) {
  ESPALIER_ASSERT(rules.intercept.size() == outputs_of(link, target.labels.size(), target.width()));
  check_neural(rules, features);
  rules = without_idle_parts(rules);
  std::vector<bool> is_used(features.size());
  for (const NeuralInput& input : rules.inputs) is_used[input.feature] = true;
  const std::vector<std::uint32_t> number = numbers_of(is_used);
  for (NeuralInput& input : rules.inputs) input.feature = number[input.feature];
  Model model = without_body(target, link, those(is_used, features));
  model.body = std::move(rules);
  return model;
}

Model stripped(Model model) {
  model.provenance.reset();
  std::visit([](auto& body) { body.statistics.reset(); }, model.body);
  if (auto* forest = std::get_if<Forest>(&model.body)) forest->stages.reset();
  return model;
}

}  // namespace espalier

#include "support/validate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier::samples {
namespace {

bool distinct(const std::vector<std::string>& texts) {
  return std::set<std::string>(texts.begin(), texts.end()).size() == texts.size();
}

std::string schema_problem(const Model& model) {
  const std::size_t classes = model.classes.size();
  const std::size_t outputs = std::visit([](const auto& body) { return body.intercept.size(); }, model.body);
  if (!distinct(model.classes)) return "a class twice";
  if (!distinct(model.targets)) return "a target twice";
  if (model.targets.empty() || (model.task == Task::classification && model.targets.size() > 1)) return "targets";
  std::set<std::string> names;
  for (const Feature& feature : model.features) {
    if (!names.insert(feature.name).second) return "a feature twice";
    if (!distinct(feature.labels)) return "a label twice";
    if (feature.type == ColumnType::numeric && !feature.labels.empty()) return "labels of a numeric feature";
  }
  switch (model.link) {
    case Link::identity:
      return model.task == Task::regression && classes == 0 && outputs == model.targets.size() ? "" : "identity";
    case Link::logistic:
      return model.task == Task::classification && classes == 2 && outputs == 1 ? "" : "logistic";
    case Link::softmax:
      return model.task == Task::classification && classes >= 2 && outputs == classes ? "" : "softmax";
    case Link::probability:
      if (model.task != Task::classification || classes < 2) return "probability";
      return outputs == (classes == 2 ? 1 : classes) ? "" : "probability";
  }
  return "unknown link";
}

// Walks the tree from its root: splits must come in preorder and terminals from left to right, each exactly once.
std::string tree_problem(const Model& model, const Forest& forest, const TreeSpan& tree) {
  std::int64_t next_split = 0, next_terminal = 0;
  std::vector<std::int32_t> pending = {0};
  while (!pending.empty()) {
    const std::int32_t node = pending.back();
    pending.pop_back();
    if (node < 0) {
      if (~node != next_terminal++) return "terminals out of order";
      continue;
    }
    if (node != next_split++ || next_split > tree.splits) return "splits out of order";
    const Split& split = forest.splits[tree.first_split + static_cast<std::uint32_t>(node)];
    if (split.feature >= model.features.size()) return "feature out of range";
    const Feature& feature = model.features[split.feature];
    if (!std::isfinite(split.threshold)) return "threshold not finite";
    if (feature.type == ColumnType::categorical &&
        split.categories + (feature.labels.size() + 63) / 64 > forest.category_words.size())
      return "categories out of range";
    const auto absent = [&](std::int32_t child) {
      return child < 0 && forest.absent.at(tree.first_terminal + static_cast<std::uint32_t>(~child)) == 1;
    };
    if (absent(split.left) && absent(split.right)) return "both children absent";
    pending.push_back(split.right);
    pending.push_back(split.left);
  }
  if (next_split != tree.splits || tree.splits == 0) return "number of splits";
  return next_terminal == next_split + 1 ? "" : "number of terminals";
}

std::string outcome_problem(const Model& model, const Forest& forest) {
  if (!forest.statistics || forest.statistics->outcomes.empty()) return "";
  const std::size_t classes = model.classes.size();
  const std::size_t numbers = classes > 2 ? classes : model.targets.size();
  if (forest.statistics->outcomes.size() != forest.absent.size() * numbers) return "outcomes sizes";
  for (const float outcome : forest.statistics->outcomes) {
    if (!std::isfinite(outcome)) return "outcome not finite";
    if (model.task == Task::classification && (outcome < 0 || outcome > 1)) return "share out of range";
  }
  return "";
}

std::string body_problem(const Model& model, const Forest& forest) {
  std::size_t splits = 0, terminals = 0, values = 0;
  for (const TreeSpan& tree : forest.trees) {
    if (tree.first_split != splits || tree.first_terminal != terminals || tree.first_value != values) return "spans";
    if (tree.output < kNone || tree.output >= forest.outputs()) return "output out of range";
    splits += tree.splits;
    terminals += tree.splits + 1;
    values += (tree.splits + 1) * (tree.output == kNone ? forest.intercept.size() : 1);
    if (splits > forest.splits.size() || terminals > forest.absent.size()) return "spans beyond the arrays";
    if (std::string problem = tree_problem(model, forest, tree); !problem.empty()) return problem;
  }
  if (splits != forest.splits.size() || terminals != forest.absent.size() || values != forest.values.size())
    return "array sizes";
  std::set<std::uint32_t> used;
  for (const Split& split : forest.splits) used.insert(split.feature);
  if (used.size() != model.features.size()) return "a feature without splits";
  for (const double intercept : forest.intercept)
    if (!std::isfinite(intercept)) return "intercept not finite";
  for (const float value : forest.values)
    if (!std::isfinite(value)) return "value not finite";
  if (forest.statistics &&
      (forest.statistics->split_rows.size() != splits || forest.statistics->split_gain.size() != splits ||
       forest.statistics->terminal_rows.size() != terminals))
    return "statistics sizes";
  return outcome_problem(model, forest);
}

// Every feature has its terms, all of them and in order.
std::string body_problem(const Model& model, const Linear& linear) {
  std::size_t t = 0;
  for (std::uint32_t f = 0; f < model.features.size(); ++f) {
    const bool categorical = model.features[f].type == ColumnType::categorical;
    const std::size_t terms = categorical ? model.features[f].labels.size() : 1;
    if (terms == 0) return "a feature without terms";
    for (std::uint32_t label = 0; label < terms; ++label, ++t) {
      if (t >= linear.terms.size()) return "a term is missing";
      const LinearTerm& term = linear.terms[t];
      if (term.feature != f || term.label != label) return "terms out of order";
      if (!std::isfinite(term.fill) || (categorical && term.fill != 0)) return "fill";
    }
  }
  const std::size_t outputs = linear.intercept.size();
  if (t != linear.terms.size() || linear.weights.size() != t * outputs) return "number of terms";
  for (const double intercept : linear.intercept)
    if (!std::isfinite(intercept)) return "intercept not finite";
  for (const float weight : linear.weights)
    if (!std::isfinite(weight)) return "weight not finite";
  for (std::size_t i = 0; i < t; ++i) {
    std::size_t zeros = 0;
    for (std::size_t k = 0; k < outputs; ++k) zeros += linear.weights[i * outputs + k] == 0;
    if (zeros == outputs) return "a term without weight";
  }
  if (!linear.statistics) return "";
  for (const float spread : linear.statistics->spread)
    if (!std::isfinite(spread) || spread < 0) return "spread";
  return linear.statistics->spread.size() == t ? "" : "statistics sizes";
}

bool all_within(const std::vector<float>& numbers, float least, float most) {
  return std::ranges::all_of(numbers, [&](float number) { return number >= least && number <= most; });
}

std::string input_problem(const Model& model, const NeuralInput& input) {
  if (input.feature >= model.features.size()) return "feature out of range";
  const Feature& feature = model.features[input.feature];
  const bool label = input.kind == NeuralInput::Kind::label;
  if (label != (feature.type == ColumnType::categorical)) return "kind of input";
  if (label ? input.label >= feature.labels.size() : input.label != 0) return "label of input";
  if (!std::isfinite(input.fill) || !std::isfinite(input.centre)) return "fill or centre";
  if (!std::isfinite(input.spread) || input.spread <= 0) return "spread of input";
  if (input.kind != NeuralInput::Kind::value && (input.fill != 0 || !input.knots.empty())) return "fill or knots";
  if (input.knots.size() == 1 || input.knots.size() != input.levels.size()) return "number of knots";
  for (std::size_t i = 0; i < input.knots.size(); ++i) {
    if (!std::isfinite(input.knots[i]) || !std::isfinite(input.levels[i])) return "knot not finite";
    if (i > 0 && (input.knots[i - 1] >= input.knots[i] || input.levels[i - 1] > input.levels[i])) return "knots";
  }
  return "";
}

std::string net_problem(const NeuralRules& rules, const NeuralNet& net) {
  constexpr float kMost = std::numeric_limits<float>::max();
  const std::size_t outputs = rules.intercept.size();
  if (net.planes.empty()) return "a net without rules";
  for (std::size_t i = 0; i < net.inputs.size(); ++i)
    if (net.inputs[i] >= rules.inputs.size() || (i > 0 && net.inputs[i - 1] >= net.inputs[i])) return "inputs of a net";
  std::size_t weights = 0, mixing = 0;
  for (const std::uint32_t planes : net.planes) {
    if (planes < 1 || planes > kMostPlanes) return "planes";
    weights += planes * (net.inputs.size() + 1);
    mixing += rules.deep ? planes * (planes + 1) : 0;
  }
  if (net.weights.size() != weights || net.mixing.size() != mixing) return "number of weights";
  if (net.values.size() != net.planes.size() * outputs) return "number of values";
  if (!all_within(net.weights, -kMostWeight, kMostWeight) || !all_within(net.mixing, -kMostWeight, kMostWeight))
    return "weight out of range";
  if (!all_within(net.values, -kMost, kMost)) return "value not finite";
  for (std::size_t r = 0; r < net.planes.size(); ++r) {
    bool silent = true;
    for (std::size_t k = 0; k < outputs; ++k) silent = silent && net.values[r * outputs + k] == 0;
    if (silent) return "a rule without value";
  }
  return "";
}

std::string body_problem(const Model& model, const NeuralRules& rules) {
  constexpr float kMost = std::numeric_limits<float>::max();
  for (const double intercept : rules.intercept)
    if (!std::isfinite(intercept)) return "intercept not finite";
  std::set<std::uint32_t> features, inputs;
  std::tuple<std::uint32_t, NeuralInput::Kind, std::uint32_t> last;
  for (const NeuralInput& input : rules.inputs) {
    if (std::string problem = input_problem(model, input); !problem.empty()) return problem;
    const std::tuple place(input.feature, input.kind, input.label);
    if (!features.empty() && place <= last) return "inputs out of order";
    last = place;
    features.insert(input.feature);
  }
  if (features.size() != model.features.size()) return "a feature without an input";
  for (const NeuralNet& net : rules.nets) {
    if (std::string problem = net_problem(rules, net); !problem.empty()) return problem;
    inputs.insert(net.inputs.begin(), net.inputs.end());
  }
  if (inputs.size() != rules.inputs.size()) return "an input without a net";
  if (!rules.statistics) return "";
  const RuleStatistics& known = *rules.statistics;
  for (const auto* numbers : {&known.rows, &known.leaf, &known.both, &known.spread})
    if (numbers->size() != rules.rules() || !all_within(*numbers, 0, kMost)) return "statistics";
  return "";
}

}  // namespace

std::string problem_of(const Model& model) {
  if (std::string problem = schema_problem(model); !problem.empty()) return problem;
  return std::visit([&](const auto& body) { return body_problem(model, body); }, model.body);
}

}  // namespace espalier::samples

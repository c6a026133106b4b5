// One line per root-to-terminal path that adds something:
//
//   IF petal_width <= 0.8 AND 2 < age <= 5 THEN +1.32  (covers 412 rows, 93% versicolor, tree 1, leaf 0)
//
// Trees are counted from 1, as predict names its columns; leaves have the numbers that predict_terminals returns.
// The score is the intercept plus the weights of the rules that hold: an absent child is a rule like a leaf if it has a
// value. A condition does not hold for a missing value unless it says so. The cost is that of the text, and of sorting.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deploy/neural_text.h"
#include "deploy/rule_walk.h"
#include "deploy/rule_words.h"
#include "deploy/text_limit.h"
#include "deploy/words.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/rules.h"
#include "model/forest_of.h"
#include "model/format.h"

namespace espalier {
namespace {

// A single tree is read as a table of predictions. Not if children are absent: then most rows stop at a meaningless
// value (in rule models 0), and what matters is what the few rules add. Shares of classes stay predictions.
bool shows_predictions(const Model& model, const Forest& forest) {
  const bool whole = std::ranges::none_of(forest.absent, [](auto absent) { return absent != 0; });
  return forest.trees.size() == 1 && (whole || model.link == Link::probability);
}

// The rules of a model, and the text of each.
class RuleReader {
 public:
  explicit RuleReader(const Model& model)
      : model_(model),
        forest_(forest_of(model, "rules")),
        predictions_(shows_predictions(model, forest_)),
        limit_(model),
        walk_(model) {}

  bool predictions() const noexcept { return predictions_; }

  // take(tree, terminal, conditions, size): `size` is the largest weight, by which rules are sorted.
  template <class Take>
  void read(Take&& take) {
    for (std::uint32_t t = 0; t < forest_.trees.size(); ++t) {
      const TreeSpan& tree = forest_.trees[t];
      walk_.visit(
          tree, [&](std::uint32_t terminal) { return predictions_ || size_of(tree, terminal) > 0; },
          [&](std::uint32_t terminal, const auto& conditions) {
            check_length(conditions);
            take(t, terminal, conditions, size_of(tree, terminal));
          });
    }
  }

  std::string text(std::uint32_t t, std::uint32_t terminal, std::span<const RuleCondition> conditions) const {
    const TreeSpan& tree = forest_.trees[t];
    std::string text = conditions.empty() ? "ALWAYS" : "IF ";
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      if (i > 0) text += " AND ";
      text += condition_text(model_, conditions[i]);
    }
    text += conditions.empty() ? " " : " THEN ";
    text += predictions_ ? terminal_text(model_, tree, terminal) : addition_text(model_, tree, terminal);
    text += "  (";
    if (forest_.statistics) {
      const double rows = forest_.statistics->terminal_rows[tree.first_terminal + terminal];
      text += "covers " + rows_text(rows) + ", ";
      const std::vector<double> outcome = outcome_of(tree, terminal);
      if (rows > 0 && !outcome.empty()) text += outcome_text(model_, outcome) + ", ";
    }
    if (forest_.trees.size() > 1) text += fmt::format("tree {}, ", t + 1);
    return text + leaf_text(terminal) + ")";
  }

  std::vector<double> outcome_of(const TreeSpan& tree, std::uint32_t terminal) const {
    if (!forest_.statistics || forest_.statistics->outcomes.empty()) return {};
    const std::size_t width = outcome_width(model_);
    const float* first = forest_.statistics->outcomes.data() + (tree.first_terminal + terminal) * width;
    return {first, first + width};
  }

  std::vector<double> weights_of(const TreeSpan& tree, std::uint32_t terminal) const {
    std::vector<double> weights(forest_.intercept.size());
    const auto values = values_of(tree, terminal);
    std::ranges::copy(values, weights.begin() + (tree.output == kNone ? 0 : tree.output));
    return weights;
  }

 private:
  std::span<const float> values_of(const TreeSpan& tree, std::uint32_t terminal) const {
    const std::size_t width = forest_.width(tree);
    return std::span(forest_.values).subspan(tree.first_value + terminal * width, width);
  }

  // A rule has conditions with their labels, and a number for each output.
  void check_length(const std::vector<RuleCondition>& conditions) {
    length_ += sizeof(Rule) + sizeof(double) * forest_.intercept.size() + sizeof(RuleCondition) * conditions.size();
    for (const RuleCondition& condition : conditions) {
      const Feature& feature = model_.features[condition.feature];
      length_ += feature.name.size();
      for (const std::uint32_t label : condition.labels) length_ += sizeof label + feature.labels[label].size();
    }
    limit_.check(length_);
  }

  float size_of(const TreeSpan& tree, std::uint32_t terminal) const {
    float size = 0;
    for (const float value : values_of(tree, terminal)) size = std::max(size, std::fabs(value));
    return size;
  }

  const Model& model_;
  const Forest& forest_;
  const bool predictions_;
  TextLimit limit_;
  std::size_t length_ = 0;  // of the rules so far
  RuleWalk walk_;
};

}  // namespace

std::vector<Rule> rules_of(const Model& model) {
  if (std::holds_alternative<NeuralRules>(model.body))
    throw Error(ErrorCode::usage,
                "neural rules have no conditions on single columns; their text and their JSON have their planes");
  const Forest& forest = forest_of(model, "rules");
  RuleReader reader(model);
  std::vector<std::pair<float, Rule>> found;
  reader.read([&](std::uint32_t t, std::uint32_t terminal, const std::vector<RuleCondition>& conditions, float size) {
    const TreeSpan& tree = forest.trees[t];
    Rule rule = {conditions, t, terminal, reader.weights_of(tree, terminal), {}, reader.outcome_of(tree, terminal), {}};
    if (forest.statistics) rule.rows = forest.statistics->terminal_rows[tree.first_terminal + terminal];
    rule.text = reader.text(t, terminal, conditions);
    found.emplace_back(size, std::move(rule));
  });
  if (!reader.predictions())
    std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Rule> rules;
  rules.reserve(found.size());
  for (auto& [size, rule] : found) rules.push_back(std::move(rule));
  return rules;
}

std::string draw_rules(const Model& model) {
  if (const auto* rules = std::get_if<NeuralRules>(&model.body)) return neural_lines(model, *rules);
  const Forest& forest = forest_of(model, "rules");
  if (forest.trees.empty()) return summary_text(model, "") + "\n";
  // All lines in one text, since there may be millions.
  struct Line {
    float size;
    std::size_t first, length;
  };
  std::vector<Line> lines;
  std::string text;
  RuleReader reader(model);
  reader.read([&](std::uint32_t t, std::uint32_t terminal, const std::vector<RuleCondition>& conditions, float size) {
    const std::size_t first = text.size();
    text += reader.text(t, terminal, conditions) + "\n";
    lines.push_back({size, first, text.size() - first});
  });
  if (reader.predictions())
    return fmt::format("{}, {} {}\n\n{}", summary_text(model, ""), lines.size(), lines.size() == 1 ? "rule" : "rules",
                       text);
  std::ranges::stable_sort(lines, [](const Line& a, const Line& b) { return a.size > b.size; });
  std::string out = sum_text(model, fmt::format("every rule that holds ({} in all)\n\n", lines.size()));
  for (const Line& line : lines) out.append(text, line.first, line.length);
  return out;
}

}  // namespace espalier

// One line a root-to-leaf path:
//
//   IF petal_width <= 0.8 AND 2 < age <= 5 THEN versicolor 0.93  (covers 412 rows)
//
// What a path says about a feature is merged into one interval or one set of labels; it is kept up to date on the way
// down and restored on the way up, so that a rule costs what it prints and not the length of its path. A condition does
// not hold for a missing value unless it says "or is missing".
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "deploy/words.h"
#include "espalier/deploy.h"
#include "model/forest_of.h"
#include "model/format.h"

namespace espalier {
namespace {

// What the path so far says about one feature.
struct Condition {
  std::optional<float> above;         // numeric: value > above
  std::optional<float> at_most;       // numeric: value <= at_most
  std::vector<std::uint64_t> labels;  // categorical: those that are still possible
  bool missing = true;                // whether missing values come this way
  std::size_t splits = 0;             // of the path that test the feature; 0: no condition
};

class RuleWriter {
 public:
  RuleWriter(const Model& model, std::string& out)
      : model_(model), forest_(std::get<Forest>(model.body)), out_(out), conditions_(model.features.size()) {
    for (std::size_t f = 0; f < conditions_.size(); ++f)
      conditions_[f].labels.assign(words_of(model.features[f]), ~std::uint64_t{0});
  }

  void write(const TreeSpan& tree) {
    std::vector<Step> path;
    std::int32_t node = 0;
    while (true) {
      if (node >= 0) {
        path.push_back({node, true, {}});
        node = enter(tree, path.back());
        continue;
      }
      write_rule(tree, static_cast<std::uint32_t>(~node));
      // Back up to the last split whose right side is still to come.
      while (!path.empty() && !path.back().left) {
        leave(tree, path.back());
        path.pop_back();
      }
      if (path.empty()) return;
      leave(tree, path.back());
      path.back().left = false;
      node = enter(tree, path.back());
    }
  }

 private:
  struct Step {
    std::int32_t node;
    bool left;
    Condition before;  // of the split's feature, to go back to
  };

  const Split& split_of(const TreeSpan& tree, const Step& step) const {
    return forest_.splits[tree.first_split + static_cast<std::uint32_t>(step.node)];
  }

  std::int32_t enter(const TreeSpan& tree, Step& step) {
    const Split& split = split_of(tree, step);
    Condition& condition = conditions_[split.feature];
    step.before = condition;
    if (condition.splits++ == 0) order_.push_back(split.feature);
    condition.missing = condition.missing && split.missing_left == step.left;
    if (model_.features[split.feature].type == ColumnType::categorical) {
      for (std::size_t w = 0; w < condition.labels.size(); ++w) {
        const std::uint64_t set = forest_.category_words[split.categories + w];
        condition.labels[w] &= step.left ? set : ~set;
      }
    } else if (step.left) {
      condition.at_most = std::min(split.threshold, condition.at_most.value_or(split.threshold));
    } else {
      condition.above = std::max(split.threshold, condition.above.value_or(split.threshold));
    }
    return step.left ? split.left : split.right;
  }

  void leave(const TreeSpan& tree, Step& step) {
    const std::uint32_t feature = split_of(tree, step).feature;
    conditions_[feature] = std::move(step.before);
    // Steps are undone in reverse, so a feature without conditions is the last that came.
    if (conditions_[feature].splits == 0) order_.pop_back();
  }

  static std::string interval_text(const std::string& name, const Condition& condition) {
    const bool bounded = condition.at_most && *condition.at_most != kAnyNumber;
    if (condition.above && bounded)
      return fmt::format("{} < {} <= {}", number_text(*condition.above), name, number_text(*condition.at_most));
    if (condition.above) return name + " > " + number_text(*condition.above);
    return bounded ? name + " <= " + number_text(*condition.at_most) : name + " is present";
  }

  std::string text_of(std::size_t f) const {
    const Condition& condition = conditions_[f];
    const Feature& feature = model_.features[f];
    const std::string name = printable(feature.name);
    std::string text;
    bool possible = true;  // for a value that is not missing
    if (feature.type == ColumnType::categorical) {
      text = fmt::format("{} in {}", name, labels_text(feature, condition.labels.data(), feature.labels.size()));
      possible = !text.ends_with(" in {}");
    } else {
      text = interval_text(name, condition);
      possible = !condition.above || *condition.above < condition.at_most.value_or(kAnyNumber);
    }
    if (!condition.missing) return text;
    return possible ? "(" + text + " or is missing)" : name + " is missing";
  }

  void write_rule(const TreeSpan& tree, std::size_t terminal) {
    out_ += "IF ";
    for (std::size_t i = 0; i < order_.size(); ++i) out_ += (i == 0 ? "" : " AND ") + text_of(order_[i]);
    out_ += " THEN " + terminal_text(model_, tree, terminal);
    if (forest_.statistics)
      out_ += "  (covers " + rows_text(forest_.statistics->terminal_rows[tree.first_terminal + terminal]) + ")";
    out_ += '\n';
  }

  const Model& model_;
  const Forest& forest_;
  std::string& out_;
  std::vector<Condition> conditions_;
  std::vector<std::uint32_t> order_;  // the features with conditions, as the path meets them
};

}  // namespace

std::string draw_rules(const Model& model) {
  const Forest& forest = forest_of(model, "rules");
  std::string out = summary_text(model, "every rule that holds") + "\n";
  if (!forest.trees.empty()) out += '\n';
  RuleWriter writer(model, out);
  for (const TreeSpan& tree : forest.trees) writer.write(tree);
  return out;
}

}  // namespace espalier

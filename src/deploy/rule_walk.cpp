// The conditions of a path on a feature are merged into one interval or one set of labels, which is updated on the way
// down and restored on the way up, so that a rule costs its own length and not that of its path. No recursion: trees
// may be chains.
#include "deploy/rule_walk.h"

#include <algorithm>

#include "espalier/table.h"
#include "model/forest_of.h"
#include "model/format.h"

namespace espalier {

RuleWalk::RuleWalk(const Model& model)
    : model_(model), forest_(forest_of(model, "rules")), states_(model.features.size()) {
  for (std::size_t f = 0; f < states_.size(); ++f)
    states_[f].labels.assign(words_of(model.features[f]), ~std::uint64_t{0});
}

void RuleWalk::visit(const TreeSpan& tree, const Wanted& wanted, const Visit& visit) {
  std::vector<Step> path;
  std::int32_t node = 0;
  while (true) {
    if (node >= 0) {
      path.push_back({node, true, {}});
      node = enter(tree, path.back());
      continue;
    }
    const auto terminal = static_cast<std::uint32_t>(~node);
    if (wanted(terminal) && gather()) visit(terminal, conditions_);
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

const Split& RuleWalk::split_of(const TreeSpan& tree, const Step& step) const {
  return forest_.splits[tree.first_split + static_cast<std::uint32_t>(step.node)];
}

std::int32_t RuleWalk::enter(const TreeSpan& tree, Step& step) {
  const Split& split = split_of(tree, step);
  State& state = states_[split.feature];
  step.before = state;
  if (state.splits++ == 0) order_.push_back(split.feature);
  state.missing = state.missing && split.missing_left == step.left;
  if (model_.features[split.feature].type == ColumnType::categorical) {
    for (std::size_t w = 0; w < state.labels.size(); ++w) {
      const std::uint64_t set = forest_.category_words[split.categories + w];
      state.labels[w] &= step.left ? set : ~set;
    }
  } else if (step.left) {
    state.at_most = std::min(split.threshold, state.at_most.value_or(split.threshold));
  } else {
    state.above = std::max(split.threshold, state.above.value_or(split.threshold));
  }
  return step.left ? split.left : split.right;
}

void RuleWalk::leave(const TreeSpan& tree, Step& step) {
  const std::uint32_t feature = split_of(tree, step).feature;
  states_[feature] = std::move(step.before);
  // Steps are undone in reverse, so a feature without splits is the last one that was added.
  if (states_[feature].splits == 0) order_.pop_back();
}

RuleCondition RuleWalk::condition_on(std::uint32_t feature) const {
  const State& state = states_[feature];
  RuleCondition condition;
  condition.feature = feature;
  condition.missing = state.missing;
  if (model_.features[feature].type == ColumnType::categorical) {
    for (std::uint32_t c = 0; c < model_.features[feature].labels.size(); ++c)
      if ((state.labels[c / 64] >> (c % 64)) & 1) condition.labels.push_back(c);
    condition.present = !condition.labels.empty();
    return condition;
  }
  // Beyond the largest threshold there is still infinity.
  condition.present = !state.above || !state.at_most || *state.above < *state.at_most;
  if (!condition.present) return condition;
  condition.above = state.above;
  condition.at_most = state.at_most;
  return condition;
}

// The conditions of the path, without those that all values, including missing ones, meet; false if no row can meet
// them.
bool RuleWalk::gather() {
  conditions_.clear();
  for (const std::uint32_t feature : order_) {
    RuleCondition condition = condition_on(feature);
    if (!condition.present && !condition.missing) return false;
    const Feature& of = model_.features[feature];
    const bool all = of.type == ColumnType::categorical && condition.labels.size() == of.labels.size();
    if (!(all && condition.missing)) conditions_.push_back(std::move(condition));
  }
  return true;
}

}  // namespace espalier

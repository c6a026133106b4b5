// The terminals of a tree, each with the conditions of its path on every feature.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/rules.h"

namespace espalier {

class RuleWalk {
 public:
  using Visit = std::function<void(std::uint32_t terminal, const std::vector<RuleCondition>& conditions)>;
  using Wanted = std::function<bool(std::uint32_t terminal)>;

  // The model must outlive it.
  explicit RuleWalk(const Model& model);

  // Visits the wanted terminals that some row could reach, from left to right.
  void visit(const TreeSpan& tree, const Wanted& wanted, const Visit& visit);

 private:
  // The conditions of the path so far on one feature.
  struct State {
    std::optional<float> above;
    std::optional<float> at_most;
    std::vector<std::uint64_t> labels;  // labels that are still possible
    bool missing = true;                // whether missing values come this way
    std::size_t splits = 0;             // splits of the path that test the feature
  };
  struct Step {
    std::int32_t node;
    bool left;
    State before;  // the previous conditions on the split's feature, to go back to
  };

  const Split& split_of(const TreeSpan& tree, const Step& step) const;
  std::int32_t enter(const TreeSpan& tree, Step& step);
  void leave(const TreeSpan& tree, Step& step);
  RuleCondition condition_on(std::uint32_t feature) const;
  bool gather();

  const Model& model_;
  const Forest& forest_;
  std::vector<State> states_;         // by feature
  std::vector<std::uint32_t> order_;  // the features with splits on the path, in the order in which the path tests them
  std::vector<RuleCondition> conditions_;  // of the current terminal
};

}  // namespace espalier

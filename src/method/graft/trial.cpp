#include "method/graft/trial.h"

#include <algorithm>

#include "espalier/loss.h"

namespace espalier {
namespace {

constexpr std::size_t kMany = 1000;  // leaves; larger forests are pruned in larger steps

GraftLimits with_leaves(GraftLimits limits, std::size_t tree_leaves) {
  limits.tree_leaves = std::min(limits.tree_leaves, tree_leaves);
  return limits;
}

}  // namespace

GraftTrial::GraftTrial(const GraftRows& rows, const GraftSetting& setting, const GraftTask& task,
                       std::size_t tree_leaves, Threads& threads)
    : rows_(rows),
      task_(task),
      limits_(with_leaves(task.limits, tree_leaves)),
      growth_(rows, setting, task.split, threads) {
  if (rows.start) {
    growth_.set_forest(*rows.start);
    growth_.refit(setting.ridge, 3, 15);
    shrink();
  }
  keep();
}

// Merges leaves until the forest is within the budget.
void GraftTrial::shrink() {
  growth_.prune(limits_);
  while (!fits() && forest().size() > 0) {
    GraftLimits fewer = limits_;
    fewer.leaves =
        forest().leaves() - std::max<std::size_t>(1, forest().leaves() / (forest().leaves() > kMany ? 20 : 50));
    growth_.prune(fewer);
  }
}

bool GraftTrial::grow_to(std::size_t leaves) {
  while (!full_ && forest().leaves() < std::min(leaves, limits_.leaves)) {
    const LeafForest before = growth_.forest();
    full_ = !grow_within(step_ < leaves - before.leaves() ? before.leaves() + step_ : leaves);
    if (full_ || fits()) continue;
    // If the forest does not fit, half as many leaves are tried.
    step_ = std::min(step_, forest().leaves() - before.leaves()) / 2;
    full_ = step_ == 0;
    growth_.set_forest(before);
  }
  return !full_ && forest().leaves() < limits_.leaves;
}

// Grows to this many leaves, or to one more if only a new root, which takes two, is left.
bool GraftTrial::grow_within(std::size_t leaves) {
  GraftLimits until = limits_;
  for (const std::size_t most : {leaves, leaves + 1}) {
    until.leaves = std::min(limits_.leaves, most);
    if (growth_.grow(until)) return true;
  }
  return false;
}

// The bytes of a forest are unknown until it exists: its current number of leaves stands for them.
GraftLimits GraftTrial::as_large() const {
  GraftLimits limits = limits_;
  if (task_.bytes) limits.leaves = forest().leaves();
  return limits;
}

void GraftTrial::swap() {
  const LeafForest before = growth_.forest();
  swap_leaves(as_large(), task_.swaps, growth_);
  if (!fits()) growth_.set_forest(before);
}

void GraftTrial::search() {
  if (!search_) search_.emplace(as_large(), task_.seed, growth_);
  const LeafForest before = growth_.forest();
  search_->round();
  if (!fits()) growth_.set_forest(before);
}

void GraftTrial::refit(double ridge) {
  const std::size_t outputs = rows_.loss.outputs();
  const bool squared = std::holds_alternative<SquaredLoss>(rows_.loss.loss());
  growth_.refit(ridge, squared ? 1 : outputs > 1 ? 2 : 3, squared ? 30 : 15);
  shrink();  // other values may take more bytes
}

}  // namespace espalier

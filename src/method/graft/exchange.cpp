#include "method/graft/exchange.h"

#include <algorithm>

#include "espalier/forest.h"

namespace espalier {
namespace {

constexpr double kPart = 0.1;     // the share by which a round grows the forest
constexpr double kColumns = 0.7;  // the share of the columns that a round may split by
constexpr int kSteps = 2, kIterations = 12;

GraftLimits larger(GraftLimits limits, std::size_t leaves) {
  limits.leaves = leaves;
  limits.nodes = GraftLimits::kNone;
  return limits;
}

void grow_all(const GraftLimits& limits, std::span<const std::uint8_t> columns, GraftGrowth& growth) {
  while (growth.grow(limits, columns)) {
  }
}

void halve(LeafTree& tree, const LeafTree::SiblingLeaves& pair) {
  const std::span<float> left = tree.weights(pair.left), right = tree.weights(pair.right);
  for (std::size_t k = 0; k < left.size(); ++k) left[k] = 0.5F * (left[k] + right[k]);
  tree.merge(pair);
}

}  // namespace

void swap_leaves(const GraftLimits& limits, int most, GraftGrowth& growth) {
  const double ridge = growth.setting().ridge;
  double objective = growth.refit(ridge, kSteps, kIterations);
  for (int i = 0; i < most && growth.forest().size() > 0; ++i) {
    const LeafForest before = growth.forest();
    grow_all(larger(limits, before.leaves() + (before.leaves() + 1) / 2), {}, growth);
    growth.prune(limits);
    const double after = growth.refit(ridge, kSteps, kIterations);
    if (!(after < objective)) return growth.set_forest(before);
    objective = after;
  }
}

LocalSearch::LocalSearch(const GraftLimits& limits, std::uint64_t seed, GraftGrowth& growth)
    : limits_(limits),
      seed_(seed),
      growth_(growth),
      part_(std::max<std::size_t>(1, static_cast<std::size_t>(kPart * static_cast<double>(growth.forest().leaves())))),
      objective_(refit_leaves()) {}

double LocalSearch::refit_leaves() { return growth_.refit(growth_.setting().ridge, kSteps, kIterations); }

void LocalSearch::round() {
  const LeafForest before = growth_.forest();
  if (before.size() == 0) return;
  Random random(seed_, "local search", rounds_++);
  std::vector<std::uint8_t> columns(growth_.columns());
  for (std::uint8_t& column : columns) column = random.uniform() < kColumns ? 1 : 0;
  const std::uint64_t kind = random.below(3);
  if (kind == 2) {
    grow_all(larger(limits_, before.leaves() + std::max<std::size_t>(2, part_)), columns, growth_);
  } else {
    LeafForest changed = before;
    if (kind == 1 && before.size() > 1)
      changed.remove(random.below(before.size()));
    else
      take_pairs(random, changed);
    growth_.set_forest(std::move(changed));
    refit_leaves();
    grow_all(limits_, columns, growth_);
  }
  growth_.prune(limits_);
  const double objective = refit_leaves();
  if (objective < objective_)
    objective_ = objective;
  else
    growth_.set_forest(before);
}

void LocalSearch::take_pairs(Random& random, LeafForest& forest) const {
  for (std::size_t taken = 0; taken < part_;) {
    struct Place {
      std::size_t tree;
      LeafTree::SiblingLeaves pair;
    };
    std::vector<Place> places;
    for (std::size_t t = 0; t < forest.size(); ++t)
      for (const LeafTree::SiblingLeaves& pair : forest.tree(t).pairs()) places.push_back({t, pair});
    if (places.empty()) return;
    const Place& place = places[random.below(places.size())];
    if (forest.tree(place.tree).leaves() == 2) {
      forest.remove(place.tree);
      taken += 2;
    } else {
      halve(forest.change(place.tree), place.pair);
      ++taken;
    }
  }
}

}  // namespace espalier

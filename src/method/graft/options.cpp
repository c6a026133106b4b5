#include "method/graft/options.h"

#include <algorithm>
#include <cmath>

#include "espalier/budget.h"
#include "espalier/loss.h"
#include "espalier/table.h"

namespace espalier {
namespace {

constexpr double kManyRows = 3000;   // with fewer rows, leaves are regularised less
constexpr double kLeavesAClass = 2;  // with fewer leaves that have a value for every class, those have no chance
constexpr std::size_t kSmall = 64;   // budgets up to this many leaves are worth the time of exchanges

// The approximate number of leaves of a budget.
double leaves_of(const Budget& budget, std::size_t outputs) {
  const auto amount = static_cast<double>(budget.amount);
  switch (budget.unit) {
    case Unit::nodes:
      return amount / 2;
    case Unit::bytes:
      return amount / (6 + 4 * static_cast<double>(outputs));
    case Unit::trees:
      return amount * 32;
    default:
      return amount;
  }
}

// The given list, or the default list; the value nearest to `first` is tried first.
GraftList<double> numbers(std::vector<double> given, std::vector<double> usual, double first) {
  GraftList<double> list;
  list.values = given.empty() ? std::move(usual) : std::move(given);
  std::ranges::sort(list.values);
  const auto far = [&](double value) { return std::abs(std::log((value + 1e-3) / (first + 1e-3))); };
  list.first = static_cast<std::size_t>(std::ranges::min_element(list.values, {}, far) - list.values.begin());
  return list;
}

GraftLists lists_for(TreeClasses classes, const GraftOptions& options, const Budget& budget, const Loss& loss,
                     std::size_t outputs, std::size_t rows) {
  const bool squared = std::holds_alternative<SquaredLoss>(loss), several = outputs > 1;
  const bool one = several && classes == TreeClasses::one;
  const double leaves = leaves_of(budget, one ? 1 : outputs);
  const double few = std::min(1.0, static_cast<double>(rows) / kManyRows);
  const double usual = squared ? (leaves > 512   ? 300
                                  : leaves > 128 ? 100
                                                 : 30)
                               : (leaves > 512   ? 100
                                  : leaves > 128 ? 30
                                                 : 10);
  GraftLists lists;
  lists.tree_classes = classes;
  if (one) {
    lists.gamma = numbers(options.gamma, {2, 6}, 6);
    lists.ridge = numbers(options.ridge, {0.5, 2, 6, 20, 60}, few * usual / static_cast<double>(outputs));
  } else if (several) {
    lists.gamma = numbers(options.gamma, {0.1, 0.3, 0.5, 2}, 0.5);
    lists.ridge = numbers(options.ridge, {0.1, 0.3, 0.5, 2, 6}, 0.5);
  } else {
    lists.gamma = numbers(options.gamma, {0.3, 1, 3, 10}, squared ? 3 : leaves > 128 ? 3 : 1);
    lists.ridge = numbers(options.ridge, {1, 3, 10, 30, 100, 300, 1000}, few * usual);
  }
  // Given a single γ and a single λ, the user wants that setting and no search around it.
  const bool given = options.gamma.size() == 1 && options.ridge.size() == 1;
  lists.new_root = numbers(options.new_root, given || one ? std::vector<double>{1} : std::vector<double>{0.5, 1}, 1);
  if (options.leaves.empty()) {
    lists.tree_leaves.values = {LeafTree::kMostLeaves};
    if (!given && !one) lists.tree_leaves.values.insert(lists.tree_leaves.values.end(), {16, 8, 4});
  } else {
    for (const int count : options.leaves) lists.tree_leaves.values.push_back(static_cast<std::size_t>(count));
    std::ranges::sort(lists.tree_leaves.values, std::greater{});
  }
  lists.refit = options.refit;
  if (options.refit.empty()) {
    lists.refit = several   ? std::vector<double>{20, 6, 2, 0.6, 0.2}
                  : squared ? std::vector<double>{3000, 1000, 300, 100, 30, 10, 3, 1, 0.3}
                            : std::vector<double>{1000, 300, 100, 30, 10, 3, 1, 0.3};
  }
  std::ranges::sort(lists.refit, std::greater{});
  std::erase(lists.refit, 0.0);
  lists.searches = options.search.value_or(leaves <= static_cast<double>(kSmall) ? 60 : 0);
  return lists;
}

}  // namespace

std::vector<GraftLists> graft_lists(const GraftOptions& options, const Budget& budget, const Loss& loss,
                                    std::size_t outputs, std::size_t rows) {
  std::vector<TreeClasses> kinds = {outputs > 1 ? options.tree_classes.value_or(TreeClasses::all) : TreeClasses::all};
  if (!options.tree_classes && outputs > 1 && budget.unit == Unit::bytes) {
    kinds = {TreeClasses::one};
    const bool many = leaves_of(budget, outputs) >= kLeavesAClass * static_cast<double>(outputs);
    if (many) kinds.insert(kinds.begin(), TreeClasses::all);
  }
  std::vector<GraftLists> lists;
  for (const TreeClasses kind : kinds) lists.push_back(lists_for(kind, options, budget, loss, outputs, rows));
  return lists;
}

int graft_swaps(const GraftOptions& options, const Budget& budget, std::size_t outputs) {
  return options.swap.value_or(leaves_of(budget, outputs) <= static_cast<double>(kSmall) ? 3 : 0);
}

GraftLimits graft_limits(const GraftOptions& options, const Budget& budget) {
  constexpr std::size_t kLeavesATree = 64;  // for budgets that do not limit leaves
  GraftLimits limits;
  if (!options.leaves.empty()) limits.tree_leaves = static_cast<std::size_t>(std::ranges::max(options.leaves));
  if (budget.unit == Unit::leaves) limits.leaves = budget.amount;
  if (budget.unit == Unit::nodes) limits.nodes = budget.amount;
  if (budget.unit == Unit::trees) {
    limits.trees = budget.amount;
    limits.leaves = (options.leaves.empty() ? kLeavesATree : limits.tree_leaves) * budget.amount;
  }
  if (options.trees) limits.trees = std::min(limits.trees, static_cast<std::size_t>(*options.trees));
  if (options.depth) limits.depth = static_cast<std::size_t>(*options.depth);
  return limits;
}

SplitOptions graft_split(const GraftOptions& options, const TableView& table, const Loss& loss, std::size_t outputs) {
  SplitOptions split;
  split.min_rows = static_cast<std::size_t>(options.min_rows.value_or(outputs > 1 ? 3 : 5));
  split.directions = directions_of(options.increasing, options.decreasing, table, loss);
  return split;
}

}  // namespace espalier

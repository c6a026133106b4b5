// The options of graft.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "espalier/budget.h"
#include "espalier/loss.h"
#include "espalier/table.h"
#include "method/graft/choice.h"
#include "method/options/directions.h"
#include "method/options/loss_option.h"
#include "method/options/options.h"
#include "method/options/shared_options.h"

namespace espalier {

constexpr Choices<TreeClasses, 2> kTreeClasses = {{{"all", TreeClasses::all}, {"one", TreeClasses::one}}};

struct GraftOptions {
  std::vector<double> gamma;
  std::vector<double> ridge;
  std::vector<double> refit;
  std::vector<int> leaves;
  std::optional<int> depth;
  std::optional<int> trees;
  std::optional<TreeClasses> tree_classes;
  std::optional<LossName> loss;
  std::optional<int> min_rows;
  int bins = 255;
  std::vector<double> new_root;
  std::optional<int> swap;
  std::optional<int> search;
  int rows = 50000;
  std::string increasing;
  std::string decreasing;
  std::string from;

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = GraftOptions;
    visit(
        "gamma", &T::gamma, NumberList{0, 1e9},
        "regularisation of split gains, in rows: each side of a split is judged as if it had this many extra rows that "
        "favour no change; the best of several values is chosen; by default from a built-in list, on held-out rows");
    visit("ridge", &T::ridge, NumberList{0, 1e9},
          "L2 regularisation of leaf values in the refits during growth, in rows: each value is pulled towards 0 as if "
          "by this many extra rows; the best of several values is chosen; by default from a built-in list, on held-out "
          "rows");
    visit("refit", &T::refit, NumberList{0, 1e9},
          "L2 regularisation of leaf values in the final refit, in rows as for ridge; the best of several values is "
          "chosen, or no refit if that is better; by default from a list that runs from 3000 down to 0.2");
    visit("leaves", &T::leaves, IntegerList{2, 65535},
          "maximum leaves per tree; the best of several values is chosen; by default from a built-in list");
    visit("depth", &T::depth, kTreeDepths, kTreeDepthHelp);
    visit("trees", &T::trees, Range{1, 1e6}, "maximum number of trees; by default limited by the budget alone");
    visit(
        "tree-classes", &T::tree_classes, kTreeClasses,
        "several classes: whether the leaves of a tree have a value for each of them, or only for one; by default all, "
        "or with a budget in bytes what does better on held-out rows");
    visit("loss", &T::loss, kLosses, kLossHelp);
    visit("min-rows", &T::min_rows, Range{1, 1e9},
          "minimum training rows per leaf; by default 5, or 3 for several classes");
    visit("bins", &T::bins, kBinCounts, kBinsHelp);
    visit("new-root", &T::new_root, NumberList{0.01, 100},
          "factor on the gain of a new tree's first split when it competes with splits of existing trees; the best of "
          "several values is chosen, by default the better of 0.5 and 1");
    visit("swap", &T::swap, Range{0, 100},
          "maximum number of times that the forest grows by half of its size and is pruned back; by default 3 for "
          "budgets of up to "
          "64 leaves, 0 for larger ones");
    visit("search", &T::search, Range{0, 1e6},
          "rounds of local search, each of which removes a part and grows another; by default 60 for budgets of up to "
          "64 leaves, 0 for larger ones");
    visit("rows", &T::rows, Range{100, 1e9},
          "maximum number of rows to grow on: from a larger table this many are sampled, plus a quarter as many to "
          "choose settings on, and all rows are used for the last refit (not with increasing or decreasing columns)");
    visit("increasing", &T::increasing, ColumnList{}, kIncreasingHelp);
    visit("decreasing", &T::decreasing, ColumnList{}, kDecreasingHelp);
    visit("from", &T::from, FileName{},
          "a saved forest to start from: it is grown further or, if it is over the budget, refitted and pruned");
  }
};

// For trees of all classes, of one class each, or for both kinds.
std::vector<GraftLists> graft_lists(const GraftOptions& options, const Budget& budget, const Loss& loss,
                                    std::size_t outputs, std::size_t rows);
int graft_swaps(const GraftOptions& options, const Budget& budget, std::size_t outputs);
GraftLimits graft_limits(const GraftOptions& options, const Budget& budget);
// An error if the named columns do not fit the data.
SplitOptions graft_split(const GraftOptions& options, const TableView& table, const Loss& loss, std::size_t outputs);

}  // namespace espalier

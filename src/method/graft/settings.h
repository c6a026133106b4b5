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

namespace espalier {

struct GraftOptions {
  std::vector<double> gamma;
  std::vector<double> ridge;
  std::vector<double> refit;
  std::vector<int> leaves;
  std::optional<int> depth;
  std::optional<int> trees;
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
    visit("gamma", &T::gamma, NumberList{0, 1e9},
          "rows that each side of a split is held back by where splits are judged; the best of several; if not given, "
          "chosen on held-out rows");
    visit("ridge", &T::ridge, NumberList{0, 1e9},
          "rows that each leaf is held to 0 by in the refits while trees grow; the best of several; if not given, "
          "chosen on held-out rows");
    visit("refit", &T::refit, NumberList{0, 1e9},
          "the same in a last refit; the best of several and of none; if not given, of many from 3000 down to 0.2");
    visit("leaves", &T::leaves, IntegerList{2, 65535}, "most leaves of a tree; the best of several");
    visit("depth", &T::depth, Range{1, 1000}, "deepest leaf");
    visit("trees", &T::trees, Range{1, 1e6}, "most trees");
    visit("loss", &T::loss, kLosses, "squared for regression, logistic for two classes, softmax for more");
    visit("min-rows", &T::min_rows, Range{1, 1e9},
          "fewest training rows in a leaf; if not given, 5, of several classes 3");
    visit("bins", &T::bins, Range{2, 255}, "most bins that a column's values are put into");
    visit("new-root", &T::new_root, NumberList{0.01, 100},
          "what the gain of a new tree's first split is multiplied by where it competes with those of old trees; the "
          "best of several");
    visit("swap", &T::swap, Range{0, 100},
          "how often the forest is grown to half as much again and pruned back, at most; if not given, 3 up to 64 "
          "leaves");
    visit("search", &T::search, Range{0, 1e6},
          "rounds of a local search that takes a part away and grows another; if not given, 60 up to 64 leaves");
    visit("rows", &T::rows, Range{100, 1e9},
          "most rows that are grown on; of more, so many are drawn, a quarter as many to choose by, and unless there "
          "are increasing or decreasing columns, all are refitted");
    visit("increasing", &T::increasing, ColumnList{}, "columns with which the score may never fall");
    visit("decreasing", &T::decreasing, ColumnList{}, "columns with which the score may never rise");
    visit("from", &T::from, FileName{},
          "a saved forest to begin with: it is grown further, or if it is over the budget, refitted and pruned");
  }
};

GraftLists graft_lists(const GraftOptions& options, const Budget& budget, const Loss& loss, std::size_t outputs,
                       std::size_t rows);
int graft_swaps(const GraftOptions& options, const Budget& budget, std::size_t outputs);
GraftLimits graft_limits(const GraftOptions& options, const Budget& budget);
// An error if the columns named do not go with the data.
SplitOptions graft_split(const GraftOptions& options, const TableView& table, const Loss& loss, std::size_t outputs);

}  // namespace espalier

// The options of boost, and what they mean for the booster.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/options.h"
#include "grow/boosting/boost.h"
#include "method/options/loss_option.h"
#include "method/options/options.h"

namespace espalier {

enum class Judge : std::uint8_t { loss, error };

inline constexpr Choices<Judge, 2> kJudges = {{{"loss", Judge::loss}, {"error", Judge::error}}};

struct BoostSettings {
  int trees = 100;
  double rate = 0.1;
  std::optional<int> leaves;
  std::optional<int> depth;
  std::optional<LossName> loss;
  bool vector_leaves = false;
  int min_rows = 20;
  double min_weight = 1e-3;
  double min_gain = 0;
  double l2 = 1;
  int bins = 255;
  double sample = 1;
  std::optional<int> features;
  std::optional<int> tree_features;
  double category_l2 = 10;
  double category_smoothing = 10;
  std::string increasing;
  std::string decreasing;
  std::optional<int> patience;
  Judge judge = Judge::loss;
  std::vector<double> refit = {0};

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = BoostSettings;
    visit("trees", &T::trees, Range{1, 1e6}, "rounds; with held-out rows the best one of so many");
    visit("rate", &T::rate, Range{1e-6, 1}, "how much of its Newton step a leaf takes");
    visit("leaves", &T::leaves, Range{2, 1e6}, "most leaves of a tree, the best splits first; 31 if no depth is given");
    visit("depth", &T::depth, Range{1, 1000}, "deepest leaf; without leaves every split down to it is made");
    visit("loss", &T::loss, kLosses, "squared for regression, logistic for two classes, softmax for more");
    visit("vector-leaves", &T::vector_leaves, Flag{}, "several classes: one tree a round for all, not one for each");
    visit("min-rows", &T::min_rows, Range{1, 1e9}, "fewest training rows in a leaf");
    visit("min-weight", &T::min_weight, Range{0, 1e300}, "smallest sum of the loss's second derivatives in a leaf");
    visit("min-gain", &T::min_gain, Range{0, 1e300}, "smallest fall of the mean loss that is worth a split");
    visit("l2", &T::l2, Range{0, 1e300}, "added to the second derivatives of a leaf");
    visit("bins", &T::bins, Range{2, 255}, "most bins that a column's values are put into");
    visit("sample", &T::sample, Range{1e-6, 1}, "share of the rows that each round sees");
    visit("features", &T::features, Range{1, 1e9}, "columns drawn for each split; all if not given");
    visit("tree-features", &T::tree_features, Range{1, 1e9}, "columns drawn for each tree; all if not given");
    visit("category-l2", &T::category_l2, Range{0, 1e300},
          "added to l2 for splits by more than 4 categories, whose gain is also less by what chance would bring; "
          "0: neither");
    visit("category-smoothing", &T::category_smoothing, Range{0, 1e300}, "steadies the order of rare categories");
    visit("increasing", &T::increasing, ColumnList{}, "columns with which the score may never fall");
    visit("decreasing", &T::decreasing, ColumnList{}, "columns with which the score may never rise");
    visit("patience", &T::patience, Range{1, 1e6}, "stop after so many rounds that are no better on held-out rows");
    visit("judge", &T::judge, kJudges, "what makes a round better on held-out rows");
    visit("refit", &T::refit, NumberList{0, 1e9},
          "rows that each leaf is held to 0 by in a last joint refit of all leaves; the best of several on held-out "
          "rows; 0: no refit");
  }
};

// Throws for options that do not go with each other.
BoostSettings parse_boost(const OptionValues& values);

// Throws for options that do not go with the data.
BoostOptions boost_options(const BoostSettings& settings, const LabelledView& train, std::uint64_t seed);

}  // namespace espalier

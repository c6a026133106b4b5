// The options of boost, and how they set up the booster.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/options.h"
#include "grow/boosting/boost.h"
#include "method/options/directions.h"
#include "method/options/loss_option.h"
#include "method/options/options.h"
#include "method/options/shared_options.h"

namespace espalier {

enum class Judge : std::uint8_t { loss, error };

inline constexpr Choices<Judge, 2> kJudges = {{{"loss", Judge::loss}, {"error", Judge::error}}};

struct BoostOptions {
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
    using T = BoostOptions;
    visit("trees", &T::trees, Range{1, 1e6},
          "boosting rounds; with held-out rows, the best number of rounds up to this one");
    visit("rate", &T::rate, Range{1e-6, 1}, "learning rate: the fraction of its Newton step that a leaf takes");
    visit("leaves", &T::leaves, Range{2, 1e6},
          "maximum leaves per tree, best splits first; 31 by default if no depth is given");
    visit("depth", &T::depth, Range{1, 1000},
          "maximum depth of a tree; if leaves is not given, every split down to this depth is made");
    visit("loss", &T::loss, kBoostLosses, kLossHelp);
    visit("vector-leaves", &T::vector_leaves, Flag{},
          "for several classes: one tree per round with a value for each class in its leaves, instead of one tree per "
          "class");
    visit("min-rows", &T::min_rows, kLeafRows, kMinRowsHelp);
    visit("min-weight", &T::min_weight, Range{0, 1e300}, "minimum sum of the loss's second derivatives per leaf");
    visit("min-gain", &T::min_gain, Range{0, 1e300}, "minimum decrease of the mean loss that justifies a split");
    visit("l2", &T::l2, Range{0, 1e300},
          "L2 regularisation of leaf values: added to a leaf's sum of second derivatives");
    visit("bins", &T::bins, kBinCounts, kBinsHelp);
    visit("sample", &T::sample, Range{1e-6, 1}, "fraction of the rows sampled for each round");
    visit("features", &T::features, Range{1, 1e9}, "columns sampled for each split; all by default");
    visit("tree-features", &T::tree_features, Range{1, 1e9}, "columns sampled for each tree; all by default");
    visit(
        "category-l2", &T::category_l2, Range{0, 1e300},
        "extra l2 for splits by more than 4 categories; the gain expected by chance is also subtracted from theirs; 0 "
        "turns both off");
    visit("category-smoothing", &T::category_smoothing, Range{0, 1e300},
          "smoothing of the order in which categories are sorted for a split; stabilises rare categories");
    visit("increasing", &T::increasing, ColumnList{}, kIncreasingHelp);
    visit("decreasing", &T::decreasing, ColumnList{}, kDecreasingHelp);
    visit("patience", &T::patience, Range{1, 1e6},
          "early stopping: training ends after this many rounds without improvement on held-out rows");
    visit("judge", &T::judge, kJudges, "early-stopping metric: loss or error");
    visit("refit", &T::refit, kRefits, kRefitHelp);
  }
};

// Throws for options that contradict each other.
BoostOptions parse_boost(const OptionValues& values);

// Throws for options that do not fit the data.
BoosterOptions booster_options(const BoostOptions& options, const LabelledView& train, std::uint64_t seed);

}  // namespace espalier

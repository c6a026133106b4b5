// The options of globally induced forests, and the growth settings that they name.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "espalier/target.h"
#include "method/options/option_kinds.h"

namespace espalier {

enum class GifLoss : std::uint8_t { squared, exponential, softmax };
enum class GifSplit : std::uint8_t { local, global };
enum class GifGrow : std::uint8_t { induced, random, breadth_first, best_first };

inline constexpr Choices<GifLoss, 3> kGifLosses = {
    {{"squared", GifLoss::squared}, {"exponential", GifLoss::exponential}, {"softmax", GifLoss::softmax}}};
inline constexpr Choices<GifSplit, 2> kGifSplits = {{{"local", GifSplit::local}, {"global", GifSplit::global}}};
inline constexpr Choices<GifGrow, 4> kGifGrows = {{{"induced", GifGrow::induced},
                                                   {"random", GifGrow::random},
                                                   {"breadth-first", GifGrow::breadth_first},
                                                   {"best-first", GifGrow::best_first}}};

struct GifOptions {
  std::vector<int> trees = {1000, 300};
  std::vector<int> window = {1, 10};
  std::vector<double> rate = {0.1, 0.03, 0.01, 0.3, 1};
  std::optional<int> features;
  std::optional<GifLoss> loss;
  double saturation = 3;
  std::optional<GifSplit> split;
  std::vector<double> refit = {0, 1, 3, 10, 30, 100, 300, 1000, 3000};
  std::vector<double> scale = {0.5, 0.7, 1, 1.4, 2, 2.8, 4};
  int patience = 8;
  GifGrow grow = GifGrow::induced;

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = GifOptions;
    visit("trees", &T::trees, IntegerList{1, 1e6},
          "roots to grow from; several values are searched, one option at a time, starting from the first");
    visit("window", &T::window, IntegerList{0, 1e9},
          "candidates that are compared per step, the best of which is added (0: all); several values are searched "
          "likewise");
    visit("rate", &T::rate, NumberList{1e-6, 1},
          "learning rate: the fraction of its optimal weight that a new node gets; several values are searched "
          "likewise");
    visit("features", &T::features, Range{1, 1e9},
          "columns tried per split; by default the square root of the number of columns");
    visit("loss", &T::loss, kGifLosses, "loss to minimise; by default squared for regression, softmax for classes");
    visit("saturation", &T::saturation, Range{1e-3, 100},
          "for the exponential loss: maximum difference between the logarithms of two classes' errors");
    visit("split", &T::split, kGifSplits,
          "whether splits are judged by the targets alone (local), or by the current loss (global); by default global, "
          "and for classes the better of the two");
    visit("refit", &T::refit, NumberList{0, 1e9},
          "for the squared loss: L2 regularisation of the weights in a final refit of all nodes, in rows; 0: no refit; "
          "the best of several values is chosen");
    visit("scale", &T::scale, NumberList{1e-3, 1e3},
          "for the softmax and exponential losses: factor on all weights at the end; the best of several values is "
          "chosen");
    visit("patience", &T::patience, Range{0, 1e6},
          "early stopping: growth ends after this many sizes in a row, each a tenth larger, without improvement on "
          "held-out rows; 0: no early stopping, the budget alone ends growth");
    visit("grow", &T::grow, kGifGrows,
          "how the budget is spent: on the nodes that lower the loss of the whole forest (induced); or, the paper's "
          "baselines, on splits of an average of trees, whose leaf comes at random, nearest to the root, or by the "
          "largest decrease of impurity, where of the other options only trees (the first) and features matter");
  }
};

// One growth setting.
struct GifSetting {
  GifLoss loss = GifLoss::squared;
  GifSplit split = GifSplit::global;
  std::size_t trees = 1000;
  std::size_t window = 1;
  double rate = 0.1;
  bool operator==(const GifSetting&) const = default;
};

// Moves one part of a setting a step further, for example to the next larger rate of the list; false if there is none.
using GifChange = std::function<bool(GifSetting&)>;

// A first growth setting, and the ways to change it.
struct GifSettings {
  GifSetting first;
  std::vector<GifChange> changes;
};

// The settings that the options name; an error if the loss does not fit the task.
GifSettings gif_settings(const GifOptions& options, Task task);

}  // namespace espalier

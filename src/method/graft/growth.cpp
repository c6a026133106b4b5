#include "method/graft/growth.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "espalier/forest.h"
#include "grow/histogram/finish_splits.h"
#include "method/graft/monotone.h"
#include "select/leaves/prune.h"

namespace espalier {
namespace {

constexpr int kRoundIterations = 5;   // conjugate gradient steps after a round
constexpr double kMostStep = 4;       // of one class's weight, if there are several
constexpr double kWorthTaking = 0.5;  // as a share of the gain that a round expected
constexpr double kNearlyBest = 0.9;
constexpr double kEstimatesHold = 1.25;  // gains are estimated again when the forest has this many times the leaves
constexpr double kNoGain = -std::numeric_limits<double>::infinity();
constexpr std::size_t kRowsPerBlock = 8192;
constexpr std::size_t kPlacesPerThread = 2;  // fewer are searched one after the other, each by all threads

// A few splits out of all: each is found on the residuals of the others, but their weights wait for the refit.
constexpr std::size_t kFewLeaves = 64;
std::size_t leaves_a_round(std::size_t leaves) {
  return std::max<std::size_t>(1, leaves / (leaves < kFewLeaves ? 33 : 20));
}

std::size_t above(std::size_t count, std::size_t most) { return count > most ? count - most : 0; }

// In the units of the rows' weights.
SplitOptions in_units(SplitOptions options, double gamma, double unit) {
  options.l2 = gamma / unit;
  options.category_l2 /= unit;
  options.category_smoothing /= unit;
  return options;
}

}  // namespace

// A split of a tree's leaf, or of a new root.
struct GraftGrowth::CandidateSplit {
  std::optional<std::size_t> tree;
  std::int32_t output = kNone;  // the tree's
  FoundSplit found;
  double gain = 0;
};

GraftGrowth::GraftGrowth(const GraftRows& rows, const GraftSetting& setting, const SplitOptions& split,
                         Threads& threads)
    : rows_(rows),
      setting_(setting),
      options_(in_units(split, setting.gamma, rows.loss.unit())),
      threads_(threads),
      one_(threads.one()),
      has_categories_(std::ranges::any_of(rows.bins.all_bins(), [](const ColumnBins& bins) { return !bins.numeric; })),
      search_(rows.bins, setting.tree_classes == TreeClasses::one ? 1 : rows.loss.outputs(), options_),
      forest_(rows.bins.rows(), rows.watched(), rows.loss.start()),
      scores_(rows.bins.rows() * rows.loss.width()),
      gradients_(scores_.size()),
      hessians_(scores_.size()),
      pairs_(roots()),
      new_root_ids_(rows.bins.rows()) {
  set_forest(forest_);
}

void GraftGrowth::set_forest(LeafForest forest) {
  forest_ = std::move(forest);
  gains_.clear();
  const TreeDesign design = forest_.design();
  JointRefit(design, rows_.loss, threads_).score(forest_.weights(), scores_);
}

// ---- candidate splits -----------------------------------------------------------------------------------------------

void GraftGrowth::derive() {
  const std::size_t width = rows_.loss.width();
  threads_.blocks(rows_.bins.rows(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    derive_steadily(rows_.loss, {begin, end}, scores_.data() + begin * width, gradients_.data() + begin * width,
                    hessians_.data() + begin * width);
  });
}

// Sums for the searches of one class, or of all together.
void GraftGrowth::quantise_class(std::size_t k) {
  const std::size_t outputs = setting_.tree_classes == TreeClasses::one ? 1 : rows_.loss.outputs();
  quantise(std::span(gradients_).subspan(k), std::span(hessians_).subspan(k), rows_.loss.width(), outputs, pairs_[k],
           threads_);
  if (has_categories_) pairs_[k].scale.noise = noise(k, outputs);
}

// Both derivatives are multiplied by the rows' weights; a row's square counts as often as the row does.
PairNoise GraftGrowth::noise(std::size_t first, std::size_t outputs) const {
  const std::size_t width = rows_.loss.width();
  NoiseSums sums;
  for (std::size_t row = 0; row < rows_.bins.rows(); ++row) {
    const auto weight = static_cast<double>(rows_.loss.weight(row));
    if (!(weight > 0)) continue;
    sums.rows += 1;
    sums.weight += weight;
    for (std::size_t i = row * width + first; i < row * width + first + outputs; ++i) {
      const auto g = static_cast<double>(gradients_[i]);
      sums.square += g * g / weight;
      sums.hessian += static_cast<double>(hessians_[i]);
    }
  }
  return noise_of(sums, outputs, rows_.loss.unit());
}

std::optional<GraftGrowth::CandidateSplit> GraftGrowth::best_of(std::size_t t, const GraftLimits& most,
                                                                std::span<const std::uint8_t> columns,
                                                                Threads& threads) {
  const LeafTree& tree = forest_.tree(t);
  if (tree.leaves() >= most.tree_leaves) return std::nullopt;
  std::vector<std::uint8_t> open;
  if (most.depth != GraftLimits::kNone)
    for (std::size_t leaf = 0; leaf < tree.leaves(); ++leaf) open.push_back(tree.depth(leaf) < most.depth ? 1 : 0);
  std::vector<ValueBounds> bounds;
  if (is_monotone()) {
    bounds = leaf_bounds(tree, options_.directions);
    for (std::size_t leaf = 0; leaf < tree.leaves(); ++leaf) {
      const double weight = tree.weights(leaf)[0];
      bounds[leaf] = {bounds[leaf].low - weight, bounds[leaf].high - weight};
    }
  }
  const std::size_t k = tree.output() == kNone ? 0 : static_cast<std::size_t>(tree.output());
  FoundSplit found = search_.best({tree.ids(), tree.leaves(), open, bounds}, pairs_[k], columns, threads);
  if (!found.found()) return std::nullopt;
  const double gain = found.split.gain;
  return CandidateSplit{t, tree.output(), std::move(found), gain};
}

std::optional<GraftGrowth::CandidateSplit> GraftGrowth::best_root(std::size_t k, std::span<const std::uint8_t> columns,
                                                                  Threads& threads) {
  FoundSplit found = search_.best({new_root_ids_, 1, {}, {}}, pairs_[k], columns, threads);
  if (!found.found()) return std::nullopt;
  const double gain = setting_.new_root * found.split.gain;
  const std::int32_t output = setting_.tree_classes == TreeClasses::one ? static_cast<std::int32_t>(k) : kNone;
  return CandidateSplit{std::nullopt, output, std::move(found), gain};
}

// The first places stand for new roots, one or one per class, the others for the trees.
std::size_t GraftGrowth::roots() const noexcept {
  return setting_.tree_classes == TreeClasses::one ? rows_.loss.outputs() : 1;
}

// The entry of pairs_ that the search at a place reads.
std::size_t GraftGrowth::class_of(std::size_t place) const noexcept {
  if (place < roots()) return place;
  const std::int32_t output = forest_.tree(place - roots()).output();
  return output == kNone ? 0 : static_cast<std::size_t>(output);
}

std::optional<GraftGrowth::CandidateSplit> GraftGrowth::best_at(std::size_t place, const GraftLimits& most,
                                                                std::span<const std::uint8_t> columns,
                                                                Threads& threads) {
  return place < roots() ? best_root(place, columns, threads) : best_of(place - roots(), most, columns, threads);
}

bool GraftGrowth::allowed(std::size_t place, const GraftLimits& most) const {
  return place < roots() ? most.tree_leaves > 1 && most.allow(forest_.leaves() + 2, forest_.size() + 1)
                         : most.allow(forest_.leaves() + 1, forest_.size());
}

// The gain of the best split at every place when it was last searched. Gains change little from round to round and
// hardly ever rise, so only the top places need to be searched again, and all of them now and then.
void GraftGrowth::estimate_gains(const GraftLimits& most, std::span<const std::uint8_t> columns) {
  const auto leaves = static_cast<double>(forest_.leaves());
  const bool few = forest_.leaves() < kFewLeaves;
  if (!few && gains_.size() == roots() + forest_.size() && leaves < kEstimatesHold * estimated_at_leaves_) return;
  estimated_at_leaves_ = leaves;
  gains_.assign(roots() + forest_.size(), kNoGain);
  const auto estimate = [&](std::size_t place, Threads& threads) {
    const std::optional<CandidateSplit> offer = best_at(place, most, columns, threads);
    if (offer) gains_[place] = offer->gain;
  };
  if (gains_.size() < kPlacesPerThread * static_cast<std::size_t>(threads_.count())) {
    for (std::size_t place = 0; place < gains_.size(); ++place) estimate(place, threads_);
  } else {
    threads_.each(gains_.size(), [&](std::size_t place) { estimate(place, one_); });
  }
}

// The open place with the largest gain.
std::optional<std::size_t> GraftGrowth::most_gain(std::span<const std::uint8_t> open, const GraftLimits& most) const {
  std::optional<std::size_t> best;
  for (std::size_t place = 0; place < open.size(); ++place) {
    if (open[place] == 0 || gains_[place] == kNoGain || !allowed(place, most)) continue;
    if (!best || gains_[place] > gains_[*best]) best = place;
  }
  return best;
}

// Below this a split is left for a later round.
double GraftGrowth::least_gain(std::size_t wanted) const {
  std::vector<double> gains = gains_;
  std::erase(gains, kNoGain);
  std::ranges::sort(gains, std::greater{});
  return gains.empty() ? kNoGain : kWorthTaking * gains[std::min(wanted, gains.size()) - 1];
}

// ---- growing -------------------------------------------------------------------------------------------------------

bool GraftGrowth::grow(const GraftLimits& most, std::span<const std::uint8_t> columns) {
  derive();
  for (std::size_t k = 0; k < pairs_.size(); ++k) quantise_class(k);
  estimate_gains(most, columns);
  const std::size_t wanted = std::max(leaves_a_round(forest_.leaves()), least_round());
  const double least = least_gain(wanted);
  std::vector<std::uint8_t> open(gains_.size(), 1);      // each has one split per round
  std::vector<std::uint8_t> outdated(pairs_.size(), 0);  // a split of that class was taken
  std::size_t added = 0;
  while (added < wanted) {
    const std::optional<std::size_t> best = most_gain(open, most);
    if (!best || (added > 0 && gains_[*best] < least)) break;
    open[*best] = 0;
    const std::size_t k = class_of(*best);
    if (outdated[k] != 0) {
      derive();
      quantise_class(k);
      outdated[k] = 0;
    }
    const std::optional<CandidateSplit> offer = best_at(*best, most, columns, threads_);
    gains_[*best] = offer ? offer->gain : kNoGain;
    if (!offer || (added > 0 && offer->gain < least)) continue;
    const std::optional<std::size_t> next = most_gain(open, most);
    if (next && offer->gain < kNearlyBest * gains_[*next]) {
      open[*best] = 1;
      continue;
    }
    take(*offer);
    if (!offer->tree) gains_.push_back(offer->gain);
    added += offer->tree ? 1 : 2;
    outdated[k] = 1;
  }
  if (added > 0) {
    refit(setting_.ridge, 1, kRoundIterations);
    return true;
  }
  // Splits that were worth nothing at other scores may be worth something now.
  const bool is_new = estimated_at_leaves_ == static_cast<double>(forest_.leaves());
  gains_.clear();
  return !is_new && grow(most, columns);
}

void GraftGrowth::take(const CandidateSplit& offer) {
  const FoundSplit& found = offer.found;
  const std::size_t t = offer.tree.value_or(forest_.size());
  LeafTree& tree = offer.tree ? forest_.change(t) : forest_.add(offer.output);
  LeafSplit split;
  split.leaf = found.leaf;
  split.node.feature = static_cast<std::int32_t>(found.split.column);
  split.node.gain = found.split.gain;
  split.node.missing_left = found.split.missing_seen ? found.split.missing_left : found.left_rows >= found.right_rows;
  split.left = finish_split(found.split, rows_.bins.bins(found.split.column), split.node, split.words);
  const ValueBounds bounds = is_monotone() ? leaf_bounds(tree, options_.directions)[found.leaf] : ValueBounds{};
  tree.split(split, rows_.codes(found.split.column), threads_);
  set_children(found, bounds, tree);
}

// Each child takes a Newton step of its own.
void GraftGrowth::set_children(const FoundSplit& found, const ValueBounds& bounds, LeafTree& tree) {
  const std::size_t width = rows_.loss.width(), outputs = found.left.size(), right = tree.leaves() - 1;
  const std::size_t first = tree.output() == kNone ? 0 : static_cast<std::size_t>(tree.output());
  const PairScale& scale = pairs_[first].scale;
  const double ridge = setting_.ridge / rows_.loss.unit();
  const std::vector<float> before(tree.weights(found.leaf).begin(), tree.weights(found.leaf).end());
  for (std::size_t k = 0; k < outputs; ++k) {
    const auto step = [&](PackedGradient sum, std::size_t leaf) {
      const double weight = before[first + k];
      const double gradient = gradient_of(sum) / scale.gradient + ridge * weight;
      double change = -gradient / (hessian_of(sum) / scale.hessian + ridge);
      if (rows_.loss.outputs() > 1) change = std::clamp(change, -kMostStep, kMostStep);
      tree.weights(leaf)[first + k] = static_cast<float>(weight + change);
    };
    step(found.left[k], found.leaf);
    step(found.right[k], right);
  }
  if (is_monotone()) hold_within(bounds, found, tree);
  const std::span<const std::uint16_t> ids = tree.ids();
  threads_.blocks(ids.size(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (ids[i] != found.leaf && ids[i] != right) continue;
      const std::span<const float> weights = std::as_const(tree).weights(ids[i]);
      for (std::size_t k = 0; k < width; ++k) scores_[i * width + k] += weights[k] - before[k];
    }
  });
}

// Both children within the bounds of their leaf, and in the order that the split requires.
void GraftGrowth::hold_within(const ValueBounds& bounds, const FoundSplit& found, LeafTree& tree) const {
  float& left = tree.weights(found.leaf)[0];
  float& right = tree.weights(tree.leaves() - 1)[0];
  const Direction direction = options_.directions[found.split.column];
  if (direction != Direction::free && (direction == Direction::increasing ? left > right : left < right))
    left = right = left + (right - left) / 2;
  for (float* weight : {&left, &right})
    *weight = std::clamp(*weight, static_cast<float>(bounds.low), static_cast<float>(bounds.high));
}

double GraftGrowth::refit(double ridge, int steps, int iterations) {
  const TreeDesign design = forest_.design();
  JointRefit joint(design, rows_.loss, threads_);
  DesignWeights weights = forest_.weights();
  RefitOptions options{ridge, steps, iterations};
  if (is_monotone())
    options.allow = [&](DesignWeights& all) { make_monotone(forest_, options_.directions, all.weights); };
  const double objective = joint.run(options, weights, scores_);
  forest_.set_weights(weights);
  return objective;
}

void GraftGrowth::prune(const GraftLimits& most) {
  if (most.allow(forest_)) return;
  gains_.clear();
  PruneOptions options{setting_.ridge};
  if (is_monotone())
    options.allow = [&](const LeafForest& forest, DesignWeights& all) {
      make_monotone(forest, options_.directions, all.weights);
    };
  if (forest_.size() > most.trees) {
    options.whole_trees = true;
    espalier::prune(
        rows_.loss, options, [&](const LeafForest& forest) { return above(forest.size(), most.trees); }, forest_,
        scores_, threads_);
    options.whole_trees = false;
  }
  const auto excess = [&](const LeafForest& forest) {
    return std::max(above(forest.leaves(), most.leaves), (above(forest.nodes(), most.nodes) + 1) / 2);
  };
  espalier::prune(rows_.loss, options, excess, forest_, scores_, threads_);
}

// ---- measuring -----------------------------------------------------------------------------------------------------

double GraftGrowth::train_loss() {
  return rows_.loss.derive({0, rows_.bins.rows()}, scores_.data(), gradients_.data(), hessians_.data()) /
         rows_.loss.total_weight();
}

double GraftGrowth::watched_loss() const {
  const RowLoss& loss = *rows_.watched_loss;
  const TreeDesign design = forest_.watched_design();
  std::vector<float> scores(loss.rows() * loss.width()), gradients(scores.size()), hessians(scores.size());
  JointRefit(design, loss, threads_).score(forest_.weights(), scores);
  return loss.derive({0, loss.rows()}, scores.data(), gradients.data(), hessians.data()) / loss.total_weight();
}

}  // namespace espalier

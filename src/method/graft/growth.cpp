#include "method/graft/growth.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "grow/histogram/settle.h"
#include "method/graft/monotone.h"
#include "select/prune.h"

namespace espalier {
namespace {

constexpr int kIterations = 5;        // of conjugate gradients, after a round
constexpr double kMostStep = 4;       // of one class's weight, where there are several
constexpr double kWorthTaking = 0.5;  // of the gain that a round reckoned with
constexpr double kNearlyBest = 0.9;
constexpr double kReckonedAnew = 1.25;  // so many times the leaves
constexpr double kNoGain = -std::numeric_limits<double>::infinity();
constexpr std::size_t kRowsPerBlock = 8192;

// A few of those that there are: each is found on what the others have left, but their weights wait for the refit.
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

struct GraftGrowth::Offer {
  Place place;
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
      search_(rows.bins, rows.loss.outputs(), options_),
      forest_(rows.bins.rows(), rows.watched(), rows.loss.start()),
      scores_(rows.bins.rows() * rows.loss.width()),
      gradients_(scores_.size()),
      hessians_(scores_.size()),
      nowhere_(rows.bins.rows()) {
  set_forest(forest_);
}

void GraftGrowth::set_forest(LeafForest forest) {
  forest_ = std::move(forest);
  forget_gains();
  const TreeDesign design(forest_.basis());
  JointRefit(design, rows_.loss, threads_).score(forest_.weights(), scores_);
}

// ---- offers --------------------------------------------------------------------------------------------------------

void GraftGrowth::derive() {
  const std::size_t width = rows_.loss.width();
  threads_.blocks(rows_.bins.rows(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    derive_steadily(rows_.loss, {begin, end}, scores_.data() + begin * width, gradients_.data() + begin * width,
                    hessians_.data() + begin * width);
  });
  quantise(gradients_, hessians_, width, rows_.loss.outputs(), pairs_, threads_);
  if (has_categories_) pairs_.scale.noise = noise();
}

// Both derivatives are times the rows' weights; a row's square counts as often as the row does.
PairNoise GraftGrowth::noise() const {
  const std::size_t width = rows_.loss.width(), outputs = rows_.loss.outputs();
  NoiseSums sums;
  for (std::size_t row = 0; row < rows_.bins.rows(); ++row) {
    const auto weight = static_cast<double>(rows_.loss.weight(row));
    if (!(weight > 0)) continue;
    sums.rows += 1;
    sums.weight += weight;
    for (std::size_t i = row * width; i < row * width + outputs; ++i) {
      const auto g = static_cast<double>(gradients_[i]);
      sums.square += g * g / weight;
      sums.hessian += static_cast<double>(hessians_[i]);
    }
  }
  return noise_of(sums, outputs, rows_.loss.unit());
}

LeafRows GraftGrowth::rows_of(std::size_t t, std::vector<ValueBounds>& bounds) const {
  const LeafTree& tree = forest_.tree(t);
  if (is_monotone()) {
    bounds = leaf_bounds(tree, options_.directions);
    for (std::size_t leaf = 0; leaf < tree.leaves(); ++leaf) {
      const double weight = tree.weights(leaf)[0];
      bounds[leaf] = {bounds[leaf].low - weight, bounds[leaf].high - weight};
    }
  }
  return {tree.ids(), tree.leaves(), {}, bounds};
}

// The best split at a place, as things are now.
std::optional<GraftGrowth::Offer> GraftGrowth::best_at(const Place& place, std::span<const std::uint8_t> columns) {
  FoundSplit found;
  if (!place.tree) {
    found = search_.best({nowhere_, 1, {}, {}}, pairs_, columns, threads_);
  } else {
    std::vector<ValueBounds> bounds;
    LeafRows rows = rows_of(*place.tree, bounds);
    std::vector<std::uint8_t> open(rows.leaves);
    open[place.leaf] = 1;
    rows.open = open;
    found = search_.best(rows, pairs_, columns, threads_);
  }
  if (!found.found()) return std::nullopt;
  const double gain = (place.tree ? 1 : setting_.new_root) * found.split.gain;
  return Offer{place, std::move(found), gain};
}

// What the best split at every place was worth when it was last looked for. Gains change little from round to round,
// and hardly ever rise: only those on top need be looked for again, and all of them now and then.
void GraftGrowth::reckon(std::span<const std::uint8_t> columns) {
  const auto leaves = static_cast<double>(forest_.leaves());
  const bool few = forest_.leaves() < kFewLeaves;
  if (!few && gains_.leaves.size() == forest_.size() && leaves < kReckonedAnew * reckoned_at_) return;
  reckoned_at_ = leaves;
  gains_.leaves.resize(forest_.size());
  threads_.each(forest_.size() + 1, [&](std::size_t i) {
    if (i == 0) {
      gains_.root = setting_.new_root * search_.gains({nowhere_, 1, {}, {}}, pairs_, columns, one_)[0];
      return;
    }
    std::vector<ValueBounds> bounds;
    gains_.leaves[i - 1] = search_.gains(rows_of(i - 1, bounds), pairs_, columns, one_);
  });
}

void GraftGrowth::forget_gains() { gains_ = {}; }

double& GraftGrowth::gain_at(const Place& place) {
  return place.tree ? gains_.leaves[*place.tree][place.leaf] : gains_.root;
}

// Of a tree's leaves, the one with the largest gain that may be split.
std::optional<GraftGrowth::Place> GraftGrowth::best_leaf(std::size_t t, const GraftLimits& most) const {
  const LeafTree& tree = forest_.tree(t);
  if (tree.leaves() >= most.tree_leaves) return std::nullopt;
  const std::span<const double> gains = gains_.leaves[t];
  std::optional<Place> best;
  for (std::size_t leaf = 0; leaf < gains.size(); ++leaf) {
    if (gains[leaf] == kNoGain || (best && gains[leaf] <= gains[best->leaf])) continue;
    if (most.depth != GraftLimits::kNone && tree.depth(leaf) >= most.depth) continue;
    best = Place{t, leaf};
  }
  return best;
}

// Of all places, one a tree that is open and a new root, in the order of their gains, the largest first.
std::vector<GraftGrowth::Place> GraftGrowth::best_places(const OpenTrees& open, const GraftLimits& most) {
  std::vector<Place> places;
  const bool root = most.tree_leaves > 1 && most.allow(forest_.leaves() + 2, forest_.size() + 1);
  if (open.root && root && gains_.root != kNoGain) places.push_back({});
  if (most.allow(forest_.leaves() + 1, forest_.size())) {
    for (std::size_t t = 0; t < open.trees.size(); ++t) {
      if (open.trees[t] == 0) continue;
      if (const std::optional<Place> best = best_leaf(t, most)) places.push_back(*best);
    }
  }
  std::ranges::stable_sort(places, std::greater{}, [&](const Place& place) { return gain_at(place); });
  return places;
}

// ---- growing -------------------------------------------------------------------------------------------------------

// A round: the best places one after the other, each looked at anew. One whose gain has fallen behind another's waits,
// and below half of what the round reckoned with it is left for a later one.
bool GraftGrowth::grow(const GraftLimits& most, std::span<const std::uint8_t> columns) {
  derive();
  reckon(columns);
  OpenTrees open{true, std::vector<std::uint8_t>(forest_.size(), 1)};  // each has one split a round
  const std::size_t wanted = leaves_a_round(forest_.leaves());
  std::size_t added = 0;
  std::vector<Place> places = best_places(open, most);
  const double least = places.empty() ? kNoGain : kWorthTaking * gain_at(places[std::min(wanted, places.size()) - 1]);
  while (!places.empty() && added < wanted) {
    const Place best = places[0];
    if (added > 0 && gain_at(best) < least) break;
    const std::optional<Offer> offer = best_at(best, columns);
    gain_at(best) = offer ? offer->gain : kNoGain;
    places = best_places(open, most);
    if (!offer || offer->gain < kNearlyBest * gain_at(places[0]) || (added > 0 && offer->gain < least)) continue;
    take(*offer);
    (best.tree ? open.trees[*best.tree] : open.root) = 0;
    added += best.tree ? 1 : 2;
    if (added < wanted) derive();
    places = best_places(open, most);
  }
  if (added > 0) {
    refit(setting_.ridge, 1, kIterations);
    return true;
  }
  // What was worth nothing at other scores may be worth something now.
  const bool is_new = reckoned_at_ == static_cast<double>(forest_.leaves());
  forget_gains();
  return !is_new && grow(most, columns);
}

void GraftGrowth::take(const Offer& offer) {
  const FoundSplit& found = offer.found;
  const bool is_root = !offer.place.tree;
  LeafTree& tree = is_root ? forest_.add() : forest_.change(*offer.place.tree);
  LeafSplit split;
  split.leaf = found.leaf;
  split.node.feature = static_cast<std::int32_t>(found.split.column);
  split.node.gain = found.split.gain;
  split.node.missing_left = found.split.missing_seen ? found.split.missing_left : found.left_rows >= found.right_rows;
  split.left = settle_split(found.split, rows_.bins.bins(found.split.column), split.node, split.words);
  const ValueBounds bounds = is_monotone() ? leaf_bounds(tree, options_.directions)[found.leaf] : ValueBounds{};
  tree.split(split, rows_.codes(found.split.column));
  set_children(found, bounds, tree);
  // Of the children nothing is known yet; they are looked at when their turn comes.
  if (is_root)
    gains_.leaves.push_back({offer.gain, offer.gain});
  else
    gains_.leaves[*offer.place.tree].push_back(offer.gain);
}

// Each child takes a Newton step of its own.
void GraftGrowth::set_children(const FoundSplit& found, const ValueBounds& bounds, LeafTree& tree) {
  const std::size_t width = rows_.loss.width(), outputs = rows_.loss.outputs(), right = tree.leaves() - 1;
  const double ridge = setting_.ridge / rows_.loss.unit();
  const std::vector<float> before(tree.weights(found.leaf).begin(), tree.weights(found.leaf).end());
  for (std::size_t k = 0; k < outputs; ++k) {
    const auto step = [&](Pair sum, std::size_t leaf) {
      const double weight = before[k];
      const double gradient = gradient_of(sum) / pairs_.scale.gradient + ridge * weight;
      double change = -gradient / (hessian_of(sum) / pairs_.scale.hessian + ridge);
      if (outputs > 1) change = std::clamp(change, -kMostStep, kMostStep);
      tree.weights(leaf)[k] = static_cast<float>(weight + change);
    };
    step(found.left[k], found.leaf);
    step(found.right[k], right);
  }
  if (is_monotone()) hold_within(bounds, found, tree);
  const std::span<const std::uint16_t> ids = tree.ids();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != found.leaf && ids[i] != right) continue;
    const std::span<const float> weights = tree.weights(ids[i]);
    for (std::size_t k = 0; k < width; ++k) scores_[i * width + k] += weights[k] - before[k];
  }
}

// Both children within what their leaf was allowed, and in the order that the split asks for.
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
  const TreeDesign design(forest_.basis());
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
  forget_gains();
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
  const TreeDesign design(forest_.watched_basis());
  std::vector<float> scores(loss.rows() * loss.width()), gradients(scores.size()), hessians(scores.size());
  JointRefit(design, loss, threads_).score(forest_.weights(), scores);
  return loss.derive({0, loss.rows()}, scores.data(), gradients.data(), hessians.data()) / loss.total_weight();
}

}  // namespace espalier

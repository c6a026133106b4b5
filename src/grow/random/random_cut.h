// A cut drawn at random (extremely randomised trees, Geurts et al. 2006): a threshold uniform between the least and the
// largest value of the node, or a subset of its categories, uniform among those that are neither empty nor complete.
// Missing values are tried on either side. O(rows).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "grow/random/cut.h"
#include "grow/random/draws.h"

namespace espalier {

// low <= t < high, as float32; infinite ends count as the last finite numbers.
inline float draw_threshold(float low, float high, Draws& draws) noexcept {
  constexpr float kLargest = std::numeric_limits<float>::max();
  const double from = std::max(low, -kLargest), to = std::min(high, kLargest);
  const auto drawn = static_cast<float>(from + draws.uniform() * (to - from));
  return drawn < high ? drawn : static_cast<float>(from);
}

template <class Targets>
class RandomCuts {
 public:
  RandomCuts(const ValueTable& table, Targets& targets, double scale)
      : table_(table), targets_(targets), scale_(scale) {}

  void enter(std::span<const std::uint32_t>) noexcept {
    parent_ = targets_.score();
    perfect_ = gain_of(targets_.best_score());
  }
  // No cut can be better.
  bool perfect(const NodeCut& cut) const noexcept { return cut.gain >= perfect_; }

  NodeCut draw(const Candidate& candidate, Draws& draws) {
    look(candidate);
    NodeCut cut = draw_unjudged(candidate, draws);
    judge(candidate, cut);
    return cut;
  }

  // The parts of draw(), of which only the second draws: the others may be done for several columns at once, by a
  // RandomCuts of its own for each.
  void look(const Candidate& candidate) {
    if (!table_.numeric(candidate.column)) find_codes(candidate);
  }
  NodeCut draw_unjudged(const Candidate& candidate, Draws& draws) {
    NodeCut cut;
    cut.column = candidate.column;
    cut.missing_seen = candidate.range.missing;
    if (!table_.numeric(candidate.column))
      draw_left_codes(draws, cut.left_codes);
    else if (candidate.range.low < candidate.range.high)
      cut.threshold = draw_threshold(candidate.range.low, candidate.range.high, draws);
    else if (candidate.range.missing)  // present against missing values
      cut.threshold = std::numeric_limits<float>::max();
    return cut;
  }
  void judge(const Candidate& candidate, NodeCut& cut) {
    if (!table_.numeric(candidate.column)) return judge_subset(candidate, cut);
    const auto [low, high, missing] = candidate.range;
    if (!missing)
      cut.gain = gain_of(targets_.score_cut(candidate.values, cut.threshold));
    else if (low < high || high <= cut.threshold)
      try_missing(candidate, low < high, cut, [&](float value) { return value <= cut.threshold; });
  }

  // The same cuts that repeated draw() gives, at most 255. If possible, all are judged in one pass, from sums of groups
  // of rows: gains may differ by rounding.
  void draw_many(const Candidate& candidate, std::size_t count, Draws& draws, std::vector<NodeCut>& cuts) {
    cuts.clear();
    if (!table_.numeric(candidate.column)) {
      draw_subsets(candidate, count, draws, cuts);
      return;
    }
    if constexpr (requires { targets_.score_cuts(nullptr, thresholds_, nullptr); }) {
      const auto [low, high, missing] = candidate.range;
      if (!missing && low < high) {
        thresholds_.clear();
        for (std::size_t i = 0; i < count; ++i) thresholds_.push_back(draw_threshold(low, high, draws));
        judge_at_once(candidate, cuts);
        return;
      }
    }
    for (std::size_t i = 0; i < count; ++i) cuts.push_back(draw(candidate, draws));
  }

 private:
  void judge_at_once(const Candidate& candidate, std::vector<NodeCut>& cuts) {
    ascending_ = thresholds_;
    std::ranges::sort(ascending_);
    scores_.resize(ascending_.size());
    targets_.score_cuts(candidate.values, ascending_, scores_.data());
    for (const float threshold : thresholds_) {
      const auto at = std::ranges::lower_bound(ascending_, threshold) - ascending_.begin();
      NodeCut cut;
      cut.column = candidate.column;
      cut.threshold = threshold;
      cut.gain = gain_of(scores_[static_cast<std::size_t>(at)]);
      cuts.push_back(std::move(cut));
    }
  }

  double gain_of(double score) const noexcept { return (score - parent_) * scale_; }

  // Judges the cut with the missing values right and, if `either`, left.
  template <class GoesLeft>
  void try_missing(const Candidate& candidate, bool either, NodeCut& cut, GoesLeft&& goes_left) {
    sides_.resize(candidate.rows.size());
    for (const bool missing_left : {false, true}) {
      if (missing_left && !(either && candidate.range.missing)) continue;
      for (std::size_t i = 0; i < sides_.size(); ++i) {
        const float value = candidate.values[i];
        sides_[i] = std::isnan(value) ? missing_left : goes_left(value);
      }
      const double gain = gain_of(targets_.score_sides(sides_.data()));
      if (gain > cut.gain) {
        cut.gain = gain;
        cut.missing_left = missing_left;
      }
    }
  }

  void judge_subset(const Candidate& candidate, NodeCut& cut) {
    set_.assign(cut.left_codes, table_.labels(candidate.column));
    try_missing(candidate, codes_.size() > 1, cut,
                [&](float value) { return set_.contains(static_cast<std::size_t>(value)); });
  }

  // Rows are summed up by category once, and then each subset costs as much as there are categories.
  void draw_subsets(const Candidate& candidate, std::size_t count, Draws& draws, std::vector<NodeCut>& cuts) {
    find_codes(candidate);
    group_rows(candidate);
    targets_.sum_groups(std::span<const std::uint32_t>(groups_), codes_.size() + 1);
    const bool either = codes_.size() > 1 && candidate.range.missing;
    for (std::size_t i = 0; i < count; ++i) {
      NodeCut& cut = cuts.emplace_back();
      cut.column = candidate.column;
      cut.missing_seen = candidate.range.missing;
      draw_left_codes(draws, cut.left_codes);
      sides_.assign(codes_.size() + 1, 0);
      for (const std::uint32_t code : cut.left_codes) sides_[places_[code]] = 1;
      cut.gain = gain_of(targets_.score_groups(sides_));
      if (!either) continue;
      sides_.back() = 1;
      const double gain = gain_of(targets_.score_groups(sides_));
      if (!(gain > cut.gain)) continue;
      cut.gain = gain;
      cut.missing_left = true;
    }
  }

  // The place of each row's category in codes_; missing values are the group behind them.
  void group_rows(const Candidate& candidate) {
    const auto missing = static_cast<std::uint32_t>(codes_.size());
    places_.resize(std::max(places_.size(), table_.labels(candidate.column)));
    for (std::uint32_t place = 0; place < missing; ++place) places_[codes_[place]] = place;
    groups_.resize(candidate.rows.size());
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const float value = candidate.values[i];
      groups_[i] = std::isnan(value) ? missing : places_[static_cast<std::size_t>(value)];
    }
  }

  // The categories of the node, in order of first appearance in its rows.
  void find_codes(const Candidate& candidate) {
    codes_.clear();
    seen_.resize(std::max(seen_.size(), table_.labels(candidate.column)));
    for (std::size_t i = 0; i < candidate.rows.size(); ++i) {
      const float value = candidate.values[i];
      if (std::isnan(value) || seen_[static_cast<std::size_t>(value)]) continue;
      seen_[static_cast<std::size_t>(value)] = 1;
      codes_.push_back(static_cast<std::uint32_t>(value));
    }
    for (const std::uint32_t code : codes_) seen_[code] = 0;
  }

  // Uniform among the subsets that are neither empty nor complete, if there are any.
  void draw_left_codes(Draws& draws, std::vector<std::uint32_t>& left) {
    if (codes_.size() == 1) left = codes_;
    while (left.empty() || (codes_.size() > 1 && left.size() == codes_.size())) draw_codes(draws, left);
  }

  void draw_codes(Draws& draws, std::vector<std::uint32_t>& left) {
    left.clear();
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < codes_.size(); ++i, bits >>= 1) {
      if (i % 64 == 0) bits = draws.bits();
      if (bits & 1U) left.push_back(codes_[i]);
    }
  }

  const ValueTable& table_;
  Targets& targets_;
  const double scale_;  // from the targets' score to the criterion's
  double parent_ = 0;
  double perfect_ = 0;
  std::vector<std::uint8_t> sides_, seen_;
  std::vector<std::uint32_t> codes_;
  std::vector<std::uint32_t> groups_, places_;  // by row and by code: the place in codes_
  std::vector<float> thresholds_, ascending_;
  std::vector<double> scores_;  // of the thresholds in ascending order
  CodeSet set_;
};

}  // namespace espalier

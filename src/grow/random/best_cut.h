// The best cut of a drawn column (random forests, Breiman 2001): the node's rows are sorted by its values, and every
// boundary is tried. O(rows log rows).
#pragma once

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>

#include "espalier/table.h"
#include "grow/cart/column_search.h"
#include "grow/random/cut.h"
#include "grow/random/draws.h"

namespace espalier {

template <class Targets>
class BestCuts {
 public:
  using Side = typename Targets::Side;

  BestCuts(const TableView& view, Targets& targets, double scale)
      : view_(view),
        targets_(targets),
        scale_(scale),
        search_(targets.split_targets(), targets.least(), scale),
        work_(targets.split_targets()) {}

  void enter(std::span<const std::uint32_t>) noexcept {
    parent_ = targets_.score();
    perfect_ = gain_of(targets_.best_score());
    summed_ = false;
  }
  // No cut can be better.
  bool perfect(const NodeCut& cut) const noexcept { return cut.worth() >= perfect_; }

  NodeCut draw(const Candidate& candidate, Draws&) {
    const bool numeric = view_.columns[candidate.column].numeric();
    sort(candidate, numeric);
    return numeric && !candidate.range.missing ? best_boundary(candidate.column) : search(candidate);
  }

 private:
  double gain_of(double score) const noexcept { return (score - parent_) * scale_; }

  NodeCut best_boundary(std::uint32_t column) {
    const BestBoundary best = targets_.best_boundary(sorted_);
    NodeCut cut;
    cut.column = column;
    if (best.left == 0) return cut;
    cut.gain = gain_of(best.score);
    cut.threshold = threshold_between(key_in(sorted_[best.left - 1]), key_in(sorted_[best.left]));
    return cut;
  }

  // Categories and missing values, as in a single tree.
  NodeCut search(const Candidate& candidate) {
    entries_.resize(sorted_.size());
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      entries_[i] = {key_in(sorted_[i]), candidate.rows[position_in(sorted_[i])]};
    }
    if (!summed_) {
      work_.total.clear();
      for (const std::uint32_t row : candidate.rows) work_.total.add(row);
      summed_ = true;
    }
    SplitChoice choice = search_.best(view_.columns[candidate.column], candidate.column, entries_, work_);
    return {choice.gain,         candidate.column,    choice.threshold, std::move(choice.left_codes),
            choice.missing_left, choice.missing_seen, choice.by_chance};
  }

  void sort(const Candidate& candidate, bool numeric) {
    sorted_.resize(candidate.rows.size());
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      const float value = candidate.values[i];
      const std::uint32_t key = numeric || value != value ? key_of(value) : static_cast<std::uint32_t>(value);
      sorted_[i] = KeyedRow{key} << 32 | i;
    }
    if (sorted_.size() <= kFew) {
      insertion_sort();
    } else {
      sorter_(sorted_.data(), sorted_.size(), hwy::SortAscending());
    }
  }

  void insertion_sort() noexcept {
    for (std::size_t i = 1; i < sorted_.size(); ++i) {
      const KeyedRow row = sorted_[i];
      std::size_t to = i;
      for (; to > 0 && sorted_[to - 1] > row; --to) sorted_[to] = sorted_[to - 1];
      sorted_[to] = row;
    }
  }

  static constexpr std::size_t kFew = 16;

  const TableView& view_;
  Targets& targets_;
  const double scale_;  // from the targets' score to the criterion's
  double parent_ = 0;
  double perfect_ = 0;
  bool summed_ = false;  // whether work_.total holds the node's sums
  const ColumnSearch<Side> search_;
  Workspace<Side> work_;
  hwy::Sorter sorter_;
  std::vector<KeyedRow> sorted_;
  std::vector<SortedEntry> entries_;
};

}  // namespace espalier

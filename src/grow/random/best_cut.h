// The best cut of a column that was drawn (random forests, Breiman 2001): the node's rows are sorted by its values, and
// every boundary is tried. O(rows log rows).
#pragma once

#include <algorithm>

#include "grow/column_search.h"
#include "grow/random/cut.h"
#include "grow/random/draws.h"

namespace espalier {

template <class Targets>
class BestCuts {
 public:
  using Side = typename Targets::Side;

  BestCuts(const TableView& view, Targets& targets, std::size_t min_rows, double scale)
      : view_(view), search_(targets.sums(), min_rows, scale), work_(targets.sums()) {}

  void enter(std::span<const std::uint32_t> rows) noexcept {
    work_.total.clear();
    for (const std::uint32_t row : rows) work_.total.add(row);
  }

  Cut draw(const Candidate& candidate, Draws&) {
    sort(candidate);
    SplitChoice choice = search_.best(view_.columns[candidate.column], candidate.column, entries_, work_);
    return {choice.gain,         candidate.column,   choice.threshold, std::move(choice.left_codes),
            choice.missing_left, choice.missing_seen};
  }

 private:
  void sort(const Candidate& candidate) {
    const bool numeric = view_.columns[candidate.column].numeric();
    entries_.resize(candidate.rows.size());
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const float value = candidate.values[i];
      const std::uint32_t key = numeric || value != value ? key_of(value) : static_cast<std::uint32_t>(value);
      entries_[i] = {key, candidate.rows[i]};
    }
    std::sort(entries_.begin(), entries_.end(), [](const SortedEntry& a, const SortedEntry& b) {
      return a.key < b.key || (a.key == b.key && a.row < b.row);
    });
  }

  const TableView& view_;
  const ColumnSearch<Side> search_;
  Workspace<Side> work_;
  std::vector<SortedEntry> entries_;
};

}  // namespace espalier

// The best split of one column of a node, from the node's rows in order of value. The single tree, which keeps every
// column sorted, and the randomised trees, which sort the columns that they draw, both use it.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "espalier/table.h"
#include "grow/cart/split_search.h"

namespace espalier {

struct Boundary {
  double score = -std::numeric_limits<double>::infinity();  // of both sides together
  std::size_t left = 0;                                     // number of entries or categories to its left
  bool missing_left = false;
};

// The running sums that one column's search needs; made once and used for all nodes.
template <class Side>
struct Workspace {
  explicit Workspace(const SplitTargets& rows) : total(rows), missing(rows), left(rows), right(rows) {
    for (Side* side : {&total, &missing, &left, &right}) side->set_parent(total);
  }
  Workspace(const Workspace&) = delete;

  Side total, missing, left, right;
  std::vector<Side> groups;  // one per category
  std::vector<std::uint32_t> codes;
  std::vector<std::size_t> sizes;  // rows per category
  std::vector<std::size_t> order;

  // The sides before the first boundary.
  void start(bool missing_left) {
    left.clear();
    right = total;
    if (missing_left) {
      left = missing;
      right.remove(missing);
    }
  }
  double score() const noexcept { return left.score() + right.score(); }
};

template <class Side>
class ColumnSearch {
 public:
  ColumnSearch(const SplitTargets& rows, const LeastLeaf& least, double scale)
      : rows_(rows), least_(least), scale_(scale) {}

  // `all` are the node's rows in order of the column's keys; work.total holds their sums.
  SplitChoice best(const ColumnView& view, std::uint32_t column, std::span<const SortedEntry> all,
                   Workspace<Side>& work) const {
    const auto first_missing =
        std::partition_point(all.begin(), all.end(), [](const SortedEntry& e) { return e.key != kMissingKey; });
    const auto present = all.first(static_cast<std::size_t>(first_missing - all.begin()));
    const auto missing = all.subspan(present.size());
    work.missing.clear();
    for (const SortedEntry& entry : missing) work.missing.add(entry.row);

    SplitChoice choice;
    choice.column = column;
    choice.missing_seen = !missing.empty();
    if (view.numeric()) {
      search_numeric(present, missing.size(), work, choice);
    } else {
      search_categories(present, missing.size(), work, choice);
    }
    choice.gain = (choice.gain - work.total.score()) * scale_;
    choice.by_chance *= scale_;
    return choice;
  }

 private:
  // Weights are checked last, only for boundaries that would be the best so far, which are few.
  bool better(double score, const Workspace<Side>& work, const Boundary& best) const noexcept {
    return score > best.score && least_.allows_weights(work.left.weight(), work.right.weight());
  }

  // ---- numbers -----------------------------------------------------------------------------------------------------

  void search_numeric(std::span<const SortedEntry> present, std::size_t missing, Workspace<Side>& work,
                      SplitChoice& choice) const {
    Boundary best;
    scan_numeric(present, missing, false, work, best);
    if (missing > 0) scan_numeric(present, missing, true, work, best);
    if (best.left == 0) return;
    choice.gain = best.score;
    const std::uint32_t low = present[best.left - 1].key;
    // All present values against the missing ones: the threshold lets every finite value pass.
    choice.threshold = best.left == present.size() ? std::numeric_limits<float>::max()
                                                   : threshold_between(low, present[best.left].key);
    choice.missing_left = best.missing_left;
  }

  void scan_numeric(std::span<const SortedEntry> present, std::size_t missing, bool missing_left, Workspace<Side>& work,
                    Boundary& best) const {
    if (present.empty()) return;
    work.start(missing_left);
    const std::size_t extra_left = missing_left ? missing : 0;
    const std::size_t rows = present.size() + missing;
    for (std::size_t i = 0; i + 1 < present.size(); ++i) {
      work.left.add(present[i].row);
      work.right.remove(present[i].row);
      if (present[i].key == present[i + 1].key) continue;
      const std::size_t left = i + 1 + extra_left;
      if (!least_.allows_rows(left, rows - left)) continue;
      const double score = work.score();
      if (better(score, work, best)) best = {score, i + 1, missing_left};
    }
    const bool finite_end = present.back().key <= key_of(std::numeric_limits<float>::max());
    if (!missing_left && missing > 0 && finite_end && least_.allows_rows(present.size(), missing)) {
      work.left.add(present.back().row);
      work.right = work.missing;
      const double score = work.score();
      if (better(score, work, best)) best = {score, present.size(), false};
    }
  }

  // ---- categories --------------------------------------------------------------------------------------------------

  void search_categories(std::span<const SortedEntry> present, std::size_t missing, Workspace<Side>& work,
                         SplitChoice& choice) const {
    group_by_code(present, work);
    const std::size_t groups = work.codes.size();
    if (groups == 0) return;
    const std::size_t ordering = order_groups(work);
    Boundary best;
    scan_groups(present.size(), missing, false, work, best);
    if (missing > 0) scan_groups(present.size(), missing, true, work, best);
    std::size_t single = groups;  // the category that is better alone on the left, if any
    if (work.total.orderings() > 1) single = scan_singles(present.size(), missing, work, best);
    if (best.left == 0) return;

    choice.gain = best.score;
    choice.by_chance = gain_by_chance(present, ordering, work);
    if (single < groups) {
      choice.left_codes = {work.codes[single]};
    } else {
      for (std::size_t i = 0; i < best.left; ++i) choice.left_codes.push_back(work.codes[work.order[i]]);
    }
    std::sort(choice.left_codes.begin(), choice.left_codes.end());
    choice.missing_left = best.missing_left;
  }

  void group_by_code(std::span<const SortedEntry> present, Workspace<Side>& work) const {
    work.codes.clear();
    work.sizes.clear();
    for (const SortedEntry& entry : present) {
      if (work.codes.empty() || work.codes.back() != entry.key) {
        work.codes.push_back(entry.key);
        work.sizes.push_back(0);
        if (work.groups.size() < work.codes.size()) work.groups.emplace_back(rows_);
        work.groups[work.codes.size() - 1].clear();
      }
      work.groups[work.codes.size() - 1].add(entry.row);
      ++work.sizes.back();
    }
  }

  // What categories that say nothing gain on average, and half of its spread more. Their order gathers those above the
  // mean on one side: C of them, whose sums have the mean 0 and the variance q W / C, gain 2 (C - 1) q / π if they have
  // many rows each. Where every row has a category of its own, they can gain all that there is to gain. A few
  // categories are left as they are.
  static double gain_by_chance(std::span<const SortedEntry> present, std::size_t ordering, Workspace<Side>& work) {
    constexpr std::size_t kFew = 4;
    if (work.codes.size() <= kFew) return 0;
    Side& all = work.left;
    all = work.total;
    all.remove(work.missing);
    const auto categories = static_cast<double>(work.codes.size()), freedom = categories - 1;
    const double own = categories / static_cast<double>(present.size());
    const double share = 2 / std::numbers::pi * (1 - own) + own;
    return all.noise(present, ordering) * (share * freedom + std::sqrt(freedom));
  }

  // Returns the ordering.
  std::size_t order_groups(Workspace<Side>& work) const {
    const std::size_t groups = work.codes.size();
    std::size_t ordering = 0;
    double largest = -1;
    for (std::size_t k = 0; k < work.total.orderings() && work.total.orderings() > 1; ++k) {
      double variance = 0;
      for (std::size_t g = 0; g < groups; ++g) {
        const double difference = work.groups[g].order_by(k) - work.total.order_by(k);
        variance += work.groups[g].weight() * difference * difference;
      }
      if (variance > largest) {
        largest = variance;
        ordering = k;
      }
    }
    work.order.resize(groups);
    std::iota(work.order.begin(), work.order.end(), std::size_t{0});
    std::stable_sort(work.order.begin(), work.order.end(), [&](std::size_t a, std::size_t b) {
      return work.groups[a].order_by(ordering) < work.groups[b].order_by(ordering);
    });
    return ordering;
  }

  void scan_groups(std::size_t present, std::size_t missing, bool missing_left, Workspace<Side>& work,
                   Boundary& best) const {
    work.start(missing_left);
    const std::size_t rows = present + missing;
    std::size_t left = missing_left ? missing : 0;
    const std::size_t last = work.order.size() - (missing > 0 && !missing_left ? 0 : 1);
    for (std::size_t i = 0; i < last; ++i) {
      const std::size_t group = work.order[i];
      work.left.add(work.groups[group]);
      work.right.remove(work.groups[group]);
      left += work.sizes[group];
      if (!least_.allows_rows(left, rows - left)) continue;
      const double score = work.score();
      if (better(score, work, best)) best = {score, i + 1, missing_left};
    }
  }

  std::size_t scan_singles(std::size_t present, std::size_t missing, Workspace<Side>& work, Boundary& best) const {
    const std::size_t groups = work.codes.size();
    std::size_t single = groups;
    for (const bool missing_left : {false, true}) {
      if (missing_left && missing == 0) continue;
      for (std::size_t g = 0; g < groups && groups > 1; ++g) {
        const std::size_t left = work.sizes[g] + (missing_left ? missing : 0);
        if (!least_.allows_rows(left, present + missing - left)) continue;
        work.start(missing_left);
        work.left.add(work.groups[g]);
        work.right.remove(work.groups[g]);
        const double score = work.score();
        if (better(score, work, best)) {
          best = {score, 1, missing_left};
          single = g;
        }
      }
    }
    return single;
  }

  const SplitTargets& rows_;
  const LeastLeaf least_;
  const double scale_;  // from the side's score to the criterion's
};

}  // namespace espalier

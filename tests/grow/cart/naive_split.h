// The naive twin of the split search: every boundary and every subset of categories, each side summed afresh from the
// criteria's definitions.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

#include "base/random.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/criterion/criterion.h"
#include "support/tables.h"

namespace espalier::test {

inline constexpr double kNoSplit = -std::numeric_limits<double>::infinity();

inline double naive_score(SplitCriterion criterion, const Target& target, const std::vector<std::uint32_t>& side,
                          const std::vector<std::uint32_t>& parent) {
  double weight = 0, sum = 0;
  std::vector<double> counts(target.labels.size()), totals(target.labels.size());
  double parent_weight = 0;
  for (const auto row : parent) {
    parent_weight += target.weight(row);
    if (!totals.empty()) totals[static_cast<std::size_t>(target.classes[row])] += target.weight(row);
  }
  for (const auto row : side) {
    weight += target.weight(row);
    if (counts.empty()) {
      sum += target.weight(row) * target.values[row];
    } else {
      counts[static_cast<std::size_t>(target.classes[row])] += target.weight(row);
    }
  }
  if (weight == 0) return 0;
  if (counts.empty()) return sum * sum / weight;
  double squares = 0, entropy = 0, most = 0, share = 0, present = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    squares += counts[k] * counts[k];
    if (counts[k] > 0) entropy += counts[k] * std::log2(counts[k] / weight);
    most = std::max(most, counts[k]);
    if (totals[k] > 0) {
      share = std::max(share, counts[k] / totals[k]);
      ++present;
    }
  }
  switch (criterion) {
    case SplitCriterion::squared:
    case SplitCriterion::gini:
      return squares / weight;
    case SplitCriterion::margin:
      return 2 * squares / weight - weight;
    case SplitCriterion::information:
      return entropy;
    case SplitCriterion::accuracy:
      return most;
    case SplitCriterion::balanced_accuracy:
      return parent_weight / present * share;
  }
  return 0;
}

struct Problem {
  Table table;
  Target target;
  std::vector<std::uint32_t> rows;
};

inline double weight_of_rows(const Target& target, const std::vector<std::uint32_t>& rows) {
  double sum = 0;
  for (const auto row : rows) sum += target.weight(row);
  return sum;
}

inline double naive_gain(const Problem& p, SplitCriterion criterion, std::size_t min_rows,
                         const std::vector<bool>& left, double min_weight = 0) {
  std::vector<std::uint32_t> sides[2];
  for (std::size_t i = 0; i < p.rows.size(); ++i) sides[left[i]].push_back(p.rows[i]);
  if (sides[0].size() < min_rows || sides[1].size() < min_rows) return kNoSplit;
  for (const auto& side : sides) {
    if (weight_of_rows(p.target, side) < min_weight) return kNoSplit;
  }
  return naive_score(criterion, p.target, sides[0], p.rows) + naive_score(criterion, p.target, sides[1], p.rows) -
         naive_score(criterion, p.target, p.rows, p.rows);
}

inline double naive_best_numeric(const Problem& p, std::size_t column, SplitCriterion criterion, std::size_t min_rows,
                                 double min_weight = 0) {
  const auto& values = p.table.columns[column].values;
  std::set<float> distinct;
  bool missing = false;
  for (const auto row : p.rows) {
    if (std::isnan(values[row]))
      missing = true;
    else
      distinct.insert(values[row]);
  }
  double best = kNoSplit;
  for (const float cut : distinct) {
    for (const bool missing_left : {false, true}) {
      std::vector<bool> left;
      for (const auto row : p.rows) left.push_back(std::isnan(values[row]) ? missing_left : values[row] <= cut);
      if (cut == *distinct.rbegin() && (!missing || missing_left)) continue;
      best = std::max(best, naive_gain(p, criterion, min_rows, left, min_weight));
    }
  }
  return best;
}

inline double naive_best_subset(const Problem& p, std::size_t column, SplitCriterion criterion, std::size_t min_rows) {
  const auto& codes = p.table.columns[column].codes;
  const std::size_t labels = p.table.columns[column].feature.labels.size();
  double best = kNoSplit;
  for (unsigned subset = 0; subset < 2U << labels; ++subset) {  // the last bit is for missing values
    std::vector<bool> left;
    for (const auto row : p.rows) {
      const auto bit = codes[row] < 0 ? labels : static_cast<std::size_t>(codes[row]);
      left.push_back((subset >> bit) & 1U);
    }
    best = std::max(best, naive_gain(p, criterion, min_rows, left));
  }
  return best;
}

inline Problem random_problem(std::uint64_t seed, int classes, bool weighted, bool missing) {
  Random random(seed, "problem");
  const std::size_t n = 30 + random.below(30);
  std::vector<float> a(n), b(n);
  std::vector<std::int32_t> c(n), y(n);
  std::vector<double> target(n), weights;
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<float>(random.below(12));
    b[i] = static_cast<float>(random.normal());
    c[i] = static_cast<std::int32_t>(random.below(6));
    if (missing && random.below(5) == 0) a[i] = kNaN;
    if (missing && random.below(5) == 0) c[i] = kMissingCode;
    target[i] = a[i] > 5 ? 3 + random.normal() : random.normal() + (c[i] % 2);
    y[i] = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(classes > 0 ? classes : 1)));
    if (weighted) weights.push_back(static_cast<double>(1 + random.below(4)) / 2);
  }
  Problem p;
  p.table = table_of({numeric("a", a), numeric("b", b), categorical("c", {"u", "v", "w", "x", "y", "z"}, c)});
  p.target = classes == 0 ? regression(target, weights) : espalier::test::classes(y, classes, weights);
  p.rows.resize(n);
  std::iota(p.rows.begin(), p.rows.end(), 0U);
  return p;
}

}  // namespace espalier::test

// The best split of a node: every boundary between neighbouring values of every column, with the missing values on
// either side; for categories every boundary of their order by target statistic, which contains the best of all subsets
// for regression and two classes (Fisher 1958). For more classes the order is by the share of the class that differs
// most between categories, and every single category is tried against the rest. Columns of more than four categories
// are compared by their gain beyond chance: otherwise a column of hundreds of names would win every split. O(rows) per
// numeric column, O(rows + c log c) for c categories.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "espalier/table.h"
#include "grow/cart/sorted_columns.h"
#include "grow/criterion/criterion.h"
#include "grow/criterion/least_leaf.h"

namespace espalier {

struct SplitChoice {
  double gain = -std::numeric_limits<double>::infinity();  // in units of total row weight
  double by_chance = 0;  // how much of it many categories that say nothing could well gain
  std::uint32_t column = 0;
  float threshold = 0;
  std::vector<std::uint32_t> left_codes;  // categorical
  bool missing_left = false;
  bool missing_seen = false;  // otherwise missing_left is meaningless
  bool found() const noexcept { return gain > -std::numeric_limits<double>::infinity(); }
  double worth() const noexcept { return gain - by_chance; }  // what columns are compared by
};

// A node: for each of its columns, at least one, the rows [begin, end) of the sorted entries.
struct NodeRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::span<const std::uint32_t> columns;  // those that are not constant here
};

class SplitSearch {
 public:
  virtual ~SplitSearch() = default;
  // Ties go to the first column, then to the lowest boundary.
  virtual SplitChoice best(const NodeRange& node) = 0;
};

struct SplitSearchOptions {
  SplitCriterion criterion = SplitCriterion::squared;
  LeastLeaf least;
};

std::unique_ptr<SplitSearch> make_split_search(const TableView& table, SortedColumns& sorted, const SplitTargets& rows,
                                               const SplitSearchOptions& options, Threads& threads);

}  // namespace espalier

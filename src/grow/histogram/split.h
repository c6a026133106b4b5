// The best split of a node by one column's histogram. Numbers: every boundary between bins, missing values on either
// side. Categories: every boundary of their order by mean gradient, which contains the best of all subsets for one
// output; missing values count as a category. The value of a split is the fall of
//   Σ_k -½ G_k² / (H_k + λ)
// from the node to its children; for categories, less what this many categories could well gain by chance.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "grow/histogram/bin_boundary.h"
#include "grow/histogram/histogram.h"

namespace espalier {

using BinSet = std::array<std::uint64_t, 4>;  // bit b: bin b
inline bool holds(const BinSet& set, std::size_t bin) noexcept { return (set[bin / 64] >> (bin % 64)) & 1U; }
inline void insert(BinSet& set, std::size_t bin) noexcept { set[bin / 64] |= std::uint64_t{1} << (bin % 64); }

struct BinSplit {
  double gain = -std::numeric_limits<double>::infinity();  // in units of the loss
  std::uint32_t column = 0;
  std::uint32_t bin = 0;      // numeric: bins up to this one go left
  BinSet left{};              // all bins that go left, including that of missing values
  BinSet seen{};              // categorical: bins that have rows in the node
  bool missing_left = false;  // meaningful only if missing values were seen
  bool missing_seen = false;
  bool found() const noexcept { return gain > -std::numeric_limits<double>::infinity(); }
};

enum class Direction : std::int8_t { decreasing = -1, free = 0, increasing = 1 };

// The bounds of a leaf's value under monotone constraints, in units of the score.
struct ValueBounds {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

struct SplitOptions {
  double l2 = 0;
  double min_hessian = 0;             // on each side
  std::size_t min_rows = 1;           // on each side
  double category_l2 = 10;            // added to l2 for splits by many categories; 0: chance is not subtracted either
  double category_smoothing = 10;     // added to the Hessian when categories are ordered
  std::vector<Direction> directions;  // one per column, or empty
};

// A node as the search in one column sees it.
struct HistogramNode {
  std::span<const PackedGradient> sums;   // by bin
  std::span<const PackedGradient> total;  // one per output
  ValueBounds bounds;
};

class HistogramSplits {
 public:
  HistogramSplits(const std::vector<ColumnBins>& columns, const HistogramLayout& layout, const SplitOptions& options);

  void set_scale(const PairScale& scale) noexcept {
    scale_ = scale;
    unit_ = {1 / scale.gradient, 1 / scale.hessian, {}};
  }

  // `rows` has the number of rows of every bin, or nothing: then min_rows is left to the caller.
  BinSplit best(std::size_t column, const HistogramNode& node, std::span<const std::uint32_t> rows = {}) const;

  // -G / (H + λ) within the bounds.
  double leaf_value(PackedGradient sum, const ValueBounds& bounds) const noexcept;

 private:
  BinSplit best_number(std::size_t column, const HistogramNode& node, std::span<const std::uint32_t> rows) const;
  BinSplit best_number_fast(std::size_t column, const HistogramNode& node) const;
  BinSplit best_category(std::size_t column, const HistogramNode& node, std::span<const std::uint32_t> rows) const;
  std::vector<std::uint32_t> category_order(std::span<const PackedGradient> sums) const;
  double gain_by_chance(std::size_t column, std::span<const std::uint32_t> bins,
                        std::span<const PackedGradient> sums) const noexcept;
  double category_key(std::span<const PackedGradient> sums, std::size_t bin, std::size_t output) const noexcept;
  double fall(std::span<const PackedGradient> sums, double l2, const ValueBounds& bounds) const noexcept;
  bool allowed(std::span<const PackedGradient> sums) const noexcept;

  const std::vector<ColumnBins>& columns_;
  const HistogramLayout& layout_;
  const SplitOptions& options_;
  PairScale scale_;
  PairScale unit_;  // 1 / scale: exact for powers of two, and products are quicker than quotients
};

}  // namespace espalier

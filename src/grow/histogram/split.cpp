#include "grow/histogram/split.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace espalier {
namespace {

constexpr std::size_t kFewCategories = 4;  // so few categories leave little to overfit

// Sums of the bins to the left of the moving boundary, and of those to its right.
class Sides {
 public:
  Sides(std::span<const PackedGradient> total, std::size_t all_rows)
      : left_(total.size()), right_(total.begin(), total.end()), right_rows_(all_rows) {}

  void move_left(std::span<const PackedGradient> bin, std::size_t rows) {
    for (std::size_t k = 0; k < bin.size(); ++k) {
      left_[k] += bin[k];
      right_[k] -= bin[k];
    }
    left_rows_ += rows;
    right_rows_ -= rows;
  }
  std::span<const PackedGradient> left() const noexcept { return left_; }
  std::span<const PackedGradient> right() const noexcept { return right_; }
  bool rows_suffice(std::size_t least) const noexcept { return left_rows_ >= least && right_rows_ >= least; }

 private:
  std::vector<PackedGradient> left_, right_;
  std::size_t left_rows_ = 0, right_rows_ = 0;
};

std::size_t sum_of(std::span<const std::uint32_t> rows) {
  return std::accumulate(rows.begin(), rows.end(), std::size_t{0});
}

bool has_rows(std::span<const PackedGradient> bin) {
  return std::any_of(bin.begin(), bin.end(), [](PackedGradient sum) { return hessian_of(sum) > 0; });
}

}  // namespace

HistogramSplits::HistogramSplits(const std::vector<ColumnBins>& columns, const HistogramLayout& layout,
                                 const SplitOptions& options)
    : columns_(columns), layout_(layout), options_(options) {}

double HistogramSplits::leaf_value(PackedGradient sum, const ValueBounds& bounds) const noexcept {
  const double gradient = gradient_of(sum) / scale_.gradient, hessian = hessian_of(sum) / scale_.hessian;
  return std::clamp(-gradient / (hessian + options_.l2), bounds.low, bounds.high);
}

// The decrease of the loss by a leaf's value, to second order.
double HistogramSplits::fall(std::span<const PackedGradient> sums, double l2,
                             const ValueBounds& bounds) const noexcept {
  double total = 0;
  for (const PackedGradient sum : sums) {
    const double gradient = gradient_of(sum) * unit_.gradient, hessian = hessian_of(sum) * unit_.hessian + l2;
    const double value = std::clamp(-gradient / hessian, bounds.low, bounds.high);
    total -= (gradient + 0.5 * hessian * value) * value;
  }
  return total;
}

bool HistogramSplits::allowed(std::span<const PackedGradient> sums) const noexcept {
  double hessian = 0;
  for (const PackedGradient sum : sums) hessian += hessian_of(sum);
  return hessian > 0 && hessian >= options_.min_hessian * scale_.hessian;
}

BinSplit HistogramSplits::best(std::size_t column, const HistogramNode& node,
                               std::span<const std::uint32_t> rows) const {
  if (!columns_[column].numeric) return best_category(column, node, rows);
  const bool plain = node.total.size() == 1 && rows.empty() && options_.directions.empty();
  return plain ? best_number_fast(column, node) : best_number(column, node, rows);
}

BinSplit HistogramSplits::best_number_fast(std::size_t column, const HistogramNode& node) const {
  const ColumnBins& bins = columns_[column];
  const std::span<const PackedGradient> sums = node.sums;
  const PackedGradient missing = sums[bins.bins], total = node.total[0];
  const BoundaryLimits limits = {options_.l2 * scale_.hessian, std::max(1.0, options_.min_hessian * scale_.hessian)};
  const bool missing_seen = hessian_of(missing) > 0;
  // All numbers left, the missing values right: not if +inf is one of the numbers, since no finite threshold is above
  // it.
  const std::size_t last = missing_seen && !bins.infinite ? bins.bins : bins.bins - 1;
  BinBoundary found = best_boundary(sums.first(last), 0, total, limits);
  bool missing_left = false;
  if (missing_seen) {
    const BinBoundary other = best_boundary(sums.first(bins.bins - 1), missing, total, limits);
    missing_left = other.score > found.score;
    if (missing_left) found = other;
  }
  BinSplit split;
  if (!found.found()) return split;
  const double whole = static_cast<double>(gradient_of(total)) * gradient_of(total) / (hessian_of(total) + limits.l2);
  split.gain = 0.5 * (found.score - whole) * scale_.hessian / (scale_.gradient * scale_.gradient);
  split.column = static_cast<std::uint32_t>(column);
  split.bin = static_cast<std::uint32_t>(found.bin);
  split.missing_left = missing_left;
  split.missing_seen = missing_seen;
  return split;
}

BinSplit HistogramSplits::best_number(std::size_t column, const HistogramNode& node,
                                      std::span<const std::uint32_t> rows) const {
  const ColumnBins& bins = columns_[column];
  const std::size_t outputs = node.total.size();
  const std::span<const PackedGradient> sums = node.sums;
  const auto sums_of = [&](std::size_t bin) { return sums.subspan(bin * outputs, outputs); };
  const bool missing_seen = has_rows(sums_of(bins.bins));
  const double whole = fall(node.total, options_.l2, node.bounds);
  const Direction direction = options_.directions.empty() ? Direction::free : options_.directions[column];
  BinSplit split;
  for (const bool missing_left : {false, true}) {
    if (missing_left && !missing_seen) continue;
    Sides sides(node.total, sum_of(rows));
    if (missing_left) sides.move_left(sums_of(bins.bins), rows.empty() ? 0 : rows[bins.bins]);
    const bool all_left = missing_seen && !missing_left && !bins.infinite;
    for (std::size_t bin = 0; bin + (all_left ? 0 : 1) < bins.bins; ++bin) {
      // Behind a bin without rows, the sides are those of the boundary before it, which wins the tie.
      if (bin > 0 && !has_rows(sums_of(bin))) continue;
      sides.move_left(sums_of(bin), rows.empty() ? 0 : rows[bin]);
      if (!allowed(sides.left()) || !allowed(sides.right())) continue;
      if (!rows.empty() && !sides.rows_suffice(options_.min_rows)) continue;
      if (direction != Direction::free) {
        const double rise = leaf_value(sides.right()[0], node.bounds) - leaf_value(sides.left()[0], node.bounds);
        if (rise * static_cast<double>(direction) < 0) continue;
      }
      const double gain =
          fall(sides.left(), options_.l2, node.bounds) + fall(sides.right(), options_.l2, node.bounds) - whole;
      if (!(gain > split.gain)) continue;
      split.gain = gain;
      split.column = static_cast<std::uint32_t>(column);
      split.bin = static_cast<std::uint32_t>(bin);
      split.missing_left = missing_left;
      split.missing_seen = missing_seen;
    }
  }
  return split;
}

double HistogramSplits::category_key(std::span<const PackedGradient> sums, std::size_t bin,
                                     std::size_t output) const noexcept {
  const PackedGradient sum = sums[bin * layout_.outputs() + output];
  return (gradient_of(sum) / scale_.gradient) / (hessian_of(sum) / scale_.hessian + options_.category_smoothing);
}

// With several outputs: by the output whose means differ most between the categories.
std::vector<std::uint32_t> HistogramSplits::category_order(std::span<const PackedGradient> sums) const {
  const std::size_t outputs = layout_.outputs();
  std::vector<std::uint32_t> order;
  for (std::uint32_t bin = 0; bin < sums.size() / outputs; ++bin) {
    if (has_rows(sums.subspan(bin * outputs, outputs))) order.push_back(bin);
  }
  std::size_t widest = 0;
  double width = -1;
  for (std::size_t k = 0; k < outputs && outputs > 1 && !order.empty(); ++k) {
    double low = category_key(sums, order[0], k), high = low;
    for (const std::uint32_t bin : order) {
      low = std::min(low, category_key(sums, bin, k));
      high = std::max(high, category_key(sums, bin, k));
    }
    if (high - low > width) widest = k, width = high - low;
  }
  std::array<double, kCodes> key;
  for (const std::uint32_t bin : order) key[bin] = category_key(sums, bin, widest);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key[a] < key[b]; });
  return order;
}

// The expected gain by chance: the order gathers the better half of categories that say nothing. C of them, with sums
// of mean 0 and variance q H_c, gain (C - 1) q / π on average, and often half of √C q more than that. Otherwise a
// column of hundreds of names would win every split. Labels that share a bin count each, but at most as many as the bin
// has rows.
double HistogramSplits::gain_by_chance(std::size_t column, std::span<const std::uint32_t> bins,
                                       std::span<const PackedGradient> sums) const noexcept {
  if (bins.size() <= kFewCategories || options_.category_l2 == 0 || !(scale_.noise.gain > 0)) return 0;
  const std::vector<std::uint32_t>& labels = columns_[column].label_counts;
  const std::size_t outputs = layout_.outputs();
  double freedom = -1;
  for (const std::uint32_t bin : bins) {
    double hessian = 0;
    for (const PackedGradient sum : sums.subspan(bin * outputs, outputs)) hessian += hessian_of(sum) * unit_.hessian;
    const double rows = hessian / (scale_.noise.row_hessian * static_cast<double>(outputs));
    freedom += bin < labels.size() ? std::clamp(rows, 1.0, static_cast<double>(labels[bin])) : 1;
  }
  return scale_.noise.gain * (freedom / std::numbers::pi + 0.5 * std::sqrt(freedom));
}

BinSplit HistogramSplits::best_category(std::size_t column, const HistogramNode& node,
                                        std::span<const std::uint32_t> rows) const {
  const ColumnBins& bins = columns_[column];
  const std::size_t outputs = node.total.size();
  const std::span<const PackedGradient> sums = node.sums;
  const std::vector<std::uint32_t> order = category_order(sums);
  const double l2 = options_.l2 + (order.size() > kFewCategories ? options_.category_l2 : 0);
  const double whole = fall(node.total, options_.l2, node.bounds);
  BinSplit split;
  std::size_t cut = 0;
  Sides sides(node.total, sum_of(rows));
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    sides.move_left(sums.subspan(order[i] * outputs, outputs), rows.empty() ? 0 : rows[order[i]]);
    if (!allowed(sides.left()) || !allowed(sides.right())) continue;
    if (!rows.empty() && !sides.rows_suffice(options_.min_rows)) continue;
    const double gain = fall(sides.left(), l2, node.bounds) + fall(sides.right(), l2, node.bounds) - whole;
    if (gain > split.gain) split.gain = gain, cut = i + 1;
  }
  if (!split.found()) return split;
  split.gain -= gain_by_chance(column, order, sums);
  split.column = static_cast<std::uint32_t>(column);
  for (std::size_t i = 0; i < order.size(); ++i) {
    insert(split.seen, order[i]);
    if (i < cut) insert(split.left, order[i]);
  }
  split.missing_seen = holds(split.seen, bins.bins);
  split.missing_left = holds(split.left, bins.bins);
  return split;
}

}  // namespace espalier

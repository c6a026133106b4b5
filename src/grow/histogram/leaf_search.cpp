#include "grow/histogram/leaf_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace espalier {
namespace {

constexpr std::size_t kParallelSearchCells = 100000;
constexpr std::size_t kSearchBlock = 8192;
constexpr std::size_t kColumnsPerTask = 2;  // if there are several threads: few, so that none is left with more work
constexpr int kMostExponent = 126;          // of a float
constexpr double kLeastLeafGain = 1e-9;     // share of the leaf's own fall: smaller falls are rounding errors

// To the nearest whole number, ties to even: it is left in the low bits of a sum that has no room for a fraction.
std::int32_t rounded(float value) noexcept {
  constexpr double kNoFraction = 0x1.8p52;
  return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(static_cast<double>(value) + kNoFraction));
}

double scale_for(double sum) noexcept {
  return sum > 0 ? std::ldexp(1.0, std::min(kMostExponent, std::ilogb(kLargestSum / sum))) : 1;
}

// Sums of a few columns by place and bin, kCodes per place. A row's place and pair are read once for all columns.
using RunSums = std::array<PackedGradient*, kColumnsPerRun>;

template <std::size_t columns>
void add_by_bin(std::span<const std::uint32_t> starts, const ColumnRun& run, const PackedGradient* pairs,
                const RunSums& sums) {
  for (std::size_t i = 0; i < starts.size(); ++i)
    for (std::size_t c = 0; c < columns; ++c) sums[c][starts[i] + run.bins[c][i]] += pairs[i];
}

void add_vectors_by_bin(std::span<const std::uint16_t> places, std::span<const std::uint8_t> bins,
                        std::span<const PackedGradient> pairs, std::size_t outputs, std::size_t stride,
                        PackedGradient* sums) noexcept {
  for (std::size_t i = 0; i < bins.size(); ++i) {
    PackedGradient* sum = sums + (places[i] * stride + bins[i]) * outputs;
    for (std::size_t k = 0; k < outputs; ++k) sum[k] += pairs[i * outputs + k];
  }
}

}  // namespace

void quantise(std::span<const float> gradients, std::span<const float> hessians, std::size_t width, std::size_t outputs,
              RowGradients& to, Threads& threads) {
  struct Sums {
    double gradient = 0, hessian = 0;
  };
  const std::size_t rows = (gradients.size() + width - 1) / width;
  Sums largest;
  for (std::size_t k = 0; k < outputs; ++k) {
    const Sums sums = threads.reduce(
        rows, kSearchBlock, Sums{},
        [&](std::size_t begin, std::size_t end) {
          std::array<double, 8> g{}, h{};
          for (std::size_t row = begin; row < end; ++row) {
            g[row % 8] += static_cast<double>(std::fabs(gradients[row * width + k]));
            h[row % 8] += static_cast<double>(hessians[row * width + k]);
          }
          Sums sum;
          for (std::size_t lane = 0; lane < 8; ++lane) sum = {sum.gradient + g[lane], sum.hessian + h[lane]};
          return sum;
        },
        [](Sums a, Sums b) {
          return Sums{a.gradient + b.gradient, a.hessian + b.hessian};
        });
    largest = {std::max(largest.gradient, sums.gradient), std::max(largest.hessian, sums.hessian)};
  }
  to.scale = {scale_for(largest.gradient), scale_for(largest.hessian), {}};
  to.pairs.resize(rows * outputs);
  const auto gradient_scale = static_cast<float>(to.scale.gradient),
             hessian_scale = static_cast<float>(to.scale.hessian);
  threads.blocks(rows, kSearchBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      for (std::size_t k = 0; k < outputs; ++k) {
        const std::int32_t g = rounded(gradients[row * width + k] * gradient_scale);
        const std::int32_t h = std::max(1, rounded(hessians[row * width + k] * hessian_scale));
        to.pairs[row * outputs + k] = pack(g, static_cast<std::uint32_t>(h));
      }
    }
  });
}

// One search: the leaves that may be split have places 0, 1, …; all others share the place behind them.
class LeafSearch::Search {
 public:
  Search(const LeafSearch& of, const LeafRows& leaves, const RowGradients& gradients, Threads& threads)
      : table_(of.table_),
        options_(of.options_),
        outputs_(of.layout_.outputs()),
        leaves_(leaves),
        gradients_(gradients),
        threads_(threads),
        splits_(of.table_.all_bins(), of.layout_, of.options_) {
    splits_.set_scale(gradients.scale);
    find_places();
  }

  FoundSplit run(std::span<const std::uint8_t> columns) {
    const std::size_t count = table_.columns();
    if (open_.empty()) return {};
    found_.resize(open_.size() * count);
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t column = 0; column < count; ++column)
      if (columns.empty() || columns[column] != 0) wanted.push_back(column);
    if (table_.rows() * count < kParallelSearchCells) {
      Threads one = threads_.one();
      look(wanted, one);
    } else {
      look(wanted, threads_);
    }
    return choose();
  }

 private:
  template <class T>
  static std::vector<T> added(std::vector<T> a, const std::vector<T>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
  }

  void find_places() {
    // Enough rows that what a block clears and adds up is little beside them. All sums are of whole numbers.
    const std::size_t block = std::max(kSearchBlock, 16 * leaves_.leaves * outputs_);
    const std::vector<std::size_t> rows = threads_.reduce(
        leaves_.ids.size(), block, std::vector<std::size_t>(leaves_.leaves),
        [&](std::size_t begin, std::size_t end) {
          std::vector<std::size_t> counts(leaves_.leaves);
          for (std::size_t i = begin; i < end; ++i) ++counts[leaves_.ids[i]];
          return counts;
        },
        added<std::size_t>);
    std::vector<std::uint16_t> place_of(leaves_.leaves);
    for (std::size_t leaf = 0; leaf < leaves_.leaves; ++leaf) {
      const bool open = leaves_.open.empty() || leaves_.open[leaf] != 0;
      if (open && rows[leaf] >= 2 * options_.min_rows) open_.push_back(static_cast<std::uint32_t>(leaf));
    }
    std::ranges::fill(place_of, static_cast<std::uint16_t>(open_.size()));
    for (std::size_t place = 0; place < open_.size(); ++place) {
      place_of[open_[place]] = static_cast<std::uint16_t>(place);
      rows_.push_back(rows[open_[place]]);
    }
    places_.resize(leaves_.ids.size());
    starts_.resize(outputs_ == 1 ? places_.size() : 0);
    using Totals = std::vector<PackedGradient>;
    totals_ = threads_.reduce(
        places_.size(), block, Totals((open_.size() + 1) * outputs_),
        [&](std::size_t begin, std::size_t end) {
          Totals totals((open_.size() + 1) * outputs_);
          for (std::size_t i = begin; i < end; ++i) {
            places_[i] = place_of[leaves_.ids[i]];
            if (outputs_ == 1) starts_[i] = static_cast<std::uint32_t>(places_[i] * kCodes);
            for (std::size_t k = 0; k < outputs_; ++k)
              totals[places_[i] * outputs_ + k] += gradients_.pairs[i * outputs_ + k];
          }
          return totals;
        },
        added<PackedGradient>);
  }

  // ---- sums and search ----

  void look(std::span<const std::uint32_t> wanted, Threads& threads) {
    const std::size_t block = outputs_ > 1 ? 1 : threads.count() > 1 ? kColumnsPerTask : kColumnsPerRun;
    threads.blocks(wanted.size(), block, [&](std::size_t begin, std::size_t end) {
      thread_local std::vector<PackedGradient> sums;
      const std::span<const std::uint32_t> columns = wanted.subspan(begin, end - begin);
      sum_columns(columns, sums);
      for (std::size_t at = 0; at < columns.size(); ++at) search(columns[at], at, sums);
    });
  }

  std::span<const PackedGradient> total(std::size_t place) const {
    return std::span(totals_).subspan(place * outputs_, outputs_);
  }

  // By column: kCodes per place, or for several outputs one per bin.
  void sum_columns(std::span<const std::uint32_t> columns, std::vector<PackedGradient>& sums) const {
    if (outputs_ > 1) {
      const std::size_t stride = table_.bins(columns[0]).bins + 1;
      sums.assign((open_.size() + 1) * stride * outputs_, 0);
      add_vectors_by_bin(places_, table_.column(columns[0]), gradients_.pairs, outputs_, stride, sums.data());
      return;
    }
    const std::size_t size = (open_.size() + 1) * kCodes;
    sums.assign(columns.size() * size, 0);
    ColumnRun run{columns, {}};
    RunSums to{};
    for (std::size_t c = 0; c < columns.size(); ++c) {
      run.bins[c] = table_.column(columns[c]).data();
      to[c] = sums.data() + c * size;
    }
    const PackedGradient* pairs = gradients_.pairs.data();
    switch (columns.size()) {
      case 1:
        return add_by_bin<1>(starts_, run, pairs, to);
      case 2:
        return add_by_bin<2>(starts_, run, pairs, to);
      case 3:
        return add_by_bin<3>(starts_, run, pairs, to);
      default:
        return add_by_bin<kColumnsPerRun>(starts_, run, pairs, to);
    }
  }

  // `at` counts the columns whose sums these are.
  HistogramNode node(std::span<const PackedGradient> sums, std::size_t at, std::size_t column,
                     std::size_t place) const {
    const std::size_t size = (table_.bins(column).bins + 1) * outputs_;
    const std::size_t first = outputs_ > 1 ? place * size : (at * (open_.size() + 1) + place) * kCodes;
    return {sums.subspan(first, size), total(place),
            leaves_.bounds.empty() ? ValueBounds{} : leaves_.bounds[open_[place]]};
  }

  void search(std::uint32_t column, std::size_t at, std::span<const PackedGradient> sums) {
    for (std::size_t place = 0; place < open_.size(); ++place)
      found_[place * table_.columns() + column] = splits_.best(column, node(sums, at, column, place));
  }

  // ---- the choice ----

  // Rows are only counted for a split that would win; if it leaves too few, its column is searched again by rows.
  FoundSplit choose() {
    std::vector<std::uint8_t> counted(found_.size());
    while (true) {
      const auto best = std::ranges::max_element(found_, {}, &BinSplit::gain);
      const auto at = static_cast<std::size_t>(best - found_.begin());
      const std::size_t place = at / table_.columns();
      if (!best->found()) return {};
      if (!(best->gain > kLeastLeafGain * own_fall(place))) {
        *best = {};
        continue;
      }
      FoundSplit result = describe(place, *best);
      if (counted[at] != 0 || std::min(result.left_rows, result.right_rows) >= options_.min_rows) return result;
      counted[at] = 1;
      const std::vector<std::uint32_t> rows = count_rows(place, best->column);
      const std::uint32_t column = best->column;
      std::vector<PackedGradient> sums;
      sum_columns(std::span(&column, 1), sums);
      *best = splits_.best(column, node(sums, 0, column, place), rows);
    }
  }

  double own_fall(std::size_t place) const {
    double fall = 0;
    for (const PackedGradient sum : total(place)) {
      const double gradient = gradient_of(sum) / gradients_.scale.gradient;
      fall += 0.5 * gradient * gradient / (hessian_of(sum) / gradients_.scale.hessian + options_.l2);
    }
    return fall;
  }

  FoundSplit describe(std::size_t place, const BinSplit& split) const {
    FoundSplit result{open_[place], split, {}, {}, 0, 0};
    const ColumnBins& bins = table_.bins(split.column);
    const std::span<const std::uint8_t> codes = table_.column(split.column);
    std::array<std::uint8_t, 256> left{};
    for (std::size_t bin = 0; bin <= bins.bins; ++bin)
      left[bin] = !bins.numeric ? holds(split.left, bin) : bin < bins.bins ? bin <= split.bin : split.missing_left;
    // The pairs, and their number.
    using Sums = std::vector<PackedGradient>;
    Sums sums = threads_.reduce(
        codes.size(), kSearchBlock, Sums(outputs_ + 1),
        [&](std::size_t begin, std::size_t end) {
          Sums part(outputs_ + 1);
          for (std::size_t i = begin; i < end; ++i) {
            if (places_[i] != place || left[codes[i]] == 0) continue;
            for (std::size_t k = 0; k < outputs_; ++k) part[k] += gradients_.pairs[i * outputs_ + k];
            ++part[outputs_];
          }
          return part;
        },
        added<PackedGradient>);
    result.left_rows = sums.back();
    sums.pop_back();
    result.left = std::move(sums);
    result.right_rows = rows_[place] - result.left_rows;
    for (std::size_t k = 0; k < outputs_; ++k) result.right.push_back(total(place)[k] - result.left[k]);
    return result;
  }

  std::vector<std::uint32_t> count_rows(std::size_t place, std::size_t column) const {
    std::vector<std::uint32_t> counts(table_.bins(column).bins + 1);
    const std::span<const std::uint8_t> codes = table_.column(column);
    for (std::size_t i = 0; i < codes.size(); ++i)
      if (places_[i] == place) ++counts[codes[i]];
    return counts;
  }

  const BinnedTable& table_;
  const SplitOptions& options_;
  const std::size_t outputs_;
  const LeafRows& leaves_;
  const RowGradients& gradients_;
  Threads& threads_;
  HistogramSplits splits_;
  std::vector<std::uint32_t> open_;     // leaves, by place
  std::vector<std::size_t> rows_;       // by place
  std::vector<std::uint16_t> places_;   // one per row
  std::vector<std::uint32_t> starts_;   // of one output: where the sums of a row's place begin
  std::vector<PackedGradient> totals_;  // places × outputs
  std::vector<BinSplit> found_;         // places × columns
};

LeafSearch::LeafSearch(const BinnedTable& table, std::size_t outputs, const SplitOptions& options)
    : table_(table), options_(options), layout_(table.all_bins(), outputs) {}

FoundSplit LeafSearch::best(const LeafRows& leaves, const RowGradients& gradients,
                            std::span<const std::uint8_t> columns, Threads& threads) {
  return Search(*this, leaves, gradients, threads).run(columns);
}

}  // namespace espalier

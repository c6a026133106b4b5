#include "grow/histogram/tree.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>

#include "espalier/evaluate.h"
#include "espalier/forest.h"
#include "grow/histogram/finish_splits.h"

namespace espalier {

// A node that may still be split.
struct OpenNode {
  std::uint32_t node = 0;
  int depth = 0;
  RowSlice range;
  std::span<const std::uint32_t> rows;
  ValueBounds bounds;
  BinSplit split;                          // the best one
  std::vector<PackedGradient> total;       // one per output
  std::vector<PackedGradient> left_total;  // of the best split
  std::vector<PackedGradient> histogram;   // empty if there was no room to keep it
};

namespace {

constexpr std::size_t kParallelSplitCells = 50000;
constexpr std::size_t kMarkBlock = 65536;      // rows; whole words of bits
constexpr std::size_t kLeastSumBlock = 16384;  // rows of a histogram that are summed apart
constexpr std::size_t kSumBlocksShare = 8;     // of all histograms, so many fewer may be those of blocks
constexpr std::size_t kTasksPerThread = 4;
constexpr std::size_t kHistogramBytes = std::size_t{512} << 20;  // nodes beyond this are summed again when they split
constexpr double kLeastGain = 1e-9;  // share of the node's own fall: smaller falls are rounding errors

// By gain; ties go to the older node.
bool later(const OpenNode& a, const OpenNode& b) noexcept {
  return a.split.gain != b.split.gain ? a.split.gain < b.split.gain : a.node > b.node;
}

}  // namespace

class HistogramGrower::Growth {
 public:
  Growth(HistogramGrower& grower, const PairScale& scale, const TreeSample& sample, Random& random)
      : grower_(grower),
        rows_(grower.rows_),
        sample_(sample),
        random_(random),
        scale_(scale),
        histograms_(grower.histograms_) {}

  HistogramTree run(std::span<PackedGradient> pairs) {
    OpenNode root;
    root.range = rows_.start({pairs, sample_.taken, sample_.columns}, grower_.threads_);
    root.rows = rows_.rows(root.range);
    root.total.assign(outputs(), 0);
    sum_pairs(root);
    total_weight_ = weight_of(grower_.weights_, sample_.taken, root.range.size());
    add_node();
    if (may_split(root)) {
      root.histogram = histograms_.take();
      evaluate(root, {root.histogram, {}}, nullptr);
    }
    close_or_keep(std::move(root));
    while (!open_.empty() && leaves_ + open_.size() < most_leaves()) split(next());
    for (OpenNode& node : open_) close(node);
    for (std::vector<PackedGradient>& part : parts_) histograms_.give_back(part);
    weigh_leaves(grower_.weights_, result_);
    finish_splits(made_, grower_.table_.all_bins(), result_);
    return std::move(result_);
  }

 private:
  std::size_t outputs() const noexcept { return grower_.layout_.outputs(); }
  const HistogramTreeOptions& options() const noexcept { return grower_.options_; }
  bool limited() const noexcept { return options().leaves || sample_.leaves; }
  std::size_t most_leaves() const noexcept {
    constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
    const std::size_t wanted = options().leaves ? static_cast<std::size_t>(*options().leaves) : kNoLimit;
    return std::min(wanted, sample_.leaves.value_or(kNoLimit));
  }

  std::size_t most_histograms() const noexcept {
    return std::max<std::size_t>(2, kHistogramBytes / (sizeof(PackedGradient) * grower_.layout_.size()));
  }

  void sum_pairs(OpenNode& node) {
    const std::span<const PackedGradient> pairs = rows_.pairs(node.range);
    using Totals = std::vector<PackedGradient>;
    node.total = grower_.threads_.reduce(
        node.range.size(), kMarkBlock, Totals(outputs()),
        [&](std::size_t begin, std::size_t end) {
          Totals total(outputs());
          for (std::size_t k = 0; k < outputs(); ++k)
            for (std::size_t i = begin * outputs() + k; i < end * outputs(); i += outputs()) total[k] += pairs[i];
          return total;
        },
        [](Totals a, const Totals& b) {
          for (std::size_t k = 0; k < a.size(); ++k) a[k] += b[k];
          return a;
        });
  }

  std::uint32_t add_node() {
    result_.tree.nodes.emplace_back();
    result_.left.emplace_back();
    return static_cast<std::uint32_t>(result_.tree.nodes.size() - 1);
  }

  bool may_split(const OpenNode& node) const {
    return node.range.size() >= 2 * options().split.min_rows && !(options().depth && node.depth >= *options().depth);
  }

  // Without a limit of leaves the order does not matter; last in, first out keeps few nodes open.
  OpenNode next() {
    if (limited()) std::pop_heap(open_.begin(), open_.end(), later);
    OpenNode node = std::move(open_.back());
    open_.pop_back();
    return node;
  }

  void close_or_keep(OpenNode&& node) {
    if (!node.split.found()) return close(node);
    if (histograms_.taken() > most_histograms()) give_back(node);
    open_.push_back(std::move(node));
    if (limited()) std::push_heap(open_.begin(), open_.end(), later);
  }

  void close(OpenNode& node) {
    give_back(node);
    rows_.close(node.range);
    ++leaves_;
    result_.leaves.push_back({node.node, node.rows});
    for (const PackedGradient sum : node.total) result_.values.push_back(grower_.splits_.leaf_value(sum, node.bounds));
  }

  void give_back(OpenNode& node) { histograms_.give_back(node.histogram); }

  // ---- splitting ----

  void split(OpenNode node) {
    const std::size_t count = mark(node, node.split);
    OpenNode left, right;
    left.range = {node.range.begin, node.range.begin + count};
    right.range = {left.range.end, node.range.end};
    left.depth = right.depth = node.depth + 1;
    left.total = node.left_total;
    right.total = node.total;
    for (std::size_t k = 0; k < outputs(); ++k) right.total[k] -= left.total[k];
    set_bounds(node, left, right);
    left.node = add_node();
    right.node = add_node();
    record(node, left.node, right.node);

    const bool last = leaves_ + open_.size() + 2 >= most_leaves();
    const bool look = !last && (may_split(left) || may_split(right));
    if (look) {
      std::tie(left.range, right.range) = rows_.part_range(node.range, bits_, count, grower_.threads_);
      left.rows = rows_.rows(left.range);
      right.rows = rows_.rows(right.range);
      look_into(node, left, right);
    } else {
      const std::span<const std::uint32_t> rows = rows_.numbers_apart(node.range, bits_, count);
      left.rows = rows.first(count);
      right.rows = rows.subspan(count);
    }
    give_back(node);
    close_or_keep(std::move(right));
    close_or_keep(std::move(left));
  }

  // The smaller child is summed; the other is the rest of the parent, in its place.
  void look_into(OpenNode& node, OpenNode& left, OpenNode& right) {
    OpenNode& small = left.range.size() <= right.range.size() ? left : right;
    OpenNode& large = &small == &left ? right : left;
    small.histogram = histograms_.take();
    if (!node.histogram.empty()) {
      large.histogram = std::move(node.histogram);
      node.histogram.clear();
      evaluate(small, {small.histogram, large.histogram}, &large);
    } else {
      large.histogram = histograms_.take();
      evaluate(small, {small.histogram, {}}, nullptr);
      evaluate(large, {large.histogram, {}}, nullptr);
    }
  }

  // Marks the rows of the node that go left.
  std::size_t mark(const OpenNode& node, const BinSplit& split) {
    const ColumnBins& bins = grower_.table_.bins(split.column);
    const std::span<const std::uint8_t> codes = rows_.bins(node.range, split.column);
    const int other = split.missing_left ? bins.missing() : kNoOther;
    bits_.assign(words_of(codes.size()), 0);
    return grower_.threads_.reduce(
        codes.size(), kMarkBlock, std::size_t{0},
        [&](std::size_t begin, std::size_t end) {
          const std::span<const std::uint8_t> block = codes.subspan(begin, end - begin);
          std::uint64_t* left = bits_.data() + begin / 64;
          if (!bins.numeric) return mark_in_set(block, split.left, left);
          return mark_at_most(block, static_cast<std::uint8_t>(split.bin), other, left);
        },
        std::plus());
  }

  void set_bounds(const OpenNode& node, OpenNode& left, OpenNode& right) const {
    left.bounds = right.bounds = node.bounds;
    const std::vector<Direction>& directions = options().split.directions;
    if (directions.empty() || directions[node.split.column] == Direction::free) return;
    const HistogramSplits& splits = grower_.splits_;
    const double middle =
        (splits.leaf_value(left.total[0], node.bounds) + splits.leaf_value(right.total[0], node.bounds)) / 2;
    const bool up = directions[node.split.column] == Direction::increasing;
    (up ? left : right).bounds.high = middle;
    (up ? right : left).bounds.low = middle;
  }

  void record(const OpenNode& node, std::uint32_t left, std::uint32_t right) {
    TreeNode& split = result_.tree.nodes[node.node];
    split.feature = static_cast<std::int32_t>(node.split.column);
    split.left = static_cast<std::int32_t>(left);
    split.right = static_cast<std::int32_t>(right);
    split.gain = node.split.gain / total_weight_;
    split.missing_left = node.split.missing_left;
    made_.push_back({node.node, node.split});
  }

  // ---- searching ----

  // `small` is filled from the node's rows; `rest`, if not empty, holds the parent and becomes the sibling.
  struct Histograms {
    std::span<PackedGradient> small;
    std::span<PackedGradient> rest;
  };

  void evaluate(OpenNode& node, const Histograms& histograms, OpenNode* sibling) {
    std::vector<BinSplit> found(sample_.columns.size()), found_beside(sibling ? sample_.columns.size() : 0);
    const std::vector<std::uint8_t> drawn = draw_columns(), drawn_beside = sibling ? draw_columns() : drawn;
    const bool search = may_split(node), search_beside = sibling && may_split(*sibling);
    const std::size_t blocks = row_blocks(node);
    if (blocks > 1) sum_blocks(node, blocks, histograms.small);
    const auto work = [&](std::size_t begin, std::size_t end) {
      if (blocks > 1)
        join_blocks(begin, end, blocks, histograms.small);
      else
        sum_by_bin(columns_of(node.range, begin, end), rows_.pairs(node.range), grower_.layout_, histograms.small);
      for (std::size_t slot = begin; slot < end; ++slot) {
        const std::uint32_t column = sample_.columns[slot];
        if (sibling) subtract(column, histograms);
        if (search && drawn[slot]) found[slot] = grower_.splits_.best(column, seen(node, column));
        if (search_beside && drawn_beside[slot])
          found_beside[slot] = grower_.splits_.best(column, seen(*sibling, column));
      }
    };
    const std::size_t cells = node.range.size() + (histograms.small.size() / std::max<std::size_t>(1, found.size()));
    if (cells * found.size() < kParallelSplitCells) {
      for (std::size_t b = 0; b < found.size(); b += kColumnsPerRun)
        work(b, std::min(b + kColumnsPerRun, found.size()));
    } else {
      grower_.threads_.blocks(found.size(), kColumnsPerRun, work);
    }
    if (search) choose(node, found);
    if (search_beside) choose(*sibling, found_beside);
  }

  std::size_t column_runs() const noexcept { return (sample_.columns.size() + kColumnsPerRun - 1) / kColumnsPerRun; }

  // The number of blocks of rows that are summed apart, so that every thread has something to do; sums of whole numbers
  // are the same in any order.
  std::size_t row_blocks(const OpenNode& node) const {
    const std::size_t runs = column_runs();
    const auto wanted = kTasksPerThread * static_cast<std::size_t>(grower_.threads_.count());
    if (grower_.threads_.count() == 1 || runs == 0) return 1;
    const std::size_t most = std::min((wanted + runs - 1) / runs, 1 + most_histograms() / kSumBlocksShare);
    return std::clamp<std::size_t>(node.range.size() / kLeastSumBlock, 1, most);
  }

  // The first block's sums go to the histogram itself.
  void sum_blocks(const OpenNode& node, std::size_t blocks, std::span<PackedGradient> histogram) {
    while (parts_.size() + 1 < blocks) parts_.push_back(histograms_.take());
    const std::size_t runs = column_runs();
    const std::size_t rows = (node.range.size() + blocks - 1) / blocks;
    grower_.threads_.each(runs * blocks, [&](std::size_t task) {
      const std::size_t block = task / runs, run = task % runs;
      const RowSlice range = {node.range.begin + block * rows,
                              std::min(node.range.end, node.range.begin + (block + 1) * rows), node.range.moved};
      sum_by_bin(columns_of(range, run * kColumnsPerRun, std::min((run + 1) * kColumnsPerRun, sample_.columns.size())),
                 rows_.pairs(range), grower_.layout_, block == 0 ? histogram : std::span(parts_[block - 1]));
    });
  }

  void join_blocks(std::size_t begin, std::size_t end, std::size_t blocks, std::span<PackedGradient> histogram) const {
    for (std::size_t slot = begin; slot < end; ++slot) {
      const std::span<PackedGradient> sums = grower_.layout_.of(histogram, sample_.columns[slot]);
      for (std::size_t part = 0; part + 1 < blocks; ++part) {
        const auto more = grower_.layout_.of(std::span<const PackedGradient>(parts_[part]), sample_.columns[slot]);
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
      }
    }
  }

  HistogramNode seen(const OpenNode& node, std::size_t column) const {
    return {grower_.layout_.of(std::span<const PackedGradient>(node.histogram), column), node.total, node.bounds};
  }

  ColumnRun columns_of(const RowSlice& range, std::size_t begin, std::size_t end) const {
    ColumnRun run;
    run.columns = sample_.columns.subspan(begin, end - begin);
    for (std::size_t i = 0; i < end - begin; ++i) run.bins[i] = rows_.bins(range, run.columns[i]).data();
    return run;
  }

  void subtract(std::uint32_t column, const Histograms& histograms) const noexcept {
    const std::span<PackedGradient> small = grower_.layout_.of(histograms.small, column);
    const std::span<PackedGradient> rest = grower_.layout_.of(histograms.rest, column);
    for (std::size_t i = 0; i < small.size(); ++i) rest[i] -= small[i];
  }

  // One flag per slot.
  std::vector<std::uint8_t> draw_columns() {
    const std::size_t columns = sample_.columns.size();
    if (!options().features || static_cast<std::size_t>(*options().features) >= columns) {
      return std::vector<std::uint8_t>(columns, 1);
    }
    std::vector<std::uint8_t> drawn(columns, 0);
    for (int i = 0; i < *options().features; ++i) {  // Floyd's sampling: every set has the same chance
      const std::size_t last = columns - static_cast<std::size_t>(*options().features - i);
      const std::size_t slot = random_.below(last + 1);
      drawn[drawn[slot] ? last : slot] = 1;
    }
    return drawn;
  }

  // The best split that leaves enough rows on both sides. Rows are only counted for splits that would win; a column
  // whose best split leaves too few is searched again with its rows counted.
  void choose(OpenNode& node, std::vector<BinSplit>& found) {
    const double least = std::max(options().min_gain * total_weight_, kLeastGain * own_fall(node));
    std::vector<std::uint8_t> counted(found.size(), 0);
    while (true) {
      const auto best = std::ranges::max_element(found, {}, &BinSplit::gain);
      if (best == found.end() || !(best->gain > least)) return;
      const auto slot = static_cast<std::size_t>(best - found.begin());
      if (counted[slot] || options().split.min_rows <= 1 || enough_rows(node, *best)) {
        node.split = *best;
        node.left_total = left_total(node);
        return;
      }
      counted[slot] = 1;
      *best = grower_.splits_.best(best->column, seen(node, best->column), count_rows(node, best->column));
    }
  }

  double own_fall(const OpenNode& node) const noexcept {
    double fall = 0;
    for (const PackedGradient sum : node.total) {
      const double value = grower_.splits_.leaf_value(sum, node.bounds);
      fall += 0.5 * std::abs(value * gradient_of(sum) / scale_.gradient);
    }
    return fall;
  }

  bool enough_rows(const OpenNode& node, const BinSplit& split) {
    const std::size_t left = mark(node, split);
    return std::min(left, node.range.size() - left) >= options().split.min_rows;
  }

  std::vector<std::uint32_t> count_rows(const OpenNode& node, std::size_t column) const {
    std::vector<std::uint32_t> counts(grower_.layout_.bins(column));
    for (const std::uint8_t bin : rows_.bins(node.range, column)) ++counts[bin];
    return counts;
  }

  std::vector<PackedGradient> left_total(const OpenNode& node) const {
    std::vector<PackedGradient> total(outputs());
    const ColumnBins& bins = grower_.table_.bins(node.split.column);
    const std::span<const PackedGradient> sums =
        grower_.layout_.of(std::span<const PackedGradient>(node.histogram), node.split.column);
    for (std::size_t bin = 0; bin <= bins.bins; ++bin) {
      const bool left = !bins.numeric     ? holds(node.split.left, bin)
                        : bin < bins.bins ? bin <= node.split.bin
                                          : node.split.missing_left;
      for (std::size_t k = 0; k < outputs() && left; ++k) total[k] += sums[bin * outputs() + k];
    }
    return total;
  }

  HistogramGrower& grower_;
  NodeRows& rows_;
  const TreeSample& sample_;
  Random& random_;
  const PairScale scale_;
  HistogramPool& histograms_;
  HistogramTree result_;
  std::vector<MadeSplit> made_;
  std::vector<OpenNode> open_;                      // a heap if leaves are limited
  std::vector<std::vector<PackedGradient>> parts_;  // sums of blocks of rows but the first
  RowBits bits_;
  std::size_t leaves_ = 0;
  double total_weight_ = 0;
};

HistogramGrower::HistogramGrower(BinnedTable table, std::span<const double> weights, std::size_t outputs,
                                 const HistogramTreeOptions& options, Threads& threads)
    : rows_(std::move(table), outputs),
      table_(rows_.table()),
      weights_(weights),
      options_(options),
      threads_(threads),
      layout_(table_.all_bins(), outputs),
      splits_(table_.all_bins(), layout_, options_.split),
      histograms_(layout_.size()) {}

HistogramTree HistogramGrower::grow(const RowPairs& gradients, const TreeSample& sample, Random& random) {
  splits_.set_scale(gradients.scale);
  return Growth(*this, gradients.scale, sample, random).run(gradients.pairs);
}

std::uint32_t HistogramGrower::leaf_of_other(const HistogramTree& tree, std::size_t i) const noexcept {
  std::uint32_t node = 0;
  while (tree.tree.nodes[node].feature != kNone) {
    const TreeNode& split = tree.tree.nodes[node];
    const std::uint8_t bin = rows_.bins(rows_.others(), static_cast<std::size_t>(split.feature))[i];
    node = static_cast<std::uint32_t>(holds(tree.left[node], bin) ? split.left : split.right);
  }
  return node;
}

}  // namespace espalier

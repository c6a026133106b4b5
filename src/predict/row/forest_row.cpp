// Small numeric trees are matched, where there are enough of them to be worth the ranks of the row's values; others are
// walked, several trees side by side. Terminals are found for a few dozen trees at a time and their values added in the
// order of the trees, as in the reference.
#include "predict/row/forest_row.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace espalier {
namespace {

std::vector<std::uint32_t> all_trees(const Forest& forest) {
  std::vector<std::uint32_t> trees(forest.trees.size());
  std::iota(trees.begin(), trees.end(), 0U);
  return trees;
}

}  // namespace

struct ForestRow::RankedRow {
  const float* columns = nullptr;
  const RankColumns* by = nullptr;  // of the ranks
  alignas(64) std::int8_t ranks[RankThresholds::kMost] = {};
};

ForestRow::ForestRow(const Model& model)
    : forest_(std::get<Forest>(model.body)), columns_(model.features, forest_, all_trees(forest_)) {
  const TreeRanks ranks = rank_trees();
  for (const RankThresholds& thresholds : ranks.thresholds) ranks_.emplace_back(thresholds);
  std::uint32_t ranked = kNoRanks;  // the ranks of the last tree that has some
  for (std::uint32_t t = 0; t < forest_.trees.size(); ++t) {
    const TreeSpan& tree = forest_.trees[t];
    const Kind matched = tree.splits < SmallMatchTree::kTerminals ? Kind::small : Kind::large;
    const std::uint32_t own = ranks.of_tree[t];
    const Kind kind = own == kNoRanks ? Kind::walked : matched;
    const bool new_ranks = own != kNoRanks && own != ranked;
    if (new_ranks) ranked = own;
    const std::size_t number = add(kind, t, own == kNoRanks ? nullptr : &ranks.thresholds[own]);
    if (stretches_.empty() || stretches_.back().kind != kind || stretches_.back().trees == kStretchTrees || new_ranks)
      stretches_.push_back({kind, t, 0, number, true, new_ranks});
    Stretch& stretch = stretches_.back();
    ++stretch.trees;
    stretch.one_sum &= forest_.width(tree) == 1 && tree.output == forest_.trees[stretch.first].output;
  }
  walk_.emplace(model.features, forest_, walked_, columns_);
}

std::vector<std::uint32_t> ForestRow::small_numeric_trees() const {
  const auto is_set = [&](const Split& split) { return columns_.column_of(split) >= columns_.first_set(); };
  std::vector<std::uint32_t> trees;
  for (std::uint32_t t = 0; t < forest_.trees.size(); ++t) {
    const TreeSpan& tree = forest_.trees[t];
    if (tree.splits < most_match_terminals() &&
        std::ranges::none_of(std::span(forest_.splits).subspan(tree.first_split, tree.splits), is_set))
      trees.push_back(t);
  }
  return trees;
}

// A rank costs about a twelfth of what matching a tree saves.
ForestRow::TreeRanks ForestRow::rank_trees() const {
  TreeRanks result{{}, std::vector<std::uint32_t>(forest_.trees.size(), kNoRanks)};
  const std::vector<std::uint32_t> trees = small_numeric_trees();
  for (auto left = std::span(trees); !left.empty();) {
    RankThresholds thresholds(forest_, columns_, left);
    const std::size_t count = thresholds.trees();
    if (12 * count >= thresholds.count()) {
      for (const std::uint32_t t : left.first(count))
        result.of_tree[t] = static_cast<std::uint32_t>(result.thresholds.size());
      result.thresholds.push_back(std::move(thresholds));
    }
    left = left.subspan(count);
  }
  return result;
}

// The tree's number among those of its kind.
std::size_t ForestRow::add(Kind kind, std::uint32_t tree, const RankThresholds* thresholds) {
  if (kind == Kind::small) {
    small_.push_back(make_match_tree<1>(forest_, forest_.trees[tree], *thresholds));
    return small_.size() - 1;
  }
  if (kind == Kind::large) {
    large_.push_back(make_match_tree<2>(forest_, forest_.trees[tree], *thresholds));
    return large_.size() - 1;
  }
  walked_.push_back(tree);
  return walked_.size() - 1;
}

void ForestRow::find_terminals(const Stretch& stretch, const RankedRow& row, std::uint32_t* terminals) const {
  if (stretch.kind == Kind::small)
    match(std::span(small_).subspan(stretch.number, stretch.trees), row.ranks, row.by->count(), terminals);
  else if (stretch.kind == Kind::large)
    match(std::span(large_).subspan(stretch.number, stretch.trees), row.ranks, row.by->count(), terminals);
  else
    walk_->run_row(stretch.number, stretch.number + stretch.trees, row.columns, terminals);
}

void ForestRow::add_values(const Stretch& stretch, const std::uint32_t* terminals,
                           std::span<double> out) const noexcept {
  const TreeSpan* trees = forest_.trees.data() + stretch.first;
  if (stretch.one_sum) {  // in a register: through memory every addition would wait for the last one's store
    double& out_sum = out[trees->output == kNone ? 0 : static_cast<std::size_t>(trees->output)];
    double sum = out_sum;
    for (std::uint32_t i = 0; i < stretch.trees; ++i)
      sum += static_cast<double>(forest_.values[trees[i].first_value + terminals[i]]);
    out_sum = sum;
    return;
  }
  for (std::uint32_t i = 0; i < stretch.trees; ++i) {
    const TreeSpan& tree = trees[i];
    const std::size_t width = forest_.width(tree);
    const std::size_t output = tree.output == kNone ? 0 : static_cast<std::size_t>(tree.output);
    const float* values = forest_.values.data() + tree.first_value + terminals[i] * width;
    for (std::size_t k = 0; k < width; ++k) out[output + k] += static_cast<double>(values[k]);
  }
}

void ForestRow::scores(std::span<const float> row, std::span<double> out) const {
  alignas(64) float on_stack[kStackColumns];
  std::vector<float> on_heap(columns_.count() > kStackColumns ? columns_.count() : 0);
  float* columns = on_heap.empty() ? on_stack : on_heap.data();
  columns_.fill_row(row, columns);
  std::copy(forest_.intercept.begin(), forest_.intercept.end(), out.begin());
  RankedRow ranked{columns};
  const RankColumns* next = ranks_.data();
  std::uint32_t terminals[kStretchTrees];
  for (const Stretch& stretch : stretches_) {
    if (stretch.ranks) {
      ranked.by = next++;
      ranked.by->rank(columns, ranked.ranks);
    }
    find_terminals(stretch, ranked, terminals);
    add_values(stretch, terminals, out);
  }
}

}  // namespace espalier

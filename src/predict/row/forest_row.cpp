// Small numeric trees are matched if the machine has the vectors for it; others are walked, several trees side by side.
// Terminals are found for a few dozen trees at a time and their values added in the order of the trees, as in the
// reference.
#include "predict/row/forest_row.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace espalier {
namespace {

std::vector<std::uint32_t> all_trees(const Forest& forest) {
  std::vector<std::uint32_t> trees(forest.trees.size());
  std::iota(trees.begin(), trees.end(), 0U);
  return trees;
}

}  // namespace

ForestRow::ForestRow(const Model& model)
    : forest_(std::get<Forest>(model.body)), columns_(model.features, forest_, all_trees(forest_)) {
  for (std::uint32_t t = 0; t < forest_.trees.size(); ++t) {
    const Kind kind = kind_of(forest_.trees[t]);
    const std::size_t number = add(kind, t);
    if (stretches_.empty() || stretches_.back().kind != kind || stretches_.back().trees == kStretchTrees)
      stretches_.push_back({kind, t, 0, number, true});
    Stretch& stretch = stretches_.back();
    ++stretch.trees;
    stretch.one_sum &=
        forest_.width(forest_.trees[t]) == 1 && forest_.trees[t].output == forest_.trees[stretch.first].output;
  }
  walk_.emplace(model.features, forest_, walked_, columns_);
}

ForestRow::Kind ForestRow::kind_of(const TreeSpan& tree) const {
  const auto is_set = [&](const Split& split) { return columns_.column_of(split) >= columns_.first_set(); };
  if (!matching_pays() || columns_.count() > kMostMatchColumns || tree.splits >= LargeMatchTree::kTerminals ||
      std::ranges::any_of(std::span(forest_.splits).subspan(tree.first_split, tree.splits), is_set))
    return Kind::walked;
  return tree.splits < SmallMatchTree::kTerminals ? Kind::small : Kind::large;
}

// The tree's number among those of its kind.
std::size_t ForestRow::add(Kind kind, std::uint32_t tree) {
  if (kind == Kind::small) {
    small_.push_back(make_match_tree<std::uint32_t>(forest_, forest_.trees[tree], columns_));
    return small_.size() - 1;
  }
  if (kind == Kind::large) {
    large_.push_back(make_match_tree<std::uint64_t>(forest_, forest_.trees[tree], columns_));
    return large_.size() - 1;
  }
  walked_.push_back(tree);
  return walked_.size() - 1;
}

void ForestRow::find_terminals(const Stretch& stretch, const float* columns, std::uint32_t* terminals) const {
  if (stretch.kind == Kind::small)
    match(std::span(small_).subspan(stretch.number, stretch.trees), columns, columns_.count(), terminals);
  else if (stretch.kind == Kind::large)
    match(std::span(large_).subspan(stretch.number, stretch.trees), columns, columns_.count(), terminals);
  else
    walk_->run_row(stretch.number, stretch.number + stretch.trees, columns, terminals);
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
  std::uint32_t terminals[kStretchTrees];
  for (const Stretch& stretch : stretches_) {
    find_terminals(stretch, columns, terminals);
    add_values(stretch, terminals, out);
  }
}

}  // namespace espalier

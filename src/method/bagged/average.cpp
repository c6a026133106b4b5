#include "method/bagged/average.h"

#include <cmath>

#include "base/assert.h"

namespace espalier {
namespace {

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void append_statistics(Forest& to, const Forest& from) {
  if (!from.statistics) return;
  if (!to.statistics) to.statistics.emplace();
  append(to.statistics->split_rows, from.statistics->split_rows);
  append(to.statistics->split_gain, from.statistics->split_gain);
  append(to.statistics->terminal_rows, from.statistics->terminal_rows);
}

float divided(float value, double count, Link link) {
  const double exact = static_cast<double>(value) / count;
  const auto nearest = static_cast<float>(exact);
  const bool beyond = link == Link::probability && static_cast<double>(nearest) > exact;
  return beyond ? std::nextafter(nearest, 0.0F) : nearest;
}

void append_tree(Forest& to, const BaggedTree& tree, std::span<const Feature> features, double count, Link link) {
  const Forest& from = tree.shape;
  ESPALIER_ASSERT(from.trees.size() <= 1);
  for (TreeSpan span : from.trees) {
    span.first_split = static_cast<std::uint32_t>(to.splits.size());
    span.first_terminal = static_cast<std::uint32_t>(to.absent.size());
    span.first_value = to.values.size();
    to.trees.push_back(span);
  }
  const auto first_word = static_cast<std::uint32_t>(to.category_words.size());
  for (Split split : from.splits) {
    if (features[split.feature].type == ColumnType::categorical) split.categories += first_word;
    to.splits.push_back(split);
  }
  const std::size_t width = to.intercept.size(), first_value = to.values.size();
  to.values.resize(first_value + tree.leaves.leaves() * width);
  for (std::size_t leaf = 0; leaf < tree.leaves.leaves(); ++leaf)
    for (const auto& [output, value] : tree.leaves.of(leaf))
      to.values[first_value + leaf * width + output] = divided(value, count, link);
  append(to.absent, from.absent);
  append(to.category_words, from.category_words);
  append_statistics(to, from);
}

}  // namespace

Forest average(std::span<const BaggedTree> trees, std::span<const Feature> features, Link link) {
  ESPALIER_ASSERT(!trees.empty());
  const auto count = static_cast<double>(trees.size());
  Forest forest;
  forest.intercept = trees[0].shape.intercept;
  for (std::size_t k = 0; k < forest.intercept.size(); ++k) {
    double beyond = 0;  // differences from the first, so that equal intercepts stay what they are
    for (const BaggedTree& tree : trees) beyond += tree.shape.intercept[k] - trees[0].shape.intercept[k];
    forest.intercept[k] += beyond / count;
  }
  std::size_t leaves = 0;
  for (const BaggedTree& tree : trees) leaves += tree.leaves.leaves();
  forest.values.reserve(leaves * forest.intercept.size());  // by far the largest part, and no more than that
  for (const BaggedTree& tree : trees) append_tree(forest, tree, features, count, link);
  return forest;
}

}  // namespace espalier

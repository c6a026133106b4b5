// O(depth) per row and tree. The nodes of a tree are made in one pass over its splits: those of split i's children are
// at 2i + 1 and 2i + 2, so that preorder keeps a left descent within a cache line or two.
#include "predict/walk/walk.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace espalier {

Walk::Walk(const std::vector<Feature>& features, const Forest& forest, std::span<const std::uint32_t> trees,
           WalkColumns columns)
    : features_(features),
      forest_(forest),
      columns_(std::move(columns)),
      column_bits_(std::max(kByte, static_cast<std::uint32_t>(std::bit_width(columns_.count() - 1)))) {
  std::size_t nodes = 0;
  for (const std::uint32_t t : trees) nodes += 2 * std::size_t{forest.trees[t].splits} + 1;
  nodes_.reserve(nodes);
  for (const std::uint32_t t : trees) add(t);
}

void Walk::add(std::uint32_t t) {
  const TreeSpan& tree = forest_.trees[t];
  Root& root = roots_.emplace_back(Root{nodes_.size(), t, true, false});
  if (2 * std::uint64_t{tree.splits} + 2 > std::uint64_t{1} << (32 - column_bits_)) {
    root.packed = false;
    return;
  }
  nodes_.push_back(node_of(tree, 0, 0, root));
  for (std::uint32_t i = 0; i < tree.splits; ++i) {
    const Split& split = forest_.splits[tree.first_split + i];
    nodes_.push_back(node_of(tree, split.left, 2 * i + 1, root));
    nodes_.push_back(node_of(tree, split.right, 2 * i + 2, root));
  }
}

Walk::Node Walk::node_of(const TreeSpan& tree, std::int32_t child, std::uint32_t self, Root& root) {
  if (child < 0) return {static_cast<std::uint32_t>(~child), self << column_bits_};
  const auto i = static_cast<std::uint32_t>(child);
  const Split& split = forest_.splits[tree.first_split + i];
  const std::uint32_t column = columns_.column_of(split);
  const bool is_set = column >= columns_.first_set();
  root.sets |= is_set;
  return {is_set ? add_set(split) : std::bit_cast<std::uint32_t>(split.threshold),
          (2 * i + 1) << column_bits_ | column};
}

std::uint32_t Walk::add_set(const Split& split) {
  const auto begin = static_cast<std::uint32_t>(words_.size());
  const std::size_t labels = features_[split.feature].labels.size();
  const std::uint64_t* words = forest_.category_words.data() + split.categories;
  words_.insert(words_.end(), words, words + (labels + 63) / 64);
  if (labels % 64 == 0) words_.push_back(0);
  if (split.missing_left) words_.back() |= std::uint64_t{1} << (labels % 64);
  return begin;
}

// `values` points to column 0 of the row; `stride` is the distance of its columns.
template <Walk::Links links, bool sets>
std::uint32_t Walk::next(const Node* nodes, std::uint32_t at, const float* values, std::size_t stride) const noexcept {
  const Node node = nodes[at];
  const std::uint32_t bits = links == Links::bytes ? kByte : column_bits_;
  const std::uint32_t column = node.link & ((std::uint32_t{1} << bits) - 1);
  const std::uint32_t child = node.link >> bits;
  const float value = values[column * stride];
  if constexpr (sets) {
    if (column >= columns_.first_set()) {
      const auto code = std::bit_cast<std::uint32_t>(value);
      return child + static_cast<std::uint32_t>(~(words_[node.what + code / 64] >> (code % 64)) & 1U);
    }
  }
  return child + static_cast<std::uint32_t>(value > std::bit_cast<float>(node.what));
}

template <Walk::Links links, bool sets>
void Walk::run_tile(const Node* nodes, const float* tile, std::uint32_t* terminals) const noexcept {
  std::uint32_t at[WalkColumns::kTileRows] = {};
  const auto step = [&] {
    std::uint32_t moved = 0;
#pragma GCC unroll 16
    for (std::size_t j = 0; j < WalkColumns::kTileRows; ++j) {
      const std::uint32_t to = next<links, sets>(nodes, at[j], tile + j, WalkColumns::kTileRows);
      moved |= to ^ at[j];
      at[j] = to;
    }
    return moved != 0;
  };
  bool moved = true;
  while (moved) {  // a superfluous step is cheaper than a check after each
    for (int i = 0; i < 3; ++i) step();
    moved = step();
  }
  for (std::size_t j = 0; j < WalkColumns::kTileRows; ++j) terminals[j] = nodes[at[j]].what;
}

// For trees without nodes of their own.
std::uint32_t Walk::plain_terminal(const TreeSpan& tree, const float* values, std::size_t stride) const noexcept {
  std::int32_t at = 0;
  while (at >= 0) {
    const Split& split = forest_.splits[tree.first_split + static_cast<std::uint32_t>(at)];
    const std::uint32_t column = columns_.column_of(split);
    const float value = values[column * stride];
    bool right = value > split.threshold;
    if (column >= columns_.first_set()) {
      const auto code = std::bit_cast<std::uint32_t>(value);
      const bool known = code < features_[split.feature].labels.size();
      const std::uint64_t word = known ? forest_.category_words[split.categories + code / 64] : 0;
      right = known ? ((word >> (code % 64)) & 1U) == 0 : !split.missing_left;
    }
    at = right ? split.right : split.left;
  }
  return static_cast<std::uint32_t>(~at);
}

void Walk::run(std::size_t i, const float* tiles, std::size_t rows, std::uint32_t* terminals) const noexcept {
  const Root& root = roots_[i];
  const Node* nodes = nodes_.data() + root.node;
  for (std::size_t row = 0; row < rows; row += WalkColumns::kTileRows) {
    const float* tile = tiles + row * columns_.count();
    if (!root.packed)
      for (std::size_t j = 0; j < WalkColumns::kTileRows; ++j)
        terminals[row + j] = terminal(root, tile + j, WalkColumns::kTileRows);
    else if (root.sets)
      run_tile<Links::bits, true>(nodes, tile, terminals + row);
    else if (column_bits_ == kByte)
      run_tile<Links::bytes, false>(nodes, tile, terminals + row);
    else
      run_tile<Links::bits, false>(nodes, tile, terminals + row);
  }
}

// Several trees of one row side by side, for the same reason as several rows of one tree.
template <Walk::Links links>
void Walk::run_trees(const Root* roots, const float* row, std::uint32_t* terminals) const noexcept {
  const Node* nodes[kRowTrees];
  std::uint32_t at[kRowTrees] = {};
  for (std::size_t j = 0; j < kRowTrees; ++j) nodes[j] = nodes_.data() + roots[j].node;
  std::uint32_t moved = 1;
  while (moved != 0) {
    moved = 0;
#pragma GCC unroll 8
    for (std::size_t j = 0; j < kRowTrees; ++j) {
      const std::uint32_t to = next<links, false>(nodes[j], at[j], row, 1);
      moved |= to ^ at[j];
      at[j] = to;
    }
  }
  for (std::size_t j = 0; j < kRowTrees; ++j) terminals[j] = nodes[j][at[j]].what;
}

std::uint32_t Walk::terminal(const Root& root, const float* values, std::size_t stride) const noexcept {
  if (!root.packed) return plain_terminal(forest_.trees[root.tree], values, stride);
  const Node* nodes = nodes_.data() + root.node;
  std::uint32_t at = 0;
  for (std::uint32_t to = next<Links::bits, true>(nodes, at, values, stride); to != at;
       to = next<Links::bits, true>(nodes, at, values, stride))
    at = to;
  return nodes[at].what;
}

void Walk::run_row(std::size_t first, std::size_t last, const float* row, std::uint32_t* terminals) const noexcept {
  const auto is_special = [](const Root& root) { return root.sets || !root.packed; };
  while (first < last) {
    const Root* roots = roots_.data() + first;
    std::size_t trees = 1;
    if (last - first >= kRowTrees && std::none_of(roots, roots + kRowTrees, is_special)) {
      trees = kRowTrees;
      if (column_bits_ == kByte)
        run_trees<Links::bytes>(roots, row, terminals);
      else
        run_trees<Links::bits>(roots, row, terminals);
    } else {
      *terminals = terminal(*roots, row, 1);
    }
    first += trees;
    terminals += trees;
  }
}

}  // namespace espalier

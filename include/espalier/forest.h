// The compact forest that is saved and deployed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace espalier {

inline constexpr std::int32_t kNone = -1;

struct Split {
  std::uint32_t feature = 0;
  float threshold = 0;           // numeric
  std::uint32_t categories = 0;  // categorical: where the left set begins in Forest::category_words
  std::int32_t left = 0;         // >= 0: a split, < 0: terminal ~left; both counted from 0 within the tree
  std::int32_t right = 0;
  bool missing_left = false;
  bool operator==(const Split&) const = default;
};

// A tree's part of the forest's arrays. Splits are in preorder; terminals from left to right.
struct TreeSpan {
  std::uint32_t first_split = 0;
  std::uint32_t splits = 0;
  std::uint32_t first_terminal = 0;  // a tree has splits + 1 terminals
  std::uint64_t first_value = 0;
  std::int32_t output = kNone;  // kNone: a value for every output at each terminal, otherwise one
  bool operator==(const TreeSpan&) const = default;
};

// Node properties that prediction does not need.
struct NodeStatistics {
  std::vector<float> split_rows;     // one per split: total training weight
  std::vector<float> split_gain;     // one per split
  std::vector<float> terminal_rows;  // one per terminal
  // The mean target of the rows of each terminal: the mean; the share of class 1; for more than two classes the share
  // of each, so terminals × classes; for several targets the mean of each, so terminals × targets. It is 0 for a
  // terminal without rows. Empty if it is not known.
  std::vector<float> outcomes;
  bool operator==(const NodeStatistics&) const = default;
};

// The history of a forest, for methods that add one node after another. For every node but the roots, tree by tree in
// preorder: the step at which it was added, and the score that its rows got then, before any refit.
struct Stages {
  std::vector<std::uint32_t> taken;  // 1, 2, …; a node comes after its parent
  std::vector<float> values;         // nodes × the tree's width: the sum of the weights on the path
  bool operator==(const Stages&) const = default;
};

// The compact model. A terminal is a leaf or an absent child; its value is the sum of the weights on its path.
// Every tree has at least one split: constants are part of the intercept.
struct Forest {
  std::vector<double> intercept;  // one entry per output
  std::vector<TreeSpan> trees;
  std::vector<Split> splits;
  std::vector<float> values;
  std::vector<std::uint8_t> absent;  // one per terminal: 1 if it is an absent child
  std::vector<std::uint64_t> category_words;
  std::optional<NodeStatistics> statistics;
  std::optional<Stages> stages;

  int outputs() const noexcept { return static_cast<int>(intercept.size()); }
  std::size_t width(const TreeSpan& tree) const noexcept { return tree.output == kNone ? intercept.size() : 1; }
  bool operator==(const Forest&) const = default;
};

}  // namespace espalier

#include "grow/combined/combined_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/assert.h"
#include "grow/criterion/attach_split.h"
#include "grow/random/cut_kernels.h"

namespace espalier {
namespace {

// Moves the left ones to the front; returns where the right ones begin.
std::uint32_t part_rows(std::vector<std::uint32_t>& rows, const RowBounds& range, const std::uint8_t* sides) {
  std::vector<std::uint32_t> scratch(range.size() + kPadding);
  partition(rows.data() + range.begin, range.size(), sides, scratch.data());
  return range.begin + static_cast<std::uint32_t>(std::count(sides, sides + range.size(), 1));
}

}  // namespace

CombinedTree::CombinedTree(const CombinedRows& data, std::vector<std::uint32_t> own, std::vector<std::uint32_t> others,
                           const WatchedRows& watched)
    : width_(data.width),
      own_(std::move(own)),
      others_(std::move(others)),
      watched_(watched.rows.begin(), watched.rows.end()) {
  const auto all = [](const std::vector<std::uint32_t>& rows) {
    return RowBounds{0, static_cast<std::uint32_t>(rows.size())};
  };
  CombinedLeaf root;
  root.own = all(own_);
  root.others = all(others_);
  root.watched = all(watched_);
  tree_.nodes.emplace_back();
  tree_.weights.resize(width_);
  sum_up(data, root);
  leaves_.push_back(root);
}

void CombinedTree::sum_up(const CombinedRows& data, CombinedLeaf& leaf) {
  double* mean = tree_.weights.data() + leaf.node * width_;
  const auto target = [&](std::uint32_t row) { return data.targets.data() + std::size_t{row} * width_; };
  double weight = 0;
  std::fill_n(mean, width_, 0.0);
  for (const std::uint32_t row : own(leaf)) {
    const double w = data.weight(row);
    weight += w;
    for (std::size_t k = 0; k < width_; ++k) mean[k] += w * target(row)[k];
  }
  for (std::size_t k = 0; k < width_; ++k) mean[k] /= weight;
  leaf.error = 0;
  for (const std::uint32_t row : own(leaf)) {
    for (std::size_t k = 0; k < width_; ++k) {
      const double residual = target(row)[k] - mean[k];
      leaf.error += data.weight(row) * residual * residual;
    }
  }
  tree_.nodes[leaf.node].rows = weight;
}

void CombinedTree::split(const CombinedRows& data, const SplitProposal& proposal, const WatchedRows& watched) {
  ESPALIER_ASSERT(proposal.is_split());
  CombinedLeaf left = leaves_[proposal.leaf], right = left;
  attach_split(proposal.split, tree_, left.node);
  left.own.end = right.own.begin = part_rows(own_, left.own, proposal.sides.data());
  left.others.end = right.others.begin =
      part_rows(others_, left.others, proposal.sides.data() + right.own.size() + left.own.size());
  if (left.watched.size() > 0) {
    std::vector<std::uint8_t> sides(left.watched.size() + kPadding);
    mark_sides(proposal.split, *watched.table, this->watched(left), sides.data());
    left.watched.end = right.watched.begin = part_rows(watched_, left.watched, sides.data());
  }
  const auto first = static_cast<std::uint32_t>(tree_.nodes.size());
  TreeNode& node = tree_.nodes[left.node];
  node.left = static_cast<std::int32_t>(first);
  node.right = static_cast<std::int32_t>(first + 1);
  tree_.nodes.resize(first + 2);
  tree_.weights.resize(tree_.nodes.size() * width_);
  left.node = first;
  right.node = first + 1;
  for (CombinedLeaf* child : {&left, &right}) {
    ++child->depth;
    sum_up(data, *child);
  }
  leaves_[proposal.leaf] = left;
  leaves_.push_back(right);
}

void mark_sides(const Tree& split, const ValueTable& table, std::span<const std::uint32_t> rows, std::uint8_t* sides) {
  const TreeNode& node = split.nodes[0];
  const auto column = static_cast<std::uint32_t>(node.feature);
  thread_local std::vector<std::vector<float>> values(1);
  values[0].resize(std::max(values[0].size(), rows.size() + kPadding));
  table.gather({&column, 1}, rows, values);
  const bool numeric = table.numeric(column);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float value = values[0][i];
    if (std::isnan(value)) {
      sides[i] = node.missing_left;
    } else if (numeric) {
      sides[i] = value <= node.threshold;
    } else {
      const auto code = static_cast<std::size_t>(value);
      sides[i] = (split.category_words[node.categories + code / 64] >> (code % 64)) & 1U;
    }
  }
}

}  // namespace espalier

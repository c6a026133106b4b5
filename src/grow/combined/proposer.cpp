#include "grow/combined/proposer.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "base/rounding.h"
#include "grow/random/apply_cut.h"
#include "grow/random/random_cut.h"

namespace espalier {
namespace {

struct FoundCut {
  std::uint32_t leaf = 0;
  double gain = 0;
  NodeCut cut;
};

// The sums on either side of a cut.
struct SideSums {
  std::vector<double> left, right;  // of the targets, with their weights
  double left_weight = 0, right_weight = 0;
};

template <class Targets>
class RandomProposer final : public Proposer {
 public:
  RandomProposer(const CombinedRows& data, const ProposerOptions& options)
      : data_(data),
        options_(options),
        targets_(data.split_targets, LeastLeaf{}),
        cuts_(data.table, targets_, 1),
        applier_(data.table),
        columns_(data.table.columns()),
        values_(std::min(data.table.columns(), ValueTable::kMostAtOnce)) {}

  std::vector<SplitProposal> propose(CombinedTree& tree, Random random) override {
    Draws draws(random);
    shuffle_columns(draws);
    found_.clear();
    std::size_t looked_at = 0;
    for (const std::uint32_t leaf : promising(tree)) {
      if (looked_at == options_.leaves) break;
      if (find(tree, leaf, draws))
        ++looked_at;
      else
        tree.set_spent(leaf);
    }
    rank();
    std::vector<SplitProposal> proposals;
    while (!ranking_.empty() && proposals.size() < options_.keep) {
      const FoundCut& best = next();
      if (!repeats(best)) proposals.push_back(proposal_of(tree, best));
    }
    if (proposals.empty()) proposals.emplace_back();
    return proposals;
  }

 private:
  // If columns separate a leaf in the same way, as columns with few values often do, the first is taken: a different
  // one in every tree.
  void shuffle_columns(Draws& draws) {
    std::iota(columns_.begin(), columns_.end(), 0U);
    for (std::size_t left = columns_.size(); left > 1; --left)
      std::swap(columns_[left - 1], columns_[draws.below(left)]);
  }

  // The leaves that can be split, the most promising first.
  std::span<const std::uint32_t> promising(const CombinedTree& tree) {
    const std::span<const CombinedLeaf> leaves = tree.leaves();
    order_.clear();
    for (std::uint32_t i = 0; i < leaves.size(); ++i)
      if (leaves[i].own.size() >= 2 && leaves[i].depth <= options_.depth && !leaves[i].spent) order_.push_back(i);
    std::ranges::stable_sort(order_, std::ranges::greater(), [&](std::uint32_t i) {
      switch (options_.heuristic) {
        case LeafHeuristic::depth:
          return 1.0 / leaves[i].depth;
        case LeafHeuristic::error:
          return leaves[i].error;
        default:
          return tree.tree().nodes[leaves[i].node].rows;
      }
    });
    return order_;
  }

  // ⌊log2 n + 1⌋, where a row of weight two counts as two rows; however small the weights are, there are a few.
  static std::size_t count_cuts(double weight) {
    constexpr double kMost = 1e15;
    return static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(std::clamp(weight, 2.0, kMost))));
  }

  // Draws cuts of all columns; returns whether there are any, and something to separate.
  bool find(const CombinedTree& tree, std::uint32_t leaf, Draws& draws) {
    const std::span<const std::uint32_t> rows = tree.own(tree.leaves()[leaf]);
    reserve(rows.size());
    targets_.start(rows);
    targets_.enter(0, rows.size());
    if (targets_.pure()) return false;
    cuts_.enter(rows);
    cuts_a_column_ = count_cuts(targets_.weight());
    const std::size_t before = found_.size();
    for (std::size_t first = 0; first < columns_.size(); first += values_.size()) {
      const std::size_t count = std::min(values_.size(), columns_.size() - first);
      const std::span<const std::uint32_t> columns = std::span(columns_).subspan(first, count);
      data_.table.gather(columns, rows, values_);
      for (std::size_t c = 0; c < count; ++c) draw_cuts(leaf, columns[c], values_[c], rows, draws);
    }
    return found_.size() > before;
  }

  void draw_cuts(std::uint32_t leaf, std::uint32_t column, std::vector<float>& values,
                 std::span<const std::uint32_t> rows, Draws& draws) {
    const Candidate candidate = {column, values.data(), range_of(values.data(), rows.size()), rows};
    if (candidate.range.constant()) return;
    cuts_.draw_many(candidate, cuts_a_column_, draws, drawn_);
    for (NodeCut& cut : drawn_) {
      // Two cuts may part the rows alike with the sides swapped; their sums then differ by rounding alone.
      if (cut.found()) found_.push_back({leaf, without_last_digits(cut.gain), std::move(cut)});
    }
  }

  // A heap, since few of many are wanted: the best first, and among ties the one that was drawn first.
  void rank() {
    ranking_.clear();
    for (std::uint32_t i = 0; i < found_.size(); ++i) ranking_.emplace_back(-found_[i].gain, i);
    std::ranges::make_heap(ranking_, std::ranges::greater());
    alike_.clear();
  }
  const FoundCut& next() {
    std::ranges::pop_heap(ranking_, std::ranges::greater());
    const std::uint32_t at = ranking_.back().second;
    ranking_.pop_back();
    return found_[at];
  }

  // Cuts of a column that separate the rows in the same way have exactly the same gain, and follow each other except by
  // chance.
  bool repeats(const FoundCut& found) {
    if (!alike_.empty() && alike_[0]->gain != found.gain) alike_.clear();
    const bool known = std::ranges::any_of(alike_, [&](const FoundCut* before) {
      return before->leaf == found.leaf && before->cut.column == found.cut.column;
    });
    alike_.push_back(&found);
    return known;
  }

  SplitProposal proposal_of(const CombinedTree& tree, const FoundCut& found) {
    const CombinedLeaf& leaf = tree.leaves()[found.leaf];
    const std::span<const std::uint32_t> own = tree.own(leaf), others = tree.others(leaf);
    SplitProposal proposal;
    proposal.leaf = found.leaf;
    proposal.gain = found.cut.gain;
    proposal.sides.resize(own.size() + others.size() + kPadding);
    proposal.split.nodes.resize(1);
    data_.table.gather({&found.cut.column, 1}, own, values_);
    const CutRows rows = {found.cut, values_[0].data(), own.size()};
    applier_.mark(rows, proposal.sides.data());
    SideSums sums = add_up(own, proposal.sides.data());
    applier_.write(rows, sums.left_weight >= sums.right_weight, proposal.split, 0);
    proposal.split.nodes[0].gain = std::max(0.0, found.cut.gain);
    set_change(sums, tree.mean(leaf), proposal);
    if (!others.empty()) mark_sides(proposal.split, data_.table, others, proposal.sides.data() + own.size());
    add_weights(others, proposal.sides.data() + own.size(), sums);
    proposal.left_weight = sums.left_weight;
    proposal.right_weight = sums.right_weight;
    return proposal;
  }

  SideSums add_up(std::span<const std::uint32_t> rows, const std::uint8_t* sides) const {
    SideSums sums{std::vector<double>(data_.width), std::vector<double>(data_.width)};
    if (data_.width > 1) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        (sides[i] != 0 ? sums.left : sums.right)[static_cast<std::size_t>(data_.classes[rows[i]])] +=
            data_.weight(rows[i]);
      }
      add_weights(rows, sides, sums);
      return sums;
    }
    double left = 0, right = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {  // without branches, which could not be predicted
      const double is_left = sides[i], of_row = data_.weight(rows[i]) * data_.targets[rows[i]];
      left += is_left * of_row;
      right += (1 - is_left) * of_row;
    }
    add_weights(rows, sides, sums);
    sums.left[0] = left;
    sums.right[0] = right;
    return sums;
  }

  void add_weights(std::span<const std::uint32_t> rows, const std::uint8_t* sides, SideSums& sums) const {
    double left = sums.left_weight, right = sums.right_weight;
    if (data_.split_targets.weights.empty()) {
      const auto count = static_cast<std::size_t>(std::count(sides, sides + rows.size(), std::uint8_t{1}));
      left += static_cast<double>(count);
      right += static_cast<double>(rows.size() - count);
    } else {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double is_left = sides[i], weight = data_.weight(rows[i]);
        left += is_left * weight;
        right += (1 - is_left) * weight;
      }
    }
    sums.left_weight = left;
    sums.right_weight = right;
  }

  static void set_change(const SideSums& sums, std::span<const double> mean, SplitProposal& proposal) {
    for (std::size_t k = 0; k < mean.size(); ++k) proposal.change.push_back(sums.left[k] / sums.left_weight - mean[k]);
    for (std::size_t k = 0; k < mean.size(); ++k)
      proposal.change.push_back(sums.right[k] / sums.right_weight - mean[k]);
  }

  void reserve(std::size_t rows) {
    for (std::vector<float>& values : values_) values.resize(std::max(values.size(), rows + kPadding));
  }

  const CombinedRows data_;
  const ProposerOptions options_;
  Targets targets_;
  RandomCuts<Targets> cuts_;
  CutApplier applier_;
  std::vector<std::uint32_t> columns_, order_;
  std::vector<std::vector<float>> values_;
  std::vector<NodeCut> drawn_;
  std::vector<FoundCut> found_;
  std::vector<std::pair<double, std::uint32_t>> ranking_;  // -gain, and which of those found
  std::vector<const FoundCut*> alike_;                     // that were taken last, all of one gain
  std::size_t cuts_a_column_ = 0;                          // of the current leaf
};

}  // namespace

std::unique_ptr<Proposer> make_proposer(const CombinedRows& data, const ProposerOptions& options) {
  const bool weighted = !data.split_targets.weights.empty();
  if (data.split_targets.values.empty()) {
    if (weighted) return std::make_unique<RandomProposer<ClassTargets<true>>>(data, options);
    return std::make_unique<RandomProposer<ClassTargets<false>>>(data, options);
  }
  if (weighted) return std::make_unique<RandomProposer<MomentTargets<true>>>(data, options);
  return std::make_unique<RandomProposer<MomentTargets<false>>>(data, options);
}

}  // namespace espalier

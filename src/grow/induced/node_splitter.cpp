#include "grow/induced/node_splitter.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/assert.h"
#include "grow/induced/vector_targets.h"
#include "grow/random/apply_cut.h"
#include "grow/random/random_cut.h"

namespace espalier {
namespace {

constexpr double kRounding = 1e-6;  // of a gain

// The targets of a node, of every kind: enter(rows) prepares them for RandomCuts.
template <class Targets>
class OwnTargets {
 public:
  static constexpr bool kSideBySide = false;  // whether several cuts may be judged at once
  explicit OwnTargets(const SplitterInputs& inputs) : targets(inputs.targets, LeastLeaf{}) {}
  bool enter(std::span<const std::uint32_t> rows, Threads&) {
    targets.start(rows);
    targets.enter(0, rows.size());
    return !targets.pure();
  }
  Targets targets;
};

// Several numbers per row: the slopes of the loss in its scores. Nodes whose rows all have one target stay whole.
class Slopes {
 public:
  static constexpr bool kSideBySide = true;
  explicit Slopes(const SplitterInputs& inputs) : targets_(inputs.targets), width_(inputs.width), loss_(*inputs.loss) {}
  bool enter(std::span<const std::uint32_t> rows, Threads& threads) {
    if (all_the_same(rows)) return false;
    slopes_.resize(rows.size() * loss_.width());
    loss_.slopes(rows, slopes_, threads);
    weights_.clear();
    for (std::size_t i = 0; !targets_.weights.empty() && i < rows.size(); ++i)
      weights_.push_back(targets_.weights[rows[i]]);
    targets.enter(slopes_, weights_, loss_.width(), threads);
    return true;
  }
  VectorTargets targets;

 private:
  bool all_the_same(std::span<const std::uint32_t> rows) const {
    const auto values_of = [&](std::uint32_t row) { return targets_.values.subspan(row * width_, width_); };
    return std::ranges::all_of(rows, [&](std::uint32_t row) {
      return targets_.values.empty() ? targets_.classes[row] == targets_.classes[rows[0]]
                                     : std::ranges::equal(values_of(row), values_of(rows[0]));
    });
  }

  const SplitTargets& targets_;
  const std::size_t width_;
  const NodeLoss& loss_;
  std::vector<float> slopes_;
  std::vector<double> weights_;
};

template <class NodeTargets>
class RandomSplitter final : public NodeSplitter {
 public:
  RandomSplitter(const SplitterInputs& inputs, double scale)
      : inputs_(inputs),
        targets_(inputs),
        applier_(inputs.table),
        columns_(inputs.table.columns()),
        values_(std::min({inputs.features, inputs.table.columns(), ValueTable::kMostAtOnce})),
        cuts_(values_.size(), {inputs.table, targets_.targets, scale}),
        candidates_(values_.size()),
        drawn_(values_.size()) {
    std::iota(columns_.begin(), columns_.end(), 0U);
  }

  std::size_t split(std::span<std::uint32_t> rows, Draws& draws, Tree& tree, std::size_t id,
                    Threads& threads) override {
    if (rows.size() < 2 || !targets_.enter(rows, threads)) return 0;
    reserve(rows.size());
    const NodeCut cut = choose_cut(rows, draws, threads);
    if (!cut.found()) return 0;
    const std::size_t left = mark(cut, rows.size(), threads);
    ESPALIER_ASSERT(left > 0 && left < rows.size());
    applier_.write({cut, best_values_.data(), rows.size()}, larger_left(rows, left), tree, id);
    tree.nodes[id].gain = std::max(0.0, cut.gain);
    move_left_to_front(rows, left, threads);
    return left;
  }

 private:
  // ---- the rows of the sides ----------------------------------------------------------------------------------------

  // The number of rows that go left, also by block.
  std::size_t mark(const NodeCut& cut, std::size_t rows, Threads& threads) {
    left_of_block_.assign((rows + kNodeBlock - 1) / kNodeBlock, 0);
    applier_.prepare(cut);
    threads.blocks(rows, kNodeBlock, [&](std::size_t begin, std::size_t end) {
      left_of_block_[begin / kNodeBlock] =
          applier_.mark_prepared({cut, best_values_.data() + begin, end - begin}, sides_.data() + begin);
    });
    return std::accumulate(left_of_block_.begin(), left_of_block_.end(), std::size_t{0});
  }

  bool larger_left(std::span<const std::uint32_t> rows, std::size_t left) const {
    const std::span<const double> weights = inputs_.targets.weights;
    if (weights.empty()) return 2 * left >= rows.size();
    double left_less_right = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      left_less_right += sides_[i] != 0 ? weights[rows[i]] : -weights[rows[i]];
    return left_less_right >= 0;
  }

  // Each block within itself, then all of them together.
  void move_left_to_front(std::span<std::uint32_t> rows, std::size_t left, Threads& threads) {
    if (rows.size() <= kNodeBlock) return partition(rows.data(), rows.size(), sides_.data(), row_scratch_.data());
    std::vector<std::size_t> left_before(left_of_block_.size());
    std::exclusive_scan(left_of_block_.begin(), left_of_block_.end(), left_before.begin(), std::size_t{0});
    moved_.resize(std::max(moved_.size(), rows.size()));
    threads.blocks(rows.size(), kNodeBlock, [&](std::size_t begin, std::size_t end) {
      const std::size_t block = begin / kNodeBlock, of_block = left_of_block_[block];
      std::uint32_t* items = rows.data() + begin;
      partition(items, end - begin, sides_.data() + begin, row_scratch_.data() + block * (kNodeBlock + kPadding));
      std::copy_n(items, of_block, moved_.data() + left_before[block]);
      std::copy(items + of_block, rows.data() + end, moved_.data() + left + begin - left_before[block]);
    });
    threads.blocks(rows.size(), kNodeBlock, [&](std::size_t begin, std::size_t end) {
      std::copy(moved_.data() + begin, moved_.data() + end, rows.data() + begin);
    });
  }

  void reserve(std::size_t rows) {
    if (best_values_.size() >= rows + kPadding) return;
    for (std::vector<float>& values : values_) values.resize(rows + kPadding);
    best_values_.resize(rows + kPadding);
    sides_.resize(rows + kPadding);
    row_scratch_.resize((rows / kNodeBlock + 1) * (kNodeBlock + kPadding));
  }

  // ---- the cut ------------------------------------------------------------------------------------------------------

  NodeCut choose_cut(std::span<const std::uint32_t> rows, Draws& draws, Threads& threads) {
    for (auto& cuts : cuts_) cuts.enter(rows);
    NodeCut best;
    std::size_t undrawn = columns_.size(), drawn = 0, varying = 0;
    while (undrawn > 0 && (drawn < inputs_.features || varying == 0)) {
      const std::size_t wanted = drawn < inputs_.features ? inputs_.features - drawn : 1;
      const std::size_t last = undrawn;
      for (std::size_t i = std::min({wanted, undrawn, values_.size()}); i > 0; --i) {
        swapped_.push_back(static_cast<std::uint32_t>(draws.below(undrawn)));
        std::swap(columns_[swapped_.back()], columns_[--undrawn]);
      }
      const std::span<const std::uint32_t> columns = std::span(columns_).subspan(undrawn, last - undrawn);
      threads.blocks(rows.size(), kNodeBlock, [&](std::size_t begin, std::size_t end) {
        inputs_.table.gather(columns, rows, {begin, end}, values_);
      });
      varying += try_columns(columns, rows, draws, best, threads);
      drawn += columns.size();
    }
    // Restores the order: the draws of a node must not depend on the nodes before it.
    for (; !swapped_.empty(); swapped_.pop_back()) std::swap(columns_[swapped_.back()], columns_[undrawn++]);
    return best;
  }

  // The number of columns that are not constant. Only the draws are one after the other.
  std::size_t try_columns(std::span<const std::uint32_t> columns, std::span<const std::uint32_t> rows, Draws& draws,
                          NodeCut& best, Threads& threads) {
    const auto side_by_side = [&](bool allowed, const auto& body) {
      threads.blocks(columns.size(), allowed && rows.size() > kNodeBlock ? 1 : columns.size(),
                     [&](std::size_t begin, std::size_t end) {
                       for (std::size_t c = begin; c < end; ++c) body(c);
                     });
    };
    side_by_side(true, [&](std::size_t c) {
      candidates_[c] = {columns[c], values_[c].data(), range_of(values_[c].data(), rows.size()), rows};
      if (!candidates_[c].range.constant()) cuts_[c].look(candidates_[c]);
    });
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (!candidates_[c].range.constant()) drawn_[c] = cuts_[c].draw_unjudged(candidates_[c], draws);
    side_by_side(NodeTargets::kSideBySide, [&](std::size_t c) {
      if (!candidates_[c].range.constant()) cuts_[c].judge(candidates_[c], drawn_[c]);
    });
    std::size_t varying = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (candidates_[c].range.constant()) continue;
      ++varying;
      // Among cuts that separate the rows in the same way, the first is taken, however their sums are rounded.
      if (best.found() && !(drawn_[c].gain > best.gain + kRounding * std::abs(best.gain))) continue;
      best = std::move(drawn_[c]);
      std::swap(values_[c], best_values_);
    }
    return varying;
  }

  const SplitterInputs inputs_;
  NodeTargets targets_;
  CutApplier applier_;
  std::vector<std::uint32_t> columns_, swapped_;
  std::vector<std::vector<float>> values_;  // of the candidates, in the node's rows
  std::vector<float> best_values_;          // of the best so far
  // One for each of the values.
  std::vector<RandomCuts<std::remove_reference_t<decltype(targets_.targets)>>> cuts_;
  std::vector<Candidate> candidates_;
  std::vector<NodeCut> drawn_;
  std::vector<std::uint8_t> sides_;
  std::vector<std::size_t> left_of_block_;
  std::vector<std::uint32_t> row_scratch_, moved_;
};

}  // namespace

std::unique_ptr<NodeSplitter> make_splitter(const SplitterInputs& inputs) {
  if (inputs.loss != nullptr) return std::make_unique<RandomSplitter<Slopes>>(inputs, 1);
  const bool weighted = !inputs.targets.weights.empty();
  if (inputs.targets.values.empty()) {
    if (weighted) return std::make_unique<RandomSplitter<OwnTargets<ClassTargets<true>>>>(inputs, 1);
    return std::make_unique<RandomSplitter<OwnTargets<ClassTargets<false>>>>(inputs, 1);
  }
  if (weighted) return std::make_unique<RandomSplitter<OwnTargets<MomentTargets<true>>>>(inputs, 1);
  return std::make_unique<RandomSplitter<OwnTargets<MomentTargets<false>>>>(inputs, 1);
}

}  // namespace espalier

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
  explicit OwnTargets(const SplitterInputs& inputs) : targets(inputs.targets, LeastLeaf{}) {}
  bool enter(std::span<const std::uint32_t> rows) {
    targets.start(rows);
    targets.enter(0, rows.size());
    return !targets.pure();
  }
  Targets targets;
};

// Several numbers per row: the slopes of the loss in its scores. Nodes whose rows all have one target stay whole.
class Slopes {
 public:
  explicit Slopes(const SplitterInputs& inputs) : targets_(inputs.targets), width_(inputs.width), loss_(*inputs.loss) {}
  bool enter(std::span<const std::uint32_t> rows) {
    if (all_the_same(rows)) return false;
    slopes_.resize(rows.size() * loss_.width());
    loss_.slopes(rows, slopes_);
    weights_.clear();
    for (std::size_t i = 0; !targets_.weights.empty() && i < rows.size(); ++i)
      weights_.push_back(targets_.weights[rows[i]]);
    targets.enter(slopes_, weights_, loss_.width());
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
        cuts_(inputs.table, targets_.targets, scale),
        applier_(inputs.table),
        columns_(inputs.table.columns()),
        values_(std::min({inputs.features, inputs.table.columns(), ValueTable::kMostAtOnce})) {
    std::iota(columns_.begin(), columns_.end(), 0U);
  }

  std::size_t split(std::span<std::uint32_t> rows, Draws& draws, Tree& tree, std::size_t id) override {
    if (rows.size() < 2 || !targets_.enter(rows)) return 0;
    reserve(rows.size());
    const NodeCut cut = choose_cut(rows, draws);
    if (!cut.found()) return 0;
    const CutRows marked = {cut, best_values_.data(), rows.size()};
    const std::size_t left = applier_.mark(marked, sides_.data());
    ESPALIER_ASSERT(left > 0 && left < rows.size());
    applier_.write(marked, larger_left(rows), tree, id);
    tree.nodes[id].gain = std::max(0.0, cut.gain);
    partition(rows.data(), rows.size(), sides_.data(), row_scratch_.data());
    return left;
  }

 private:
  bool larger_left(std::span<const std::uint32_t> rows) const {
    const std::span<const double> weights = inputs_.targets.weights;
    double left_less_right = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double weight = weights.empty() ? 1 : weights[rows[i]];
      left_less_right += sides_[i] != 0 ? weight : -weight;
    }
    return left_less_right >= 0;
  }

  void reserve(std::size_t rows) {
    if (best_values_.size() >= rows + kPadding) return;
    for (std::vector<float>& values : values_) values.resize(rows + kPadding);
    best_values_.resize(rows + kPadding);
    sides_.resize(rows + kPadding);
    row_scratch_.resize(rows + kPadding);
  }

  NodeCut choose_cut(std::span<const std::uint32_t> rows, Draws& draws) {
    cuts_.enter(rows);
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
      inputs_.table.gather(columns, rows, values_);
      for (std::size_t c = 0; c < columns.size(); ++c) varying += try_column(columns[c], values_[c], rows, draws, best);
      drawn += columns.size();
    }
    // Restores the order: the draws of a node must not depend on the nodes before it.
    for (; !swapped_.empty(); swapped_.pop_back()) std::swap(columns_[swapped_.back()], columns_[undrawn++]);
    return best;
  }

  // Whether it is not constant.
  bool try_column(std::uint32_t column, std::vector<float>& values, std::span<const std::uint32_t> rows, Draws& draws,
                  NodeCut& best) {
    const Candidate candidate = {column, values.data(), range_of(values.data(), rows.size()), rows};
    if (candidate.range.constant()) return false;
    NodeCut cut = cuts_.draw(candidate, draws);
    // Among cuts that separate the rows in the same way, the first is taken, however their sums are rounded.
    if (!best.found() || cut.gain > best.gain + kRounding * std::abs(best.gain)) {
      best = std::move(cut);
      std::swap(values, best_values_);
    }
    return true;
  }

  const SplitterInputs inputs_;
  NodeTargets targets_;
  RandomCuts<std::remove_reference_t<decltype(targets_.targets)>> cuts_;
  CutApplier applier_;
  std::vector<std::uint32_t> columns_, swapped_;
  std::vector<std::vector<float>> values_;  // of the candidates, in the node's rows
  std::vector<float> best_values_;          // of the best so far
  std::vector<std::uint8_t> sides_;
  std::vector<std::uint32_t> row_scratch_;
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

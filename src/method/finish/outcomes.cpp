// outcome(terminal) = Σ w_i · y_i / Σ w_i over the rows i that stop there; y is the target, or 1 if the row is of the
// class. Rows are routed in parallel, some at a time so that the terminals of all trees stay small, and added up tree
// by tree in the order of the rows: the sums do not depend on the threads. Costs one routing of the rows, and one
// addition per row and tree.
#include "method/finish/outcomes.h"

#include <algorithm>

#include "base/assert.h"
#include "base/progress.h"
#include "base/threads.h"
#include "espalier/forest.h"
#include "model/format.h"
#include "predict/batch/batch.h"
#include "predict/columns/bound_columns.h"

namespace espalier {
namespace {

constexpr std::size_t kTerminalsAtOnce = std::size_t{1} << 22;  // 16 MB of terminals

class OutcomeCounter {
 public:
  OutcomeCounter(const Model& model, const Forest& forest, const Target& target)
      : forest_(forest),
        target_(target),
        width_(outcome_width(model)),
        weights_(forest.absent.size()),
        sums_(forest.absent.size() * width_) {}

  void count(const std::vector<Feature>& features, const TableView& table, const Run& run) {
    const BoundTable bound(features, table);
    const Batch batch(features, forest_);
    Reporter reporter(run, "counting the rows of leaves", table.rows);
    Threads threads(run.threads, &reporter);
    const std::size_t trees = forest_.trees.size();
    const std::size_t most = std::clamp<std::size_t>(kTerminalsAtOnce / trees, 1, std::max<std::size_t>(table.rows, 1));
    std::vector<std::uint32_t> terminals(trees * most);
    for (std::size_t first = 0; first < table.rows; first += most) {
      const std::size_t rows = std::min(most, table.rows - first);
      const auto put = [&](std::uint32_t tree, std::size_t row, const Terminals& of_rows) {
        std::visit([&](const auto& ids) { std::ranges::copy(ids, terminals.data() + tree * most + (row - first)); },
                   of_rows);
      };
      threads.blocks(rows, batch.task_rows(rows, run), [&](std::size_t begin, std::size_t end) {
        batch.terminals(bound, first + begin, first + end, put);
      });
      threads.each(trees, [&](std::size_t t) { add(forest_.trees[t], first, {terminals.data() + t * most, rows}); });
      reporter.advance(rows);
    }
  }

  void write(NodeStatistics& statistics) const {
    statistics.terminal_rows.assign(weights_.size(), 0);
    statistics.outcomes.assign(sums_.size(), 0);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      statistics.terminal_rows[i] = saturated(weights_[i]);
      if (weights_[i] == 0) continue;
      for (std::size_t k = 0; k < width_; ++k)
        statistics.outcomes[i * width_ + k] = saturated(sums_[i * width_ + k] / weights_[i]);
    }
    statistics.split_rows.assign(forest_.splits.size(), 0);
    for (const TreeSpan& tree : forest_.trees) write_splits(tree, statistics.split_rows.data() + tree.first_split);
    statistics.split_gain.resize(forest_.splits.size());
  }

 private:
  void add(const TreeSpan& tree, std::size_t first, std::span<const std::uint32_t> terminals) {
    double* const weights = weights_.data() + tree.first_terminal;
    double* const sums = sums_.data() + tree.first_terminal * width_;
    for (std::size_t i = 0; i < terminals.size(); ++i) {
      const std::size_t row = first + i;
      const double weight = target_.weight(row);
      weights[terminals[i]] += weight;
      if (target_.task == Task::regression)
        for (std::size_t k = 0; k < width_; ++k)
          sums[terminals[i] * width_ + k] += weight * target_.values[row * width_ + k];
      else if (width_ > 1)
        sums[terminals[i] * width_ + static_cast<std::size_t>(target_.classes[row])] += weight;
      else if (target_.classes[row] == 1)
        sums[terminals[i]] += weight;
    }
  }

  // Splits come after their parents, so that going backwards each finds its children's sums.
  void write_splits(const TreeSpan& tree, float* rows) const {
    std::vector<double> sums(tree.splits);
    for (std::size_t s = tree.splits; s-- > 0;) {
      const Split& split = forest_.splits[tree.first_split + s];
      for (const std::int32_t child : {split.left, split.right})
        sums[s] += child >= 0 ? sums[static_cast<std::size_t>(child)]
                              : weights_[tree.first_terminal + static_cast<std::uint32_t>(~child)];
      rows[s] = saturated(sums[s]);
    }
  }

  const Forest& forest_;
  const Target& target_;
  const std::size_t width_;
  std::vector<double> weights_;  // by terminal
  std::vector<double> sums_;     // terminals × width
};

}  // namespace

void add_outcomes(Model& model, const TableView& table, const Target& target, const Run& run) {
  auto* forest = std::get_if<Forest>(&model.body);
  if (forest == nullptr || forest->trees.empty()) return;
  ESPALIER_ASSERT(target.task == model.task && target.labels == model.classes && target.rows() == table.rows);
  ESPALIER_ASSERT(target.width() == model.targets.size());
  OutcomeCounter counter(model, *forest, target);
  counter.count(model.features, table, run);
  if (!forest->statistics) forest->statistics.emplace();
  counter.write(*forest->statistics);
}

}  // namespace espalier

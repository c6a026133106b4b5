// Gradient boosting (Watt et al., chapter 14, 14.5): every round adds a tree fitted to the gradients of the loss at the
// current scores, with one Newton step per leaf, shrunk by a rate. Several classes: one tree for each, or one whose
// leaves hold a value for each.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/threads.h"
#include "data/binned_table.h"
#include "espalier/loss.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/histogram/gradients.h"
#include "grow/histogram/tree.h"

namespace espalier {

struct BoosterOptions {
  Loss loss;
  HistogramTreeOptions tree;
  double rate = 0.1;
  bool vector_leaves = false;  // several classes: one tree per round
  double sample = 1;           // share of the rows that each round sees
  std::optional<int> columns;  // columns that each tree may use, drawn for each tree
  std::uint64_t seed = 1;
};

// The constant that boosting starts from: the one with the least loss, one entry per output.
std::vector<double> constant_start(const Loss& loss, const Target& target);

// Scores of rows that are followed from round to round, output-major. Rows are routed by their values as in the model,
// not by their bins: values that training has not seen, such as an infinity, have no bin of their own.
struct Followed {
  const TableView* table = nullptr;
  std::vector<double> scores;
};

// The room for further trees, in leaves or nodes. A tree with n leaves has 2n - 1 nodes.
struct Room {
  std::size_t left = 0;
  bool in_nodes = false;
  std::size_t leaves() const noexcept { return in_nodes ? (left + 1) / 2 : left; }
  void take(std::size_t leaves) noexcept { left -= in_nodes ? 2 * leaves - 1 : leaves; }
};

class Booster {
 public:
  // `start` is the score of every row before the first round, output-major; empty: the best constant, which is then
  // the pool's intercept. Otherwise the intercept is zero.
  Booster(BinnedTable table, const Target& target, const BoosterOptions& options, std::span<const double> start,
          Threads& threads);

  // One round: the trees that it adds, within the given room. No tree is added if nothing can be gained, or if there is
  // no room for two leaves.
  void round(std::optional<Room> room = {});

  std::size_t outputs() const noexcept { return gradients_.outputs(); }
  std::size_t rounds() const noexcept { return first_tree_.size(); }
  // Trees of the first rounds.
  std::size_t trees(std::size_t rounds) const noexcept {
    return rounds < first_tree_.size() ? first_tree_[rounds] : trees_.size();
  }
  const std::vector<double>& intercept() const noexcept { return intercept_; }
  const std::vector<Tree>& all_trees() const noexcept { return trees_; }
  std::span<const double> scores() const noexcept { return scores_; }  // output-major

  // From now on, keeps the scores of these rows, from a table with the same columns, up to date.
  void follow(Followed& rows);

 private:
  void add_tree(const RowPairs& gradients, std::int32_t output, std::size_t number, std::optional<Room>& room);
  void apply(const HistogramTree& grown, std::span<const float> values, std::int32_t output);
  void draw_rows();
  std::vector<std::uint32_t> draw_columns(Random& random) const;

  const Target& target_;
  const BoosterOptions options_;
  Threads& threads_;
  GradientPairs gradients_;
  HistogramGrower grower_;
  std::vector<double> intercept_;
  std::vector<double> scores_;
  std::vector<std::uint8_t> taken_;  // one per row: whether this round sees it; empty: it sees all
  std::vector<Tree> trees_;
  std::vector<std::size_t> first_tree_;  // of every round
  std::vector<Followed*> followed_;
};

}  // namespace espalier

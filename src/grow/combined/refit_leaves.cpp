#include "grow/combined/refit_leaves.h"

#include <algorithm>
#include <array>

#include "grow/combined/row_sums.h"

namespace espalier {
namespace {

constexpr std::size_t kTask = 1 << 15;  // numbers of rows that are worth a thread
constexpr std::size_t kColumns = 4;

// The leaves of a tree that are a task.
using LeafTasks = std::vector<std::size_t>;  // where each begins and, last, where the last one ends

LeafTasks tasks_of(const CombinedTree& tree, std::size_t columns) {
  LeafTasks tasks = {0};
  std::size_t numbers = 0;
  for (std::size_t l = 0; l < tree.leaves().size(); ++l) {
    const CombinedLeaf& leaf = tree.leaves()[l];
    numbers += (leaf.own.size() + leaf.others.size()) * columns;
    if (numbers < kTask && l + 1 < tree.leaves().size()) continue;
    tasks.push_back(l + 1);
    numbers = 0;
  }
  return tasks;
}

// Refits the only column of the targets, or a few, filled up with zeros. No column depends on another one, and the
// residuals of a few stay in the cache while all trees go over them.
class ColumnRefit {
 public:
  ColumnRefit(const CombinedRows& data, std::span<const CombinedTree> trees, std::span<const LeafTasks> tasks,
              std::size_t first, Threads& threads)
      : data_(data),
        trees_(trees),
        tasks_(tasks),
        threads_(threads),
        first_(first),
        columns_(data.width == 1 ? 1 : kColumns),
        used_(std::min(columns_, data.width - first)),
        residuals_(data.targets.size() / data.width * columns_) {
    for (std::size_t row = 0; row < residuals_.size() / columns_; ++row)
      std::copy_n(data.targets.data() + row * data.width + first, used_, residuals_.data() + row * columns_);
  }

  // From the values that the leaves have.
  void operator()(double ridge, int sweeps, CombinedValues& values) {
    for (const std::vector<double>& of_tree : values) start_.push_back(columns_of(of_tree));
    values_ = start_;
    for (std::size_t t = 0; t < trees_.size(); ++t)
      each_leaf(t,
                [&](std::size_t l) { subtract(trees_[t].leaves()[l], trees_[t], values_[t].data() + l * columns_); });
    for (int sweep = 0; sweep < sweeps; ++sweep)
      for (std::size_t t = 0; t < trees_.size(); ++t) each_leaf(t, [&](std::size_t l) { improve(t, l, ridge); });
    for (std::size_t t = 0; t < trees_.size(); ++t)
      for (std::size_t l = 0; l < trees_[t].leaves().size(); ++l)
        std::copy_n(values_[t].data() + l * columns_, used_, values[t].data() + l * data_.width + first_);
  }

 private:
  std::vector<double> columns_of(const std::vector<double>& values) const {
    const std::size_t leaves = values.size() / data_.width;
    std::vector<double> columns(leaves * columns_);
    for (std::size_t l = 0; l < leaves; ++l)
      std::copy_n(values.data() + l * data_.width + first_, used_, columns.data() + l * columns_);
    return columns;
  }

  template <class Visit>
  void each_leaf(std::size_t tree, const Visit& visit) {
    const LeafTasks& tasks = tasks_[tree];
    threads_.each(tasks.size() - 1, [&](std::size_t task) {
      for (std::size_t l = tasks[task]; l < tasks[task + 1]; ++l) visit(l);
    });
  }

  void subtract(const CombinedLeaf& leaf, const CombinedTree& tree, const double* change) {
    subtract_from_rows(residuals_.data(), columns_, tree.own(leaf), change);
    subtract_from_rows(residuals_.data(), columns_, tree.others(leaf), change);
  }

  // Adds Σ w (y - f) to `sums`; returns `weight` + Σ w.
  double add_up(const CombinedTree& tree, const CombinedLeaf& leaf, double weight, double* sums) const {
    if (data_.split_targets.weights.empty()) {
      add_rows(residuals_.data(), columns_, tree.own(leaf), sums);
      add_rows(residuals_.data(), columns_, tree.others(leaf), sums);
      return weight + static_cast<double>(leaf.own.size() + leaf.others.size());
    }
    tree.each_row(leaf, [&](std::uint32_t row, std::size_t) {
      const double w = data_.weight(row);
      weight += w;
      for (std::size_t k = 0; k < columns_; ++k) sums[k] += w * residuals_[row * columns_ + k];
    });
    return weight;
  }

  void improve(std::size_t tree, std::size_t leaf, double ridge) {
    const CombinedLeaf& of_tree = trees_[tree].leaves()[leaf];
    double* value = values_[tree].data() + leaf * columns_;
    const double* start = start_[tree].data() + leaf * columns_;
    std::array<double, kColumns> change = {};
    const double weight = add_up(trees_[tree], of_tree, ridge, change.data());
    for (std::size_t k = 0; k < columns_; ++k) {
      change[k] = (change[k] + ridge * (start[k] - value[k])) / weight;
      value[k] += change[k];
    }
    subtract(of_tree, trees_[tree], change.data());
  }

  const CombinedRows& data_;
  const std::span<const CombinedTree> trees_;
  const std::span<const LeafTasks> tasks_;  // by tree
  Threads& threads_;
  const std::size_t first_, columns_, used_;
  std::vector<double> residuals_;  // rows × columns
  CombinedValues start_, values_;  // of the columns
};

}  // namespace

CombinedValues mean_leaves(std::span<const CombinedTree> trees) {
  CombinedValues values;
  const auto count = static_cast<double>(trees.size());
  for (const CombinedTree& tree : trees) {
    std::vector<double>& of_tree = values.emplace_back();
    for (const CombinedLeaf& leaf : tree.leaves())
      for (const double mean : tree.mean(leaf)) of_tree.push_back(mean / count);
  }
  return values;
}

CombinedValues refit_leaves(const CombinedRows& data, std::span<const CombinedTree> trees, double ridge, int sweeps,
                            Threads& threads) {
  CombinedValues values = mean_leaves(trees);
  std::vector<LeafTasks> tasks;
  for (const CombinedTree& tree : trees) tasks.push_back(tasks_of(tree, std::min(data.width, kColumns)));
  threads.each((data.width + kColumns - 1) / kColumns, [&](std::size_t block) {
    ColumnRefit(data, trees, tasks, block * kColumns, threads)(ridge, sweeps, values);
  });
  return values;
}

}  // namespace espalier

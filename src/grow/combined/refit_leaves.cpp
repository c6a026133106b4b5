#include "grow/combined/refit_leaves.h"

#include "grow/combined/row_sums.h"

namespace espalier {
namespace {

constexpr std::size_t kTask = 1 << 15;  // numbers of rows that are worth a thread

class Refit {
 public:
  Refit(const CombinedRows& data, std::span<const CombinedTree> trees, Threads& threads)
      : data_(data),
        trees_(trees),
        threads_(threads),
        start_(mean_leaves(trees)),
        values_(start_),
        residuals_(data.targets.begin(), data.targets.end()) {
    for (const CombinedTree& tree : trees) tasks_.push_back(tasks_of(tree));
    for (std::size_t t = 0; t < trees.size(); ++t)
      each_leaf(
          t, [&](std::size_t l) { subtract(trees_[t].leaves()[l], trees_[t], values_[t].data() + l * data_.width); });
  }

  CombinedValues operator()(double ridge, int sweeps) {
    for (int sweep = 0; sweep < sweeps; ++sweep)
      for (std::size_t t = 0; t < trees_.size(); ++t) each_leaf(t, [&](std::size_t l) { improve(t, l, ridge); });
    return std::move(values_);
  }

 private:
  // Where the leaves of each task begin and, last, where those of the last one end.
  std::vector<std::size_t> tasks_of(const CombinedTree& tree) const {
    std::vector<std::size_t> tasks = {0};
    std::size_t numbers = 0;
    for (std::size_t l = 0; l < tree.leaves().size(); ++l) {
      const CombinedLeaf& leaf = tree.leaves()[l];
      numbers += (leaf.own.size() + leaf.others.size()) * data_.width;
      if (numbers < kTask && l + 1 < tree.leaves().size()) continue;
      tasks.push_back(l + 1);
      numbers = 0;
    }
    return tasks;
  }

  template <class Visit>
  void each_leaf(std::size_t tree, const Visit& visit) {
    const std::vector<std::size_t>& tasks = tasks_[tree];
    threads_.each(tasks.size() - 1, [&](std::size_t task) {
      for (std::size_t l = tasks[task]; l < tasks[task + 1]; ++l) visit(l);
    });
  }

  void subtract(const CombinedLeaf& leaf, const CombinedTree& tree, const double* change) {
    subtract_from_rows(residuals_.data(), data_.width, tree.own(leaf), change);
    subtract_from_rows(residuals_.data(), data_.width, tree.others(leaf), change);
  }

  // Adds Σ w (y - f) to `sums`; returns `weight` + Σ w.
  double add_up(const CombinedTree& tree, const CombinedLeaf& leaf, double weight, double* sums) const {
    const std::size_t width = data_.width;
    if (data_.split_targets.weights.empty()) {
      add_rows(residuals_.data(), width, tree.own(leaf), sums);
      add_rows(residuals_.data(), width, tree.others(leaf), sums);
      return weight + static_cast<double>(leaf.own.size() + leaf.others.size());
    }
    tree.each_row(leaf, [&](std::uint32_t row, std::size_t) {
      const double w = data_.weight(row);
      weight += w;
      for (std::size_t k = 0; k < width; ++k) sums[k] += w * residuals_[row * width + k];
    });
    return weight;
  }

  void improve(std::size_t tree, std::size_t leaf, double ridge) {
    const std::size_t width = data_.width;
    const CombinedLeaf& of_tree = trees_[tree].leaves()[leaf];
    double* value = values_[tree].data() + leaf * width;
    const double* start = start_[tree].data() + leaf * width;
    thread_local std::vector<double> change;
    change.assign(width, 0.0);
    const double weight = add_up(trees_[tree], of_tree, ridge, change.data());
    for (std::size_t k = 0; k < width; ++k) {
      change[k] = (change[k] + ridge * (start[k] - value[k])) / weight;
      value[k] += change[k];
    }
    subtract(of_tree, trees_[tree], change.data());
  }

  const CombinedRows& data_;
  const std::span<const CombinedTree> trees_;
  Threads& threads_;
  const CombinedValues start_;
  CombinedValues values_;
  std::vector<double> residuals_;
  std::vector<std::vector<std::size_t>> tasks_;  // by tree
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
  return Refit(data, trees, threads)(ridge, sweeps);
}

}  // namespace espalier

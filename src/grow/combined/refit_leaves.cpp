#include "grow/combined/refit_leaves.h"

namespace espalier {
namespace {

class Refit {
 public:
  Refit(const CombinedRows& data, std::span<const CombinedTree> trees)
      : data_(data),
        trees_(trees),
        start_(mean_leaves(trees)),
        values_(start_),
        residuals_(data.targets.begin(), data.targets.end()) {
    for (std::size_t t = 0; t < trees.size(); ++t) {
      for (std::size_t l = 0; l < trees[t].leaves().size(); ++l) subtract(t, l, values_[t].data() + l * data.width);
    }
  }

  CombinedValues operator()(double ridge, int sweeps) {
    for (int sweep = 0; sweep < sweeps; ++sweep)
      for (std::size_t t = 0; t < trees_.size(); ++t)
        for (std::size_t l = 0; l < trees_[t].leaves().size(); ++l) improve(t, l, ridge);
    return std::move(values_);
  }

 private:
  void subtract(std::size_t tree, std::size_t leaf, const double* change) {
    const std::size_t width = data_.width;
    trees_[tree].each_row(trees_[tree].leaves()[leaf], [&](std::uint32_t row, std::size_t) {
      for (std::size_t k = 0; k < width; ++k) residuals_[row * width + k] -= change[k];
    });
  }

  void improve(std::size_t tree, std::size_t leaf, double ridge) {
    const std::size_t width = data_.width;
    double* value = values_[tree].data() + leaf * width;
    const double* start = start_[tree].data() + leaf * width;
    change_.assign(width, 0.0);
    double weight = ridge;
    trees_[tree].each_row(trees_[tree].leaves()[leaf], [&](std::uint32_t row, std::size_t) {
      const double w = data_.weight(row);
      weight += w;
      for (std::size_t k = 0; k < width; ++k) change_[k] += w * residuals_[row * width + k];
    });
    for (std::size_t k = 0; k < width; ++k) {
      change_[k] = (change_[k] + ridge * (start[k] - value[k])) / weight;
      value[k] += change_[k];
    }
    subtract(tree, leaf, change_.data());
  }

  const CombinedRows& data_;
  const std::span<const CombinedTree> trees_;
  const CombinedValues start_;
  CombinedValues values_;
  std::vector<double> residuals_, change_;
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

CombinedValues refit_leaves(const CombinedRows& data, std::span<const CombinedTree> trees, double ridge, int sweeps) {
  return Refit(data, trees)(ridge, sweeps);
}

}  // namespace espalier

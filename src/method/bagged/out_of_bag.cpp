#include "method/bagged/out_of_bag.h"

#include <algorithm>

#include "base/progress.h"
#include "base/threads.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "predict/columns/bound_columns.h"
#include "predict/reference/reference.h"

namespace espalier {
namespace {

constexpr std::size_t kRowsPerBlock = 512;

class Averager {
 public:
  Averager(const LabelledView& train, std::span<const BaggedTree> trees, std::span<const Bag> bags)
      : features_(features_of(train.table)),
        table_(features_, train.table),
        trees_(trees),
        bags_(bags),
        outputs_(trees[0].shape.intercept.size()),
        sums_(train.table.rows * outputs_),
        counts_(train.table.rows) {}

  // Tree by tree within the block, so that a tree's nodes are in the cache when they are used.
  void add_block(std::size_t begin, std::size_t end) {
    std::vector<double> scores(outputs_);
    for (std::size_t t = 0; t < trees_.size(); ++t) {
      for (std::size_t row = begin; row < end; ++row) {
        if (bags_[t][row]) continue;
        score(trees_[t], row, scores);
        for (std::size_t k = 0; k < outputs_; ++k) sums_[row * outputs_ + k] += scores[k];
        ++counts_[row];
      }
    }
  }

  std::size_t count(std::size_t row) const noexcept { return counts_[row]; }
  std::vector<double> mean(std::size_t row) const {
    std::vector<double> mean(outputs_);
    for (std::size_t k = 0; k < outputs_; ++k) mean[k] = sums_[row * outputs_ + k] / static_cast<double>(counts_[row]);
    return mean;
  }

 private:
  void score(const BaggedTree& of, std::size_t row, std::vector<double>& scores) const {
    scores = of.shape.intercept;
    for (const TreeSpan& tree : of.shape.trees)
      for (const auto& [output, value] : of.leaves.of(terminal_of(of.shape, tree, table_, row)))
        scores[output] += static_cast<double>(value);
  }
  static std::vector<Feature> features_of(const TableView& table) {
    std::vector<Feature> features;
    for (const ColumnView& column : table.columns) features.push_back(*column.feature);
    return features;
  }

  const std::vector<Feature> features_;
  const BoundTable table_;
  const std::span<const BaggedTree> trees_;
  const std::span<const Bag> bags_;
  const std::size_t outputs_;
  std::vector<double> sums_;
  std::vector<std::size_t> counts_;
};

Metrics measure(const Target& all, std::span<const std::uint32_t> rows, const Averager& averager, int threads) {
  const Target target = take_rows(all, rows);
  if (target.task == Task::regression) {
    std::vector<double> predicted;
    for (const std::uint32_t row : rows) predicted.push_back(averager.mean(row)[0]);
    return regression_metrics(target.values, predicted, target.weights);
  }
  const std::size_t classes = target.labels.size();
  std::vector<double> probabilities(rows.size() * classes);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    to_probabilities(Link::probability, averager.mean(rows[i]), std::span(probabilities).subspan(i * classes, classes));
  }
  return classification_metrics(target.classes, probabilities, static_cast<int>(classes), target.weights, threads);
}

}  // namespace

std::optional<OutOfBag> out_of_bag(const LabelledView& train, std::span<const BaggedTree> trees,
                                   std::span<const Bag> bags, const Run& run) {
  if (trees.empty()) return std::nullopt;
  Averager averager(train, trees, bags);
  Reporter reporter(run, "out-of-bag error", train.table.rows);
  Threads(run.threads).blocks(train.table.rows, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    averager.add_block(begin, end);
    reporter.advance(end - begin);
  });
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < train.table.rows; ++row) {
    if (averager.count(row) > 0 && train.target.weight(row) > 0) rows.push_back(row);
  }
  if (rows.empty()) return std::nullopt;
  return OutOfBag{measure(train.target, rows, averager, run.threads), rows.size()};
}

}  // namespace espalier

#include "method/rows/training_bins.h"

#include <algorithm>

#include "espalier/labelled.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {
namespace {

// The target or, for classes, whether a row is of the last class (of two, the second), to tell labels apart by.
std::vector<double> numbers_of(const Target& target) {
  if (target.task == Task::regression) return target.values;
  const auto last = static_cast<std::int32_t>(target.labels.size() - 1);
  std::vector<double> numbers(target.classes.size());
  std::ranges::transform(target.classes, numbers.begin(), [&](std::int32_t code) { return code == last ? 1.0 : 0.0; });
  return numbers;
}

}  // namespace

std::vector<ColumnBins> training_bins(const LabelledView& train, std::size_t most, Threads& threads) {
  BinOptions options;
  options.most_bins = most;
  const bool many_labels = std::ranges::any_of(
      train.table.columns, [&](const ColumnView& column) { return column.feature->labels.size() > most; });
  const std::vector<double> target = many_labels ? numbers_of(train.target) : std::vector<double>();
  options.target = target;
  return find_bins(train.table, train.target.weights, options, threads);
}

}  // namespace espalier

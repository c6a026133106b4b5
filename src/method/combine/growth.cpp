#include "method/combine/growth.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/math.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/pool.h"

namespace espalier {
namespace {

constexpr double kLeastProbability = 1e-6;

}  // namespace

CombineData::CombineData(const LabelledView& train, const LabelledView* validation, Threads& threads)
    : target_(train.target), table_(train.table, threads) {
  for (const ColumnView& column : train.table.columns) features_.push_back(*column.feature);
  if (target_.values().empty()) {
    width_ = target_.class_count();
    numbers_ = one_hot(target());
  } else {
    numbers_.assign(target_.values().begin(), target_.values().end());
  }
  if (validation == nullptr) return;
  validation_ = &validation->target;
  validation_table_.emplace(validation->table, threads);
  validation_rows_.resize(validation->table.rows);
  std::iota(validation_rows_.begin(), validation_rows_.end(), 0U);
}

Model CombineData::model(std::span<const CombinedTree> trees, const CombinedValues& values) const {
  const bool regression = target().task == Task::regression;
  const TargetScale scale = regression ? target_.scales()[0] : TargetScale{};
  Pool pool;
  pool.features = features_;
  pool.intercept.assign(width_, scale.centre);
  for (std::size_t t = 0; t < trees.size(); ++t) {
    if (trees[t].splits() == 0) {
      for (std::size_t k = 0; k < width_; ++k) pool.intercept[k] += scale.spread * values[t][k];
      continue;
    }
    Tree tree = trees[t].tree();
    std::ranges::fill(tree.weights, 0.0);
    for (std::size_t l = 0; l < trees[t].leaves().size(); ++l)
      for (std::size_t k = 0; k < width_; ++k)
        tree.weights[trees[t].leaves()[l].node * width_ + k] = scale.spread * values[t][l * width_ + k];
    pool.trees.push_back(std::move(tree));
  }
  return make_model(target(), regression ? Link::identity : Link::probability, pool.features,
                    make_forest(pool, pool.grown_weights(), EqualLeaves::merged));
}

// ---- measuring -----------------------------------------------------------------------------------------------------

double CombineData::row_cost(CombinedLoss loss, const Target& target, std::uint32_t row,
                             const double* predicted) const {
  if (loss == CombinedLoss::log) {
    const auto code = static_cast<std::size_t>(target.classes[row]);
    const double share = width_ > 1 ? predicted[code] : code == 1 ? predicted[0] : 1 - predicted[0];
    return -logarithm(std::clamp(share, kLeastProbability, 1.0));  // a refit may lead out of [0, 1]
  }
  double sum = 0;
  for (std::size_t k = 0; k < width_; ++k) {
    double wanted = 0;
    if (target.task == Task::regression)
      wanted = (target.values[row] - target_.scales()[0].centre) / target_.scales()[0].spread;
    else
      wanted = static_cast<std::size_t>(target.classes[row]) == (width_ > 1 ? k : 1) ? 1 : 0;
    sum += (predicted[k] - wanted) * (predicted[k] - wanted);
  }
  return sum;
}

double CombineData::cost(CombinedLoss loss, const WatchedRows& watched, std::span<const double> predictions) const {
  const Target& target = has_validation() && watched.table == &*validation_table_ ? *validation_ : this->target();
  double sum = 0, total = 0;
  for (const std::uint32_t row : watched.rows) {
    const double weight = target.weight(row);
    sum += weight * row_cost(loss, target, row, predictions.data() + std::size_t{row} * width_);
    total += weight;
  }
  return sum / total;
}

// ---- growing -------------------------------------------------------------------------------------------------------

CombineGrowth::CombineGrowth(const CombineData& data, const CombineLimits& limits, std::span<const std::uint32_t> rows,
                             const WatchedRows& watched, const CombinerOptions& options, std::uint64_t seed,
                             Threads& threads)
    : data_(data),
      limits_(limits),
      watched_(watched),
      threads_(threads),
      combiner_(data.rows(), rows, watched, options, seed, threads),
      enough_(limits.tolerance * combiner_.loss()),
      loss_(combiner_.loss()) {}

bool CombineGrowth::grow() {
  constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
  if (went_too_far_ || !(loss_ > enough_)) return false;
  CombinedSize most{kNoLimit, kNoLimit};
  const std::optional<Budget>& budget = limits_.budget;
  if (budget && budget->unit == Unit::nodes) most.nodes = budget->amount;
  if (budget && budget->unit == Unit::leaves) most.leaves = budget->amount;
  if (by_bytes()) before_.assign(combiner_.trees().begin(), combiner_.trees().end());
  if (!combiner_.grow(most)) return false;
  went_too_far_ = by_bytes() && is_too_large(values(limits_.ridge));
  if (!went_too_far_) loss_ = combiner_.loss();
  return !went_too_far_;
}

bool CombineGrowth::is_too_large(const CombinedValues& values) const {
  return !fits(size_of(stripped(data_.model(trees(), values))), *limits_.budget);
}

CombinedValues CombineGrowth::values(double ridge) const {
  return ridge > 0 ? refit_leaves(data_.rows(), trees(), ridge, limits_.sweeps, threads_) : mean_leaves(trees());
}

double CombineGrowth::cost(CombinedLoss loss, double ridge) const {
  const CombinedValues values = this->values(ridge);
  if (by_bytes() && is_too_large(values)) return std::numeric_limits<double>::infinity();
  const std::size_t width = data_.width();
  const std::uint32_t last = std::ranges::max(watched_.rows);
  std::vector<double> predictions((std::size_t{last} + 1) * width);
  for (std::size_t t = 0; t < values.size(); ++t) {
    const CombinedTree& tree = trees()[t];
    for (std::size_t l = 0; l < tree.leaves().size(); ++l)
      for (const std::uint32_t row : tree.watched(tree.leaves()[l]))
        for (std::size_t k = 0; k < width; ++k) predictions[row * width + k] += values[t][l * width + k];
  }
  return data_.cost(loss, watched_, predictions);
}

}  // namespace espalier

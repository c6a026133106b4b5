// Trees built together over the training rows or some of them, and the intermediate models.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/combined/combiner.h"
#include "grow/combined/refit_leaves.h"
#include "method/combine/options.h"
#include "method/rows/scaled_target.h"

namespace espalier {

// The training rows as every growth over some of them sees them, and the held-out rows that came with them.
class CombineData {
 public:
  CombineData(const LabelledView& train, const LabelledView* validation, Threads& threads);

  const Target& target() const noexcept { return target_.target(); }
  CombinedRows rows() const noexcept { return {table_, target_.split_targets(), numbers_, width_, target().classes}; }
  std::size_t width() const noexcept { return width_; }
  WatchedRows watched(std::span<const std::uint32_t> rows) const noexcept { return {&table_, rows}; }

  // The validation rows, if the request has any.
  bool has_validation() const noexcept { return validation_table_.has_value(); }
  WatchedRows validation() const noexcept { return {&*validation_table_, validation_rows_}; }

  Model model(std::span<const CombinedTree> trees, const CombinedValues& values) const;

  // The loss of a combination with these predictions, a row's numbers side by side, over the watched rows.
  double cost(CombinedLoss loss, const WatchedRows& watched, std::span<const double> predictions) const;

 private:
  double row_cost(CombinedLoss loss, const Target& target, std::uint32_t row, const double* predicted) const;

  const ScaledTarget target_;
  const ValueTable table_;
  std::vector<Feature> features_;
  std::size_t width_ = 1;
  std::vector<double> numbers_;  // rows × width
  const Target* validation_ = nullptr;
  std::optional<ValueTable> validation_table_;
  std::vector<std::uint32_t> validation_rows_;
};

// The limits of growth.
struct CombineLimits {
  std::optional<Budget> budget;
  double tolerance = 0;  // of the loss, as a share of the constant's
  double ridge = 0;      // of the later refit of leaves: numbers that are all different take more bytes
  int sweeps = 5;        // of any refit
};

class CombineGrowth {
 public:
  // `data`, `limits`, `rows` and the watched rows must outlive it.
  CombineGrowth(const CombineData& data, const CombineLimits& limits, std::span<const std::uint32_t> rows,
                const WatchedRows& watched, const CombinerOptions& options, std::uint64_t seed, Threads& threads);

  // One more round, if it is within the limits.
  bool grow();

  // The last round exceeded the byte budget and does not count.
  bool went_too_far() const noexcept { return went_too_far_; }
  std::size_t rounds() const noexcept { return combiner_.rounds() - (went_too_far_ ? 1 : 0); }
  double loss() const noexcept { return loss_; }
  std::span<const CombinedTree> trees() const noexcept {
    return went_too_far_ ? std::span<const CombinedTree>(before_) : combiner_.trees();
  }

  // Gives each leaf its mean, or refits it if a ridge is given.
  CombinedValues values(double ridge) const;
  Model model(double ridge) const { return data_.model(trees(), values(ridge)); }
  // Mean loss over the watched rows; infinite if the model would exceed a budget in bytes.
  double cost(CombinedLoss loss, double ridge) const;

 private:
  bool by_bytes() const noexcept { return limits_.budget && limits_.budget->unit == Unit::bytes; }
  bool is_too_large(const CombinedValues& values) const;

  const CombineData& data_;
  const CombineLimits& limits_;
  const WatchedRows watched_;
  Threads& threads_;
  Combiner combiner_;
  const double enough_;  // loss
  double loss_;
  bool went_too_far_ = false;
  std::vector<CombinedTree> before_;  // for byte budgets: without the last round
};

}  // namespace espalier

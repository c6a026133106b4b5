// Settings are chosen on rows that are not fitted: on the validation rows where there are any, otherwise on folds of
// the training rows, each held out in turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "espalier/target.h"

namespace espalier {

inline constexpr std::size_t kFolds = 5;

struct Fold {
  std::vector<std::uint32_t> rows;      // to fit
  std::vector<std::uint32_t> held_out;  // to measure on; none: the validation rows

  bool by_validation() const noexcept { return held_out.empty(); }
  // How many rows the whole has for each that the fold fits; a model of the whole may grow larger by as much.
  double rows_per_fitted_row() const noexcept {
    return by_validation() ? 1 : static_cast<double>(kFolds) / (kFolds - 1);
  }
};

// Into how many folds rows are cut, and how many of these are held out in turn.
struct FoldPlan {
  std::size_t folds = kFolds;
  std::size_t held_out = kFolds;
};

// The fewer rows there are, the more chance there is in a fifth of them: up to how many rows all five fifths are held
// out, and up to how many three; beyond, only one.
struct FoldRule {
  std::size_t most_rows_for_five;
  std::size_t most_rows_for_three = 0;
};

FoldPlan plan_folds(const FoldRule& rule, std::size_t rows);

// How many models a setting takes.
std::size_t count_folds(const FoldRule& rule, std::size_t rows, bool has_validation);

enum class WeightlessRows : std::uint8_t { leave_out, keep };

// Classes are spread over the folds evenly. A fold is left out if all rows of one of its sides have weight 0, so that
// there may be none.
std::vector<Fold> make_folds(const Target& target, const FoldPlan& plan, std::uint64_t seed,
                             WeightlessRows weightless = WeightlessRows::leave_out);

// One fold of all rows with a weight where there are validation rows, otherwise those of the rule.
std::vector<Fold> make_folds(const Target& target, const FoldRule& rule, bool has_validation, std::uint64_t seed);

}  // namespace espalier

// The rows that settings are chosen on, which are not fitted: the validation rows if there are any, otherwise some of
// the training rows, or folds of them that are held out in turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "espalier/target.h"

namespace espalier {

inline constexpr std::size_t kFolds = 5;

struct Fold {
  std::vector<std::uint32_t> rows;      // to fit
  std::vector<std::uint32_t> held_out;  // to measure on; empty: the validation rows

  bool by_validation() const noexcept { return held_out.empty(); }
  // Rows in all per row that the fold fits: a model of all rows may be larger by this factor.
  double rows_per_fitted_row() const noexcept {
    return by_validation() ? 1 : static_cast<double>(kFolds) / (kFolds - 1);
  }
};

// The number of folds that rows are divided into, and how many of these are held out in turn.
struct FoldPlan {
  std::size_t folds = kFolds;
  std::size_t held_out = kFolds;
};

// The fewer rows there are, the noisier a result on a fifth of them is: up to `most_rows_for_five` rows all five fifths
// are held out in turn, up to `most_rows_for_three` rows three of them, and beyond only one.
struct FoldRule {
  std::size_t most_rows_for_five;
  std::size_t most_rows_for_three = 0;
};

FoldPlan plan_folds(const FoldRule& rule, std::size_t rows);

// The number of models that are fitted per setting.
std::size_t count_folds(const FoldRule& rule, std::size_t rows, bool has_validation);

enum class WeightlessRows : std::uint8_t { leave_out, keep };

// Classes are spread evenly over the folds. A fold is left out if all rows on one of its sides have weight 0, so the
// result may be empty.
std::vector<Fold> make_folds(const Target& target, const FoldPlan& plan, std::uint64_t seed,
                             WeightlessRows weightless = WeightlessRows::leave_out);

// A single fold that holds out that share of the rows, the same share of every class; rows of weight 0 are left out.
Fold hold_out_fold(const Target& target, double share, std::uint64_t seed);

// A single fold of many rows: at most `most` of them, drawn at random, to fit, and some of the others held out. If
// `classes` has the code of every row of the table, both sides have the same share of every class.
Fold draw_fold(std::vector<std::uint32_t> rows, std::size_t most, std::size_t most_held_out, std::uint64_t seed,
               std::span<const std::int32_t> classes = {});

// With validation rows a single fold that fits all rows with a weight, otherwise the folds of the rule.
std::vector<Fold> make_folds(const Target& target, const FoldRule& rule, bool has_validation, std::uint64_t seed);

}  // namespace espalier

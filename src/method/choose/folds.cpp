#include "method/choose/folds.h"

#include <algorithm>

#include "base/random.h"
#include "espalier/folds.h"
#include "grow/criterion/target_mean.h"

namespace espalier {
namespace {

constexpr std::size_t kSomeFolds = 3;

bool has_weight(const Target& target, const std::vector<std::uint32_t>& rows) {
  return std::ranges::any_of(rows, [&](std::uint32_t row) { return target.weight(row) > 0; });
}

// Moves rows of the same class away from each other, without changing their order: any stretch of the result has about
// the share of every class that all rows have. Row i of the n of its class goes to the place (i + ½) / n.
void spread_classes(std::vector<std::uint32_t>& rows, std::span<const std::int32_t> classes) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(1 + *std::ranges::max_element(classes)));
  const auto class_of = [&](std::uint32_t row) { return static_cast<std::size_t>(classes[row]); };
  for (const std::uint32_t row : rows) ++counts[class_of(row)];
  std::vector<std::size_t> passed(counts.size());
  std::vector<std::pair<double, std::uint32_t>> places;
  for (const std::uint32_t row : rows) {
    const std::size_t own = class_of(row);
    places.emplace_back((static_cast<double>(passed[own]++) + 0.5) / static_cast<double>(counts[own]), row);
  }
  std::ranges::stable_sort(places, {}, &std::pair<double, std::uint32_t>::first);
  std::ranges::transform(places, rows.begin(), [](const auto& place) { return place.second; });
}

}  // namespace

FoldPlan plan_folds(const FoldRule& rule, std::size_t rows) {
  if (rows <= rule.most_rows_for_five) return {kFolds, kFolds};
  return {kFolds, rows <= rule.most_rows_for_three ? kSomeFolds : 1};
}

std::size_t count_folds(const FoldRule& rule, std::size_t rows, bool has_validation) {
  return has_validation ? 1 : std::min(rows, plan_folds(rule, rows).held_out);
}

std::vector<Fold> make_folds(const Target& target, const FoldPlan& plan, std::uint64_t seed,
                             WeightlessRows weightless) {
  const std::size_t count = std::min(plan.folds, target.rows());
  if (count < 2) return {};
  const std::vector<std::uint32_t> fold_of = make_folds(target.rows(), static_cast<int>(count), target.classes, seed);
  std::vector<Fold> folds;
  for (std::uint32_t f = 0; f < std::min(plan.held_out, count); ++f) {
    Fold fold;
    for (std::uint32_t row = 0; row < fold_of.size(); ++row)
      if (weightless == WeightlessRows::keep || target.weight(row) > 0)
        (fold_of[row] == f ? fold.held_out : fold.rows).push_back(row);
    if (has_weight(target, fold.rows) && has_weight(target, fold.held_out)) folds.push_back(std::move(fold));
  }
  return folds;
}

Fold hold_out_fold(const Target& target, double share, std::uint64_t seed) {
  const std::vector<std::uint32_t> rows = rows_with_weight(target);
  std::vector<std::int32_t> classes;
  for (const std::uint32_t row : rows)
    if (!target.classes.empty()) classes.push_back(target.classes[row]);
  const RowSplit split = split_rows(rows.size(), share, classes, seed);
  Fold fold;
  for (const std::uint32_t i : split.train) fold.rows.push_back(rows[i]);
  for (const std::uint32_t i : split.validation) fold.held_out.push_back(rows[i]);
  return fold;
}

Fold draw_fold(std::vector<std::uint32_t> rows, std::size_t most, std::size_t most_held_out, std::uint64_t seed,
               std::span<const std::int32_t> classes) {
  Random(seed, "rows to grow on").shuffle(std::span(rows));
  if (!classes.empty()) spread_classes(rows, classes);
  const auto fitted = rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), most));
  const auto last = rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), most + most_held_out));
  Fold fold{{rows.begin(), fitted}, {fitted, last}};
  std::ranges::sort(fold.rows);
  std::ranges::sort(fold.held_out);
  return fold;
}

std::vector<Fold> make_folds(const Target& target, const FoldRule& rule, bool has_validation, std::uint64_t seed) {
  if (has_validation) return {{rows_with_weight(target), {}}};
  return make_folds(target, plan_folds(rule, target.rows()), seed);
}

}  // namespace espalier

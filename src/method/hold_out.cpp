// Rows held out of a fit: drawn by the seed, a share of each class.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "espalier/error.h"
#include "espalier/folds.h"
#include "espalier/hold_out.h"
#include "espalier/method.h"
#include "espalier/options.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {
namespace {

constexpr double kDefaultShare = 0.2;

void check_share(double share, std::size_t rows) {
  if (!(share > 0 && share < 1)) {
    throw Error(ErrorCode::usage, fmt::format("the share of rows to hold out must be in (0, 1), got {}", share));
  }
  const double held_out = std::floor(share * static_cast<double>(rows) + 0.5);  // as split_rows rounds
  if (held_out >= 1 && held_out < static_cast<double>(rows)) return;
  throw Error(ErrorCode::data,
              fmt::format("{} {} too few to hold out {} of them", rows, rows == 1 ? "row is" : "rows are", share));
}

// Rows that all have weight 0 can neither train nor measure.
void check_weighted(const Target& target, std::string_view which) {
  const std::vector<double>& weights = target.weights;
  if (weights.empty() || std::ranges::any_of(weights, [](double weight) { return weight > 0; })) return;
  throw Error(ErrorCode::data, fmt::format("all rows {} have weight 0", which));
}

}  // namespace

double held_out_share(const Method& method, const OptionValues& options) {
  return needs_validation(method, options) ? kDefaultShare : 0;
}

HeldOut hold_out(const TableView& table, const Target& target, double share, std::uint64_t seed) {
  if (table.rows != target.rows()) {
    throw Error(ErrorCode::usage, fmt::format("the table has {} rows, its target {}", table.rows, target.rows()));
  }
  check_target(target);
  check_share(share, table.rows);
  const RowSplit split = split_rows(table.rows, share, target.classes, seed);
  HeldOut parts = {{take_rows(table, split.train), take_rows(target, split.train)},
                   {take_rows(table, split.validation), take_rows(target, split.validation)}};
  check_weighted(parts.train.target, "to train on");
  check_weighted(parts.validation.target, "held out");
  return parts;
}

}  // namespace espalier

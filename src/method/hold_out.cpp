// Holding rows out of a fit: drawn by the seed, the same share of each class.
#include "espalier/hold_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "espalier/error.h"
#include "espalier/folds.h"
#include "espalier/target.h"

namespace espalier {
namespace {

void check_share(double share, std::size_t rows) {
  if (!(share > 0 && share < 1)) {
    throw Error(ErrorCode::usage, fmt::format("the fraction of rows to hold out must be in (0, 1), got {}", share));
  }
  const double held_out = std::floor(share * static_cast<double>(rows) + 0.5);  // rounded like split_rows
  if (held_out >= 1 && held_out < static_cast<double>(rows)) return;
  throw Error(ErrorCode::data,
              fmt::format("{} {} too few to hold out {} of them", rows, rows == 1 ? "row is" : "rows are", share));
}

}  // namespace

double held_out_share(const Method& method, const OptionValues& options, std::optional<double> asked) {
  if (!asked) return needs_validation(method, options) ? kHeldOutShare : 0;
  if (*asked > 0 && *asked < 1) return *asked;
  throw Error(ErrorCode::usage, fmt::format("valid must be a fraction in (0, 1), got {}", *asked));
}

std::optional<HeldOut> hold_out(const Method& method, const OptionValues& options, std::optional<double> asked,
                                const LabelledView& rows, std::uint64_t seed) {
  const double share = held_out_share(method, options, asked);
  if (share == 0) return std::nullopt;
  return hold_out(rows, share, seed);
}

HeldOut hold_out(const LabelledView& rows, double share, std::uint64_t seed) {
  const std::size_t count = rows.table.rows;
  if (count != rows.target.rows())
    throw Error(ErrorCode::usage, fmt::format("the table has {} rows, its target {}", count, rows.target.rows()));
  check_target(rows.target);
  check_share(share, count);
  const RowSplit split = split_rows(count, share, rows.target.classes, seed);
  HeldOut parts = {take_rows(rows, split.train), take_rows(rows, split.validation)};
  check_some_weight(parts.train.target, "to train on");
  check_some_weight(parts.validation.target, "held out");
  return parts;
}

void check_some_weight(const Target& target, const std::string& which) {
  const std::vector<double>& weights = target.weights;
  if (weights.empty() || std::ranges::any_of(weights, [](double weight) { return weight > 0; })) return;
  const std::string column = target.weight_name.empty() ? "" : fmt::format("column \"{}\": ", target.weight_name);
  throw Error(ErrorCode::data, fmt::format("{}all rows {} have weight 0", column, which));
}

}  // namespace espalier

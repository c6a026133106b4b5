#include "cli/fit_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/name_list.h"
#include "cli/flags.h"
#include "cli/report.h"
#include "espalier/error.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/target.h"

namespace espalier::cli {
namespace {

// The schema determines the features; the flags for other columns of DATA and for its format apply to DATA alone.
ReadOptions validation_options(const DataFlags& flags, const Table& train) {
  const ReadOptions given = read_options(flags);
  ReadOptions options;
  options.weight = given.weight;
  options.decimal = given.decimal;
  options.thousands = given.thousands;
  std::vector<std::string> columns;
  for (const Column& column : train.columns) columns.push_back(column.feature.name);
  for (const TargetColumn& column : train.targets) columns.push_back(column.name);
  for (const TargetColumn& column : train.targets) {
    const auto is_among = [&](const std::vector<std::string>& lists) {
      return std::ranges::any_of(lists, [&](const std::string& list) {
        const std::vector<std::string> names = names_in(list, columns);
        return std::ranges::find(names, column.name) != names.end();
      });
    };
    options.targets.push_back(column.name);
    if (is_among(given.numeric)) options.numeric.push_back(column.name);
    if (is_among(given.categorical)) options.categorical.push_back(column.name);
  }
  options.schema.emplace();
  for (const Column& column : train.columns) options.schema->push_back(column.feature);
  return options;
}

}  // namespace

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (text.empty() || problem != std::errc() || stop != end) return std::nullopt;
  return value;
}

LabelledRows read_rows(FitFlags& flags, const Run& run, Terminal& terminal) {
  LabelledRows rows;
  rows.table = read_data(flags.data.path, read_options(flags.data), run, terminal);
  if (rows.table.targets.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("--target is required: which column of {} is to be predicted?", rows.table.source));
  }
  settle_method(flags, rows.table.rows, rows.table.targets.size());
  check_target_count(*flags.method, rows.table.targets.size());
  rows.target = make_target(rows.table, task_of(flags.data));
  if (!flags.class_weight.empty() && rows.target.task == Task::regression) {
    throw Error(ErrorCode::usage, "class-weight needs classes, but the task is regression");
  }
  return rows;
}

double held_out_share(const FitFlags& flags) {
  if (!flags.valid.empty() && !number_in(flags.valid)) return 0;
  return espalier::held_out_share(*flags.method, flags.options, number_in(flags.valid));
}

std::optional<LabelledRows> read_validation(const FitFlags& flags, const LabelledRows& train, const Run& run,
                                            Terminal& terminal) {
  if (flags.valid.empty() || number_in(flags.valid)) return std::nullopt;
  check_one_stdin(flags.data.path, flags.valid);
  const ReadOptions options = validation_options(flags.data, train.table);
  LabelledRows rows;
  rows.table = read_data(flags.valid, options, run, terminal);
  // Just enough of a model to say which classes there are.
  Model terms;
  terms.task = train.target.task;
  terms.targets = train.target.names;
  terms.classes = train.target.labels;
  rows.target = target_for(terms, rows.table);
  return rows;
}

Parts hold_out(const FitFlags& flags, LabelledRows rows, std::uint64_t seed) {
  const double share = held_out_share(flags);
  if (share == 0) return {std::move(rows), std::nullopt, {}};
  return in_file(rows.table.source, [&]() -> Parts {
    HeldOut parts = espalier::hold_out(rows, share, seed);
    return {std::move(parts.train), std::move(parts.validation), {}};
  });
}

FitResult fit_rows(const FitFlags& flags, const LabelledRows& train, const LabelledRows* validation, const Run& run) {
  FitOptions options;
  options.options = flags.options;
  options.budget = budget_of(flags);
  options.balance_classes = !flags.class_weight.empty();
  options.path = flags.curve || !flags.path.empty();
  options.trace = !flags.trace.empty();
  std::optional<LabelledView> others;
  if (validation != nullptr) others = *validation;
  FitResult result = fit(*flags.method, train, std::move(others), options, run);
  if (flags.strip) result.model = stripped(std::move(result.model));
  record_numbers(read_options(flags.data), result.model);
  return result;
}

}  // namespace espalier::cli

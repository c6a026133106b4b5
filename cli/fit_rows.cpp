#include "cli/fit_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "cli/flags.h"
#include "cli/report.h"
#include "espalier/error.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/target.h"

namespace espalier::cli {
namespace {

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (text.empty() || problem != std::errc() || stop != end) return std::nullopt;
  return value;
}

// The schema says all about the features; what DATA's flags say of other columns and of its format is about DATA alone.
ReadOptions validation_options(const DataFlags& flags, const Table& train) {
  const ReadOptions given = read_options(flags);
  ReadOptions options;
  options.weight = given.weight;
  for (const TargetColumn& column : train.targets) {
    const auto is_among = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), column.name) != names.end();
    };
    options.targets.push_back(column.name);
    if (is_among(given.numeric)) options.numeric.push_back(column.name);
    if (is_among(given.categorical)) options.categorical.push_back(column.name);
  }
  options.schema.emplace();
  for (const Column& column : train.columns) options.schema->push_back(column.feature);
  return options;
}

LabelledView training_set(const FitFlags& flags, const LabelledRows& rows) {
  LabelledView set{rows.table, rows.target};
  if (!flags.class_weight.empty()) balance_classes(set.target);
  return set;
}

}  // namespace

LabelledRows take_rows(const LabelledRows& rows, std::span<const std::uint32_t> chosen) {
  return {espalier::take_rows(rows.table, chosen), espalier::take_rows(rows.target, chosen)};
}

LabelledRows read_rows(const FitFlags& flags, const Run& run) {
  LabelledRows rows;
  rows.table = read_table(flags.data.path, read_options(flags.data), run);
  if (rows.table.targets.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("--target is required: which column of {} is to be predicted?", rows.table.source));
  }
  check_target_count(*flags.method, rows.table.targets.size());
  rows.target = make_target(rows.table, task_of(flags.data));
  if (!flags.class_weight.empty() && rows.target.task == Task::regression) {
    throw Error(ErrorCode::usage, "class-weight needs classes, but the task is regression");
  }
  return rows;
}

double held_out_share(const FitFlags& flags) {
  if (flags.valid.empty()) return held_out_share(*flags.method, flags.options);
  const std::optional<double> share = number_in(flags.valid);
  if (!share) return 0;
  if (*share > 0 && *share < 1) return *share;
  throw Error(ErrorCode::usage, fmt::format("valid must be a file or a fraction in (0, 1), got {}", flags.valid));
}

std::optional<LabelledRows> read_validation(const FitFlags& flags, const LabelledRows& train, const Run& run) {
  if (flags.valid.empty() || number_in(flags.valid)) return std::nullopt;
  check_one_stdin(flags.data.path, flags.valid);
  const ReadOptions options = validation_options(flags.data, train.table);
  LabelledRows rows;
  rows.table = read_table(flags.valid, options, run);
  // Just enough of a model to say which classes there are.
  Model terms;
  terms.task = train.target.task;
  terms.targets = train.target.names;
  terms.classes = train.target.labels;
  rows.target = target_for(terms, rows.table);
  return rows;
}

void check_weights(const FitFlags& flags, const LabelledRows& rows, std::string_view which) {
  const std::vector<double>& weights = rows.target.weights;
  if (weights.empty() || std::any_of(weights.begin(), weights.end(), [](double weight) { return weight > 0; })) return;
  throw Error(ErrorCode::data,
              fmt::format("{}: column \"{}\": all rows {} have weight 0", rows.table.source, flags.data.weight, which));
}

Parts hold_out(const FitFlags& flags, LabelledRows rows, std::uint64_t seed) {
  const double share = held_out_share(flags);
  if (share == 0) return {std::move(rows), std::nullopt};
  try {
    HeldOut parts = espalier::hold_out(rows.table, rows.target, share, seed);
    return {std::move(parts.train), std::move(parts.validation)};
  } catch (const Error& error) {
    const std::string& weight = flags.data.weight;
    const bool about_weights =
        !weight.empty() && std::string_view(error.what()).find("weight") != std::string_view::npos;
    throw Error(error.code(), fmt::format("{}: {}{}", rows.table.source,
                                          about_weights ? fmt::format("column \"{}\": ", weight) : "", error.what()));
  }
}

FitResult fit_rows(const FitFlags& flags, const LabelledRows& train, const LabelledRows* validation, const Run& run) {
  const LabelledView train_set = training_set(flags, train);
  std::optional<LabelledView> validation_set;
  if (validation != nullptr) validation_set = training_set(flags, *validation);
  FitRequest request;
  request.train = &train_set;
  request.validation = validation_set ? &*validation_set : nullptr;
  request.budget = budget_of(flags);
  request.options = flags.options;
  request.path = flags.curve || !flags.path.empty();
  request.trace = !flags.trace.empty();
  FitResult result = fit(*flags.method, request, run);
  if (flags.strip) result.model = stripped(std::move(result.model));
  return result;
}

}  // namespace espalier::cli

// train: reads, holds rows out if asked or needed, fits, and writes the model; the summary goes to stderr, or as JSON
// to stdout.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/curve.h"
#include "cli/fit_flags.h"
#include "cli/fit_rows.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "cli/train_outputs.h"
#include "cli/verb.h"
#include "espalier/budget.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/linear.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier::cli {
namespace {

std::string target_text(const Target& target) {
  if (target.task == Task::regression) return fmt::format("regression of {}", quoted_targets(target.names));
  constexpr std::size_t kShown = 8;
  const std::span labels(target.labels);
  return fmt::format("classification of {}, {} classes: {}{}", quoted_targets(target.names), labels.size(),
                     printable_list(labels.first(std::min(labels.size(), kShown))),
                     labels.size() > kShown ? ", …" : "");
}

std::string rows_text(const TrainFlags& flags, const Parts& parts) {
  std::string text = fmt::format("{} to train on", parts.train.table.rows);
  if (parts.validation) {
    const bool by_method = flags.fit.valid.empty();
    text +=
        fmt::format(", {} {}{}", parts.validation->table.rows,
                    held_out_share(flags.fit) > 0 ? "held out" : "to validate on, from " + flags.fit.valid,
                    by_method ? fmt::format(" for {} to choose by (--valid changes it)", flags.fit.method->name) : "");
  }
  return text;
}

void note_inferred(Terminal& terminal, const TrainFlags& flags, const Parts& parts) {
  std::size_t numeric = 0;
  const std::vector<Column>& columns = parts.train.table.columns;
  for (const Column& column : columns) numeric += column.feature.type == ColumnType::numeric;
  terminal.note("task", target_text(parts.train.target));
  terminal.note("rows", rows_text(flags, parts));
  if (flags.fit.method_name.empty())
    terminal.note("method", fmt::format("{} (default{})", flags.fit.method->name, flags.fit.default_for));
  if (flags.fit.budget.empty() && flags.fit.method->default_budget)
    terminal.note("budget",
                  fmt::format("{} (default; --budget changes it)", to_string(*flags.fit.method->default_budget)));
  terminal.note("features",
                fmt::format("{}: {} numeric, {} categorical", columns.size(), numeric, columns.size() - numeric));
}

Parts read_parts(TrainFlags& flags, const Run& run, Terminal& terminal) {
  held_out_share(flags.fit);  // an invalid fraction is refused before the data are read
  LabelledRows rows = read_rows(flags.fit, run, terminal);
  std::optional<LabelledRows> validation = read_validation(flags.fit, rows, run, terminal);
  std::vector<std::string> warnings = rows.table.warnings;
  if (validation) return {std::move(rows), std::move(validation), std::move(warnings)};
  Parts parts = hold_out(flags.fit, std::move(rows), flags.fit.seed);
  parts.warnings = std::move(warnings);
  return parts;
}

struct Errors {
  Metrics train;
  std::optional<Metrics> validation;
};

std::string out_of_bag_text(const FitResult& result, std::size_t rows) {
  const std::string text = metrics_text(*result.out_of_bag, result.model.targets);
  if (result.out_of_bag_rows == rows) return text;
  return fmt::format("{} ({} of {} rows)", text, result.out_of_bag_rows, rows);
}

std::string rounds_text(const Rounds& rounds, bool held_out) {
  if (!held_out) return fmt::format("{}", rounds.kept);
  return fmt::format("{} of the {} tried{}", rounds.kept, rounds.tried,
                     rounds.kept == rounds.tried ? "; the last was the best, more may be better" : "");
}

void report(Terminal& terminal, const TrainFlags& flags, const Parts& parts, const FitResult& result,
            const Errors& errors) {
  const Size size = size_of(result.model);
  const std::vector<std::string>& targets = result.model.targets;
  terminal.note("train", metrics_text(errors.train, targets));
  if (errors.validation) terminal.note("validation", metrics_text(*errors.validation, targets));
  if (result.out_of_bag) terminal.note("out of bag", out_of_bag_text(result, parts.train.table.rows));
  if (result.rounds) terminal.note("rounds", rounds_text(*result.rounds, parts.validation.has_value()));
  if (!result.chosen.empty()) terminal.note("chosen", result.chosen);
  terminal.note("size", size_text(result.model, size));
  terminal.note("model", flags.model == kStandardStream ? "standard output" : flags.model);
}

// In the unit of the budget or, without one, in the parts that the model is made of.
Unit curve_unit(const TrainFlags& flags, const Model& model) {
  if (const std::optional<Budget> budget = budget_of(flags.fit)) return budget->unit;
  if (std::holds_alternative<Linear>(model.body)) return Unit::features;
  return std::holds_alternative<NeuralRules>(model.body) ? Unit::rules : Unit::leaves;
}

void show_curve(Terminal& terminal, const TrainFlags& flags, const FitResult& result) {
  CurveOptions options;
  options.unit = curve_unit(flags, result.model);
  options.unicode = unicode_locale();
  terminal.show(draw_curve(result.path, size_of(stripped(result.model)), result.model.task, options));
}

Json rounds_json(const std::optional<Rounds>& rounds) {
  if (!rounds) return {};
  return {{"kept", rounds->kept}, {"tried", rounds->tried}};
}

Json report_json(const TrainFlags& flags, const Parts& parts, const FitResult& result, const Errors& errors) {
  std::vector<std::string> warnings = parts.warnings;
  warnings.insert(warnings.end(), result.warnings.begin(), result.warnings.end());
  Json model = model_json(result.model, size_of(result.model));
  model["method"] = flags.fit.method->name;
  const std::vector<std::string>& targets = result.model.targets;
  return {{"task", to_string(result.model.task)},
          {"rows", parts.train.table.rows + (parts.validation ? parts.validation->table.rows : 0)},
          {"held_out_rows", parts.validation ? parts.validation->table.rows : 0},
          {"train", to_json(errors.train, targets)},
          {"validation", errors.validation ? to_json(*errors.validation, targets) : Json()},
          {"out_of_bag", result.out_of_bag ? to_json(*result.out_of_bag, targets) : Json()},
          {"rounds", rounds_json(result.rounds)},
          {"chosen", result.chosen.empty() ? Json() : Json(result.chosen)},
          {"model", std::move(model)},
          {"warnings", std::move(warnings)}};
}

void train(TrainFlags& flags) {
  check_outputs(flags);
  check_fit_flags(flags.fit);
  Terminal terminal(flags.fit.run.quiet ? Chatter::quiet : Chatter::normal);
  const Run run{flags.fit.seed, static_cast<int>(flags.fit.run.threads), terminal.progress()};
  const Parts parts = read_parts(flags, run, terminal);
  note_inferred(terminal, flags, parts);
  const FitResult result = fit_rows(flags.fit, parts.train, parts.validation ? &*parts.validation : nullptr, run);
  for (const std::string& warning : result.warnings) terminal.warn(warning);
  // Measured with the file's own weights, also if the classes were balanced for training.
  Errors errors{evaluate(result.model, parts.train.table, parts.train.target, run), {}};
  if (parts.validation)
    errors.validation = evaluate(result.model, parts.validation->table, parts.validation->target, run);
  write_outputs(flags, result);
  if (flags.fit.curve) show_curve(terminal, flags, result);
  report(terminal, flags, parts, result, errors);
  if (flags.fit.json) print_out(dump(report_json(flags, parts, result, errors)));
}

std::function<void()> declare_train(Parser& app, Words words) {
  const auto flags = std::make_shared<TrainFlags>();
  add_fit_flags(app, flags->fit, words);
  add_output(app, flags->model, "MODEL", "where to write the model")->required();
  app.add_flag("--curve", flags->fit.curve, "draw the error of every intermediate model against its size")
      ->group(kOutputGroup);
  app.add_option("--path", flags->fit.path, "write a CSV with the size and error of every intermediate model")
      ->type_name(kFileType)
      ->group(kOutputGroup);
  app.add_option("--trace", flags->fit.trace,
                 "write a CSV with the objective after every epoch (only for methods that work in epochs)")
      ->type_name(kFileType)
      ->group(kOutputGroup);
  return [flags] { train(*flags); };
}

}  // namespace

const Verb kTrain{"train", "Train a model and save it.",
                  "espalier train iris.csv --target species -o iris.esp\n"
                  "espalier train iris.csv --target species --method tree --depth 3 --json -o iris.esp\n"
                  "espalier train houses.csv --target price --ignore id --valid 0.2 --budget 16KB -o houses.esp\n"
                  "espalier generate friedman1 --rows 500 | espalier train - --target target -o friedman.esp\n"
                  "espalier train --method tree --help",
                  declare_train};

}  // namespace espalier::cli

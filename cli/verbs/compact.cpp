// compact: makes a saved forest smaller with the help of data, and refits its weights; the summary goes to stderr, or
// as JSON to stdout.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>

#include "cli/data_flags.h"
#include "cli/fit_rows.h"
#include "cli/flags.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "espalier/budget.h"
#include "espalier/compact.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/read_table.h"
#include "espalier/run.h"

namespace espalier::cli {
namespace {

constexpr const char* kCompactionGroup = "Compaction";

struct CompactFlags {
  std::string model;
  DataFlags data;
  std::string valid;
  std::string budget;
  std::uint64_t rows = CompactRequest{}.rows;
  std::uint64_t seed = 1;
  bool strip = false;
  bool json = false;
  std::string output;
  RunFlags run;
};

void check_files(const CompactFlags& flags) {
  check_one_stdin(flags.model, flags.data.path);
  if (!number_in(flags.valid)) {
    check_one_stdin(flags.model, flags.valid);
    check_one_stdin(flags.data.path, flags.valid);
    check_not_replaced("-o", flags.output, "the data in", {flags.valid});
  }
  check_writable(flags.output);
  check_not_replaced("-o", flags.output, "the data in", {flags.data.path});
  check_not_replaced("-o", flags.output, "the model in", {flags.model});
  if (flags.json && flags.output == kStandardStream)
    throw Error(ErrorCode::usage, "standard output can take only one of -o - and --json");
}

// Reads the columns and the classes of the model.
LabelledRows read_rows(const CompactFlags& flags, const std::string& path, const Model& model, const Run& run,
                       Terminal& terminal) {
  ReadOptions options = read_options(flags.data, model);
  if (options.targets.empty()) {
    options.targets = model.targets;
    options.split_targets = false;
  }
  LabelledRows rows;
  rows.table = read_data(path, options, run, terminal);
  rows.target = target_for(model, rows.table);
  return rows;
}

struct Sets {
  LabelledView train;
  std::optional<LabelledView> validation;
};

Parts read_parts(const CompactFlags& flags, const Model& model, const Run& run, Terminal& terminal) {
  Parts parts{read_rows(flags, flags.data.path, model, run, terminal), {}};
  if (const std::optional<double> share = number_in(flags.valid)) {
    HeldOut split =
        in_file(parts.train.table.source, [&] { return hold_out(LabelledView(parts.train), *share, flags.seed); });
    parts = {std::move(split.train), std::move(split.validation)};
  } else if (!flags.valid.empty()) {
    parts.validation = read_rows(flags, flags.valid, model, run, terminal);
  }
  return parts;
}

struct Measured {
  Metrics train;
  std::optional<Metrics> validation;
};

Measured measure(const Model& model, const Sets& sets, const Run& run) {
  Measured measured{evaluate(model, sets.train.table, sets.train.target, run), {}};
  if (sets.validation) measured.validation = evaluate(model, sets.validation->table, sets.validation->target, run);
  return measured;
}

Json measured_json(const Model& model, const Measured& measured) {
  return {{"train", to_json(measured.train, model.targets)},
          {"validation", measured.validation ? to_json(*measured.validation, model.targets) : Json()},
          {"model", model_json(model, size_of(model))}};
}

void compact_file(const CompactFlags& flags) {
  const Budget budget = parse_budget(flags.budget);
  check_files(flags);
  Terminal terminal(flags.run.quiet ? Chatter::quiet : Chatter::normal);
  const Run run{flags.seed, static_cast<int>(flags.run.threads), terminal.progress()};
  const Model before = load(flags.model);
  const Parts parts = read_parts(flags, before, run, terminal);
  const LabelledRows& train = parts.train;
  const std::optional<LabelledRows>& validation = parts.validation;
  Sets sets{{train.table, train.target}, {}};
  if (validation) sets.validation = {validation->table, validation->target};

  FitResult result =
      compact(before, {&sets.train, sets.validation ? &*sets.validation : nullptr, budget, flags.rows}, run);
  for (const std::string& warning : result.warnings) terminal.warn(warning);
  if (flags.strip) result.model = stripped(std::move(result.model));
  record_numbers(read_options(flags.data, before), result.model);
  const Measured was = measure(before, sets, run), is = measure(result.model, sets, run);
  save_model(result.model, flags.output);

  terminal.note("rows", fmt::format("{} to prune and refit on{}", train.table.rows,
                                    validation ? fmt::format(", {} held out", validation->table.rows) : ""));
  terminal.note("before", size_text(before, size_of(before)));
  terminal.note("train", metrics_text(was.train, before.targets));
  if (was.validation) terminal.note("validation", metrics_text(*was.validation, before.targets));
  terminal.note("after", size_text(result.model, size_of(result.model)));
  terminal.note("train", metrics_text(is.train, before.targets));
  if (is.validation) terminal.note("validation", metrics_text(*is.validation, before.targets));
  terminal.note("chosen", result.chosen);
  terminal.note("model", flags.output == kStandardStream ? "standard output" : flags.output);
  if (!flags.json) return;
  Json json = {{"task", to_string(before.task)}, {"rows", train.table.rows}, {"before", measured_json(before, was)}};
  json.update(measured_json(result.model, is));
  json["chosen"] = result.chosen;
  json["warnings"] = result.warnings;
  print_out(dump(json));
}

std::function<void()> declare_compact(Parser& app, Words) {
  const auto flags = std::make_shared<CompactFlags>();
  app.add_option("MODEL", flags->model, "a file written by train; - is standard input")->required();
  app.set_group(kDataGroup);
  app.add_option("--data", flags->data.path, "rows to prune and refit on; - is standard input")
      ->type_name(kFileType)
      ->required();
  add_format_flags(app, flags->data);
  add_target_flags(app, flags->data, "column with the true values (default: the model's own target)");
  app.set_group(kCompactionGroup);
  app.add_option("--budget", flags->budget,
                 "maximum size of the model, for example 16KB, 200nodes, 64leaves or 50rules; a budget in trees "
                 "removes whole trees")
      ->type_name("SIZE")
      ->required();
  app.add_option("--valid", flags->valid,
                 "held-out rows that choose the regularisation of the last refit: a file, or a fraction of the data "
                 "(default: a fifth of the data, which is fitted afterwards)")
      ->type_name("FILE|FRACTION");
  add_integer(app, "--rows", flags->rows, {100, std::numeric_limits<std::uint32_t>::max()},
              "maximum number of rows to prune on, sampled at random; the last refit uses all rows (default 100000)");
  add_integer(app, "--seed", flags->seed, {0, std::numeric_limits<std::uint64_t>::max()},
              "seed of all random draws (default 1)");
  add_run_flags(app, flags->run);
  app.add_flag("--strip", flags->strip,
               "save only what prediction needs: no statistics, no record of how the model was made");
  app.set_group(kOutputGroup);
  app.add_flag("--json", flags->json, "print the results as JSON on standard output");
  add_output(app, flags->output, "MODEL", "where to write the smaller model")->required();
  return [flags] { compact_file(*flags); };
}

}  // namespace

const Verb kCompact{"compact", "Make a saved forest smaller and refit its weights.",
                    "espalier compact big.esp --data train.csv --budget 256leaves -o small.esp\n"
                    "espalier compact big.esp --data train.csv --valid valid.csv --budget 16KB -o small.esp",
                    declare_compact};

}  // namespace espalier::cli

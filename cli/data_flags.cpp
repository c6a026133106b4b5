#include "cli/data_flags.h"

#include <fmt/format.h>

#include "cli/flags.h"

namespace espalier::cli {
namespace {

FileFormat format_of(const std::string& name) {
  if (name == "csv") return FileFormat::csv;
  if (name == "tsv") return FileFormat::tsv;
  if (name == "libsvm") return FileFormat::libsvm;
  return FileFormat::automatic;
}

char thousands_of(const std::string& name) {
  if (name == "none") return '\0';
  return name == "space" ? ' ' : name[0];
}

void set_numbers(const std::string& decimal, const std::string& thousands, ReadOptions& options) {
  if (!decimal.empty()) options.decimal = decimal[0];
  if (!thousands.empty()) options.thousands = thousands_of(thousands);
}

}  // namespace

void add_data_file(Parser& app, DataFlags& flags) {
  app.add_option("DATA", flags.path, "a CSV, TSV or LibSVM file, gzipped or not; - is standard input")->required();
  add_format_flags(app, flags);
}

void add_format_flags(Parser& app, DataFlags& flags) {
  add_choice(app, "--format", flags.format, {"csv", "tsv", "libsvm"},
             "format of the data (default: by its suffix, else csv)")
      ->group(kDataGroup);
  add_choice(app, "--decimal", flags.decimal, {".", ","},
             "what stands before the decimals of a number (default: as in the data of the model, else .)")
      ->group(kDataGroup);
  add_choice(app, "--thousands", flags.thousands, {"none", ",", ".", "space", "'"},
             "what may stand between groups of three digits (default: as in the data of the model, else none)")
      ->group(kDataGroup);
}

void add_target_flags(Parser& app, DataFlags& flags, const std::string& target_help) {
  add_columns(app, "--target", flags.targets, target_help)->group(kDataGroup);
  app.add_option("--weight", flags.weight, "column with the weight of each row (default: all 1)")
      ->type_name("COL")
      ->group(kDataGroup);
}

void add_data_flags(Parser& app, DataFlags& flags) {
  add_data_file(app, flags);
  add_target_flags(app, flags,
                   "column to predict; with several columns, a regression of each; not needed for LibSVM files");
  add_columns(app, "--numeric", flags.numeric, "columns to read as numbers, whatever they look like")
      ->group(kDataGroup);
  add_columns(app, "--categorical", flags.categorical,
              "columns to read as categories (default: those in which more than 1% of the values are not numbers)")
      ->group(kDataGroup);
  add_columns(app, "--ignore", flags.ignore, "columns to leave out")->group(kDataGroup);
  add_choice(
      app, "--task", flags.task, {"classification", "regression"},
      "type of task (default: classification if the target is text, or integers with at most 20 different values)")
      ->group(kDataGroup);
}

ReadOptions read_options(const DataFlags& flags) {
  ReadOptions options;
  options.format = format_of(flags.format);
  options.targets = flags.targets;
  std::erase(options.targets, "");
  options.split_targets = true;
  options.weight = flags.weight;
  options.numeric = flags.numeric;
  options.categorical = flags.categorical;
  options.ignore = flags.ignore;
  set_numbers(flags.decimal, flags.thousands, options);
  return options;
}

ReadOptions read_options(const DataFlags& flags, const Model& model) {
  ReadOptions options = read_options(flags);
  options.schema = model.features;
  std::string decimal, thousands;
  if (model.provenance) {
    for (const auto& [name, value] : model.provenance->settings) {
      if (name == "decimal") decimal = value;
      if (name == "thousands") thousands = value;
    }
  }
  set_numbers(flags.decimal.empty() ? decimal : flags.decimal, flags.thousands.empty() ? thousands : flags.thousands,
              options);
  // Whoever gives only the decimal mark means the thousands too.
  if (flags.thousands.empty() && options.thousands == options.decimal) options.thousands = '\0';
  return options;
}

void record_numbers(const ReadOptions& options, Model& model) {
  const ReadOptions usual;
  if (!model.provenance) return;
  auto& settings = model.provenance->settings;
  if (options.decimal != usual.decimal) settings.emplace_back("decimal", std::string(1, options.decimal));
  if (options.thousands != usual.thousands)
    settings.emplace_back("thousands", options.thousands == ' ' ? "space" : std::string(1, options.thousands));
}

Table read_data(const std::string& path, const ReadOptions& options, const Run& run, Terminal& terminal) {
  Table table = read_table(path, options, run);
  for (const std::string& warning : table.warnings) terminal.warn(fmt::format("{}: {}", table.source, warning));
  return table;
}

std::optional<Task> task_of(const DataFlags& flags) {
  if (flags.task.empty()) return std::nullopt;
  return flags.task == "regression" ? Task::regression : Task::classification;
}

}  // namespace espalier::cli

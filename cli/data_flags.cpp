#include "cli/data_flags.h"

#include "cli/flags.h"

namespace espalier::cli {
namespace {

FileFormat format_of(const std::string& name) {
  if (name == "csv") return FileFormat::csv;
  if (name == "tsv") return FileFormat::tsv;
  if (name == "libsvm") return FileFormat::libsvm;
  return FileFormat::automatic;
}

}  // namespace

void add_data_file(Parser& app, DataFlags& flags) {
  app.add_option("DATA", flags.path, "a CSV, TSV or LibSVM file, gzipped or not; - is standard input")->required();
  add_choice(app, "--format", flags.format, {"csv", "tsv", "libsvm"},
             "format of DATA (default: by its suffix, else csv)")
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
  return options;
}

std::optional<Task> task_of(const DataFlags& flags) {
  if (flags.task.empty()) return std::nullopt;
  return flags.task == "regression" ? Task::regression : Task::classification;
}

}  // namespace espalier::cli

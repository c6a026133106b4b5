// The flags of every verb that reads data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/parser.h"
#include "cli/terminal.h"
#include "espalier/model.h"
#include "espalier/read_table.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier::cli {

inline constexpr const char* kDataGroup = "Data";

struct DataFlags {
  std::string path;
  std::string format;
  std::string decimal;
  std::string thousands;
  std::vector<std::string> targets;  // each the name of a column, or names with commas between them
  std::string weight;
  std::vector<std::string> numeric;
  std::vector<std::string> categorical;
  std::vector<std::string> ignore;
  std::string task;
};

// DATA, and how it is written: enough if a model's schema says how to read the rest.
void add_data_file(Parser& app, DataFlags& flags);

// How it is written alone: --format, --decimal and --thousands.
void add_format_flags(Parser& app, DataFlags& flags);

// --target and --weight.
void add_target_flags(Parser& app, DataFlags& flags, const std::string& target_help);

// All of them, for data about which nothing is known yet.
void add_data_flags(Parser& app, DataFlags& flags);

// The options that the flags give, without a schema.
ReadOptions read_options(const DataFlags& flags);

// The same for data that a model is used on: its features, and numbers as in the data that it was trained on, if the
// flags do not say otherwise.
ReadOptions read_options(const DataFlags& flags, const Model& model);

// Notes in the model how the numbers of its data were written, if that is not the default.
void record_numbers(const ReadOptions& options, Model& model);

// Reads a table and shows the reader's warnings.
Table read_data(const std::string& path, const ReadOptions& options, const Run& run, Terminal& terminal);

std::optional<Task> task_of(const DataFlags& flags);

}  // namespace espalier::cli

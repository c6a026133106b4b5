// The flags of every verb that reads data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/parser.h"
#include "espalier/read_table.h"
#include "espalier/target.h"

namespace espalier::cli {

inline constexpr const char* kDataGroup = "Data";

struct DataFlags {
  std::string path;
  std::string format;
  std::vector<std::string> targets;  // each the name of a column, or names with commas between them
  std::string weight;
  std::vector<std::string> numeric;
  std::vector<std::string> categorical;
  std::vector<std::string> ignore;
  std::string task;
};

// DATA and --format: enough if a model's schema says how to read the rest.
void add_data_file(Parser& app, DataFlags& flags);

// --target and --weight.
void add_target_flags(Parser& app, DataFlags& flags, const std::string& target_help);

// All of them, for data about which nothing is known yet.
void add_data_flags(Parser& app, DataFlags& flags);

// The options that the flags give, without a schema.
ReadOptions read_options(const DataFlags& flags);

std::optional<Task> task_of(const DataFlags& flags);

}  // namespace espalier::cli

// Flags whose values are checked here, so that their messages read like all others.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/parser.h"

namespace espalier::cli {

inline constexpr const char* kOutputGroup = "Output";
inline constexpr const char* kFileType = "FILE";  // placeholder for a file name in the help

struct Interval {
  std::uint64_t low;
  std::uint64_t high;
};

// `name` is "--rows"; messages call it "rows", as the library does.
Option* add_integer(Parser& app, const std::string& name, std::uint64_t& value, Interval interval,
                    const std::string& help);
Option* add_choice(Parser& app, const std::string& name, std::string& value, std::vector<std::string> choices,
                   const std::string& help);
// COL,COL,…; may be given several times. Not split here: a column may have commas in its name, and only the file tells.
Option* add_columns(Parser& app, const std::string& name, std::vector<std::string>& value, const std::string& help);
Option* add_output(Parser& app, std::string& path, const std::string& type, const std::string& help);

struct RunFlags {
  std::uint64_t threads = 0;
  bool quiet = false;
};

// --threads and --quiet, for every verb that may take long.
void add_run_flags(Parser& app, RunFlags& flags);

// Both inputs cannot be read from stdin.
void check_one_stdin(const std::string& first, const std::string& second);

}  // namespace espalier::cli

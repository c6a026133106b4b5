// Flags whose values are checked here, so that messages are ours; and CLI11's own complaints in our words.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace espalier::cli {

inline constexpr const char* kOutputGroup = "Output";
inline constexpr const char* kFileType = "FILE";  // stands for a file's name in the help

struct Interval {
  std::uint64_t low;
  std::uint64_t high;
};

// `name` is "--rows"; messages call it "rows", as the library does.
CLI::Option* add_integer(CLI::App& app, const std::string& name, std::uint64_t& value, Interval interval,
                         const std::string& help);
CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& value, std::vector<std::string> choices,
                        const std::string& help);
// COL,COL,…; may be given several times.
CLI::Option* add_columns(CLI::App& app, const std::string& name, std::vector<std::string>& value,
                         const std::string& help);
CLI::Option* add_output(CLI::App& app, std::string& path, const std::string& type, const std::string& help);

struct RunFlags {
  std::uint64_t threads = 0;
  bool quiet = false;
};

// --threads and --quiet, which every verb has that may take long.
void add_run_flags(CLI::App& app, RunFlags& flags);

// What was wrong with the words that `app` could not parse, for a person.
std::string explain(const CLI::ParseError& error, const CLI::App& app);

// Reading both from stdin cannot work.
void check_one_stdin(const std::string& first, const std::string& second);

}  // namespace espalier::cli

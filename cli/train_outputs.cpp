#include "cli/train_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "cli/fit_csv.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "espalier/error.h"
#include "espalier/fit.h"

namespace espalier::cli {
namespace {

struct File {
  std::string flag;
  std::string name;
};

// The outputs that are wanted.
std::vector<File> outputs(const TrainFlags& flags) {
  std::vector<File> files = {{"-o", flags.model}};
  if (!flags.fit.path.empty()) files.push_back({"--path", flags.fit.path});
  if (!flags.fit.trace.empty()) files.push_back({"--trace", flags.fit.trace});
  return files;
}

// Files that the method's own options name.
std::vector<File> method_inputs(const FitFlags& flags) {
  std::vector<File> files;
  for (const OptionInfo& option : flags.method->options) {
    const auto given = flags.options.find(option.name);
    if (option.type != OptionType::file || given == flags.options.end()) continue;
    files.push_back({"--" + option.name, given->second});
  }
  return files;
}

void check_given(const FitFlags& flags) {
  if ((flags.curve || !flags.path.empty()) && !flags.method->gives_path) {
    throw Error(ErrorCode::usage, fmt::format("{}: {} has no intermediate models", flags.curve ? "--curve" : "--path",
                                              flags.method->name));
  }
  if (!flags.trace.empty() && !flags.method->gives_trace) {
    throw Error(ErrorCode::usage,
                fmt::format("--trace: {} does not work in epochs, so there is no trace to write", flags.method->name));
  }
}

void check_two_files(const std::vector<File>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = i + 1; j < files.size(); ++j) {
      if (!same_file(files[i].name, files[j].name)) continue;
      throw Error(ErrorCode::usage, fmt::format("{} and {} must be two files, got {} for both", files[i].flag,
                                                files[j].flag, files[i].name));
    }
  }
}

void check_no_input_replaced(const File& output, const FitFlags& flags) {
  check_not_replaced(output.flag, output.name, "the data in", {flags.data.path, flags.valid});
  for (const File& input : method_inputs(flags))
    check_not_replaced(output.flag, output.name, "the file of " + input.flag + ",", {input.name});
}

}  // namespace

void check_outputs(const TrainFlags& flags) {
  check_given(flags.fit);
  const std::vector<File> files = outputs(flags);
  for (const File& file : files) check_writable(file.name);
  const auto to_stdout = flags.fit.json + std::ranges::count(files, kStandardStream, &File::name);
  if (to_stdout > 1) {
    throw Error(ErrorCode::usage, "only one of -o -, --path -, --trace - and --json can go to standard output");
  }
  check_two_files(files);
  for (const File& file : files) check_no_input_replaced(file, flags.fit);
}

void write_outputs(const TrainFlags& flags, const FitResult& result) {
  stop_if_interrupted();
  std::optional<Output> path, trace;
  if (!flags.fit.path.empty()) write_path(path.emplace(flags.fit.path).stream(), result.path);
  if (!flags.fit.trace.empty()) write_trace(trace.emplace(flags.fit.trace).stream(), result.trace);
  save_model(result.model, flags.model);
  if (path) path->commit();
  if (trace) trace->commit();
}

}  // namespace espalier::cli

// The flags of the verbs that fit models. A method's own options become flags from the registry, so `--method` is
// looked up in the words before anything is parsed, and so is `--preset`.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/data_flags.h"
#include "cli/flags.h"
#include "cli/verb.h"
#include "espalier/budget.h"
#include "espalier/method.h"
#include "espalier/options.h"

namespace espalier::cli {

struct FitFlags {
  DataFlags data;
  const Method* method = nullptr;
  std::string method_name;
  std::string preset;
  std::string budget;
  std::string valid;  // "", a file or a fraction
  std::string class_weight;
  std::uint64_t seed = 1;
  bool strip = false;
  bool json = false;
  bool curve = false;  // whether to draw the models on the way; train alone offers it
  std::string path;    // where to write the models on the way; train alone offers it
  std::string trace;   // where to write the objective's course; train alone offers it
  OptionValues options;
  RunFlags run;
};

void add_fit_flags(CLI::App& app, FitFlags& flags, Words words);

std::optional<Budget> budget_of(const FitFlags& flags);

// What is wrong with any data is refused before they are read.
void check_fit_flags(const FitFlags& flags);

}  // namespace espalier::cli

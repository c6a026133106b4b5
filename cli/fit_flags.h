// The flags of the verbs that fit models. A method's own options become flags from the registry, so `--method` and
// `--preset` are looked up in the words before anything is parsed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/data_flags.h"
#include "cli/flags.h"
#include "cli/parser.h"
#include "cli/verb.h"
#include "espalier/budget.h"
#include "espalier/method.h"
#include "espalier/options.h"

namespace espalier::cli {

struct FitFlags {
  DataFlags data;
  const Method* method = nullptr;
  std::string method_name;  // "": a default
  std::string default_for;  // what makes the method the default, as in " with a budget in bytes"
  std::string preset;
  std::string budget;
  std::string valid;  // "", a file or a fraction
  std::string class_weight;
  std::uint64_t seed = 1;
  bool strip = false;
  bool json = false;
  bool curve = false;  // whether to draw the intermediate models; only in train
  std::string path;    // where to write the intermediate models; only in train
  std::string trace;   // where to write the objective after every epoch; only in train
  OptionValues options;
  RunFlags run;
};

void add_fit_flags(Parser& app, FitFlags& flags, Words words);

std::optional<Budget> budget_of(const FitFlags& flags);

// The method that is taken for these rows, if the command line leaves it open; `method` is then replaced.
void settle_method(FitFlags& flags, std::size_t rows, std::size_t targets);

// Refuses values that are wrong for any data, before the data are read.
void check_fit_flags(const FitFlags& flags);

}  // namespace espalier::cli

// The registry of methods: what the command line and the Python package read. A method is a name, an options struct
// and a fit function; options, ranges and help come from the struct's one list of fields.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/options.h"
#include "espalier/run.h"

namespace espalier {

struct Method {
  std::string_view name;
  std::string_view summary;
  std::string_view source;  // the paper
  std::vector<OptionInfo> options;
  std::vector<Preset> presets;
  std::vector<Unit> budgets;                                  // units that it supports
  std::optional<Budget> default_budget;                       // used without --budget
  bool takes_validation = false;                              // whether it uses held-out rows whenever they are given
  bool several_targets = false;                               // whether it fits models of several targets
  bool gives_path = false;                                    // whether it can measure the intermediate models
  bool gives_trace = false;                                   // whether it can keep the objective after every epoch
  std::function<void(const OptionValues&)> check;             // throws for values that are wrong for any data
  std::function<bool(const OptionValues&)> needs_validation;  // whether these options need held-out rows
  std::function<FitResult(const FitRequest&, const Run&)> fit;
};

std::span<const Method> methods();

// Throws for an unknown name, with the nearest one.
const Method& find_method(std::string_view name);

// The options of a preset; an error if the method has none of that name.
const OptionValues& preset_options(const Method& method, std::string_view preset);

// Throws if the method cannot predict this many targets; the message names the methods that can.
void check_target_count(const Method& method, std::size_t targets);

// Whether the method needs held-out rows with these options. Throws for options that are wrong.
bool needs_validation(const Method& method, const OptionValues& options);

// Whether it looks at held-out rows with any options.
bool uses_validation(const Method& method);

}  // namespace espalier

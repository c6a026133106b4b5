// The registry of methods: what the command line and the Python package read. A method is a name, an options struct
// and a fit function; options, ranges and help come from the struct's one list of fields.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/route.h"

namespace espalier {

enum class OptionType : std::uint8_t { integer, number, choice, flag, columns, integers, numbers, file };

struct OptionInfo {
  std::string name;  // as in --min-rows
  OptionType type = OptionType::number;
  std::string default_value;  // "" where there is none: unlimited, or decided from the data
  double low = 0;             // of numbers, and of each in a list
  double high = 0;
  std::vector<std::string> choices;
  std::string help;
};

using OptionValues = std::map<std::string, std::string, std::less<>>;

struct TrainingSet {
  TableView table;
  Target target;
};

struct FitRequest {
  const TrainingSet* train = nullptr;
  const TrainingSet* validation = nullptr;  // may be null
  std::optional<Budget> budget;
  OptionValues options;
  bool path = false;   // whether to measure the models on the way
  bool trace = false;  // whether to keep the objective's course
};

// One model on the way to the one that was kept.
struct PathPoint {
  Size size;  // bytes: of the stripped file
  double train_error = 0;
  std::optional<double> validation_error;
  std::optional<double> train_loss;  // of methods that minimise another loss than the error
  std::optional<double> validation_loss;
};

// The objective after one epoch of a method that minimises one step by step.
struct TracePoint {
  double shrinkage = 0;
  std::string phase;  // "select", while candidates are dropped, or "refit", once the survivors are known
  std::size_t epoch = 0;
  std::size_t survivors = 0;
  double objective = 0;
};

// Of methods that go in rounds.
struct Rounds {
  std::size_t kept = 0;
  std::size_t tried = 0;
};

struct FitResult {
  Model model;
  std::vector<PathPoint> path;
  std::vector<TracePoint> trace;
  std::optional<Rounds> rounds;
  std::string chosen;  // what a method that tries several settings took, as in "rate 0.1, window 10"
  std::vector<std::string> warnings;
  // Methods that draw a tree's rows: each training row as the trees see it that were grown without it.
  std::optional<Metrics> out_of_bag;
  std::size_t out_of_bag_rows = 0;  // how many there were; rows that are in every tree's draw are left out
};

// Options by another name than their defaults: "paper" has those of the paper that the method is from.
struct Preset {
  std::string_view name;
  OptionValues options;
};

struct Method {
  std::string_view name;
  std::string_view summary;
  std::string_view source;  // the paper
  std::vector<OptionInfo> options;
  std::vector<Preset> presets;
  std::vector<Unit> budgets;             // units that it can honour
  std::optional<Budget> default_budget;  // used without --budget
  // "option=value" or "option" that needs held-out rows, "option," where that is a list of several; "*"
  std::vector<std::string_view> uses_validation;
  bool takes_validation = false;                   // whether it chooses by held-out rows wherever it is given some
  bool several_targets = false;                    // whether it fits models of several targets
  bool gives_path = false;                         // whether it measures the models on the way when asked to
  bool gives_trace = false;                        // whether it keeps the objective's course when asked to
  std::function<void(const OptionValues&)> check;  // throws for values that are wrong whatever the data
  std::function<FitResult(const FitRequest&, const Run&)> fit;
};

std::span<const Method> methods();

// Throws for an unknown name, with the nearest one.
const Method& find_method(std::string_view name);

// The options of a preset; an error if the method has none of that name.
const OptionValues& preset_options(const Method& method, std::string_view preset);

// Throws, with the methods that can, if the method cannot predict so many targets.
void check_target_count(const Method& method, std::size_t targets);

// Checks the request (options, budget, shapes), fits, and records the provenance.
FitResult fit(const Method& method, const FitRequest& request, const Run& run = {});

// Whether these options make the method look at held-out rows.
bool needs_validation(const Method& method, const OptionValues& options);

// Rows with storage of their own.
struct Rows {
  Table table;
  Target target;
};

// Rows to fit on, and rows to choose by.
struct HeldOut {
  Rows train;
  Rows validation;
};

// The share of the rows that is held out where none is given: 0.2 if these options need held-out rows, otherwise 0.
double held_out_share(const Method& method, const OptionValues& options);

// Holds out a share in (0, 1) of the rows, of every class alike. An error if either side is left without rows, or
// without any that has a weight.
HeldOut hold_out(const TableView& table, const Target& target, double share, std::uint64_t seed);

// ---- compaction ----------------------------------------------------------------------------------------------------

struct CompactRequest {
  const TrainingSet* train = nullptr;       // with the target in the model's terms: see target_for()
  const TrainingSet* validation = nullptr;  // what the refit is chosen by; null: a fifth of the training rows
  std::optional<Budget> budget;             // of trees, nodes, leaves, rules or bytes; none: only refitted
  std::size_t rows = 100'000;               // pruned on at most so many rows, drawn at random
};

// Makes a forest smaller, whatever grew it, and never larger: pairs of leaves are merged where that costs least, or
// whole trees taken away, until it is within the budget, and all weights are refitted together after every round and on
// all rows at the end. `chosen` says how much leaves were held back. An error if the model has no trees or several
// targets.
FitResult compact_model(const Model& model, const CompactRequest& request, const Run& run = {});

// Row weights that give every class the same total, on top of those that are there.
void balance_classes(Target& target);

}  // namespace espalier

// Fitting: the request and the result.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/budget.h"
#include "espalier/evaluate.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {

// What a method's own fit gets. The views must outlive the fit.
struct FitRequest {
  const LabelledView* train = nullptr;
  const LabelledView* validation = nullptr;  // may be null
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
  std::string chosen;                    // what a method that tries several settings took, as in "rate 0.1, window 10"
  std::optional<OptionValues> settings;  // what the model records of its options, where not what was given
  std::vector<std::string> warnings;
  // Methods that draw a tree's rows: each training row as the trees see it that were grown without it.
  std::optional<Metrics> out_of_bag;
  std::size_t out_of_bag_rows = 0;  // how many there were; rows that are in every tree's draw are left out
};

struct Method;

// What is asked for, apart from the data.
struct FitOptions {
  OptionValues options = {};  // by their names, as the command line has them: {{"rate", "0.05"}}
  std::optional<Budget> budget = {};
  std::optional<double> valid = {};  // the share of the rows to hold out and choose by; see held_out_share()
  bool balance_classes = false;      // whether every class counts the same in training
  bool path = false;                 // whether to measure the models on the way
  bool trace = false;                // whether to keep the objective's course
};

// Fits the method of that name; an unknown one is an error. Where the options need rows to choose by, or `valid` asks
// for some, they are held out.
FitResult fit(std::string_view method, const TableView& table, const Target& target, const FitOptions& options = {},
              const Run& run = {});

// The same by rows that are given to choose by, or without.
FitResult fit(const Method& method, LabelledView train, std::optional<LabelledView> validation,
              const FitOptions& options = {}, const Run& run = {});

// The fit behind both: checks the request (options, budget, shapes), fits, and records the provenance.
FitResult fit(const Method& method, const FitRequest& request, const Run& run = {});

// Row weights that give every class the same total, on top of those that are there.
void balance_classes(Target& target);

}  // namespace espalier

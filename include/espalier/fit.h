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

// The input of a method's own fit. The views must outlive the fit.
struct FitRequest {
  const LabelledView* train = nullptr;
  const LabelledView* validation = nullptr;  // may be null
  std::optional<Budget> budget;
  OptionValues options;
  bool path = false;   // whether to measure the intermediate models
  bool trace = false;  // whether to keep the objective after every epoch
};

// One intermediate model of a fit.
struct PathPoint {
  Size size;  // bytes: of the stripped file
  double train_error = 0;
  std::optional<double> validation_error;
  std::optional<double> train_loss;  // for methods that minimise another loss than the error
  std::optional<double> validation_loss;
};

// The objective after one epoch, for methods that work in epochs.
struct TracePoint {
  double shrinkage = 0;
  std::string phase;  // "select" while candidates are dropped, or "refit" once the survivors are known
  std::size_t epoch = 0;
  std::size_t survivors = 0;
  double objective = 0;
};

// For methods that work in rounds.
struct Rounds {
  std::size_t kept = 0;
  std::size_t tried = 0;
};

struct FitResult {
  Model model;
  std::vector<PathPoint> path;
  std::vector<TracePoint> trace;
  std::optional<Rounds> rounds;
  std::string chosen;                    // the settings that a method chose, as in "rate 0.1, window 10"
  std::optional<OptionValues> settings;  // the options that the model records, if not those that were given
  std::vector<std::string> warnings;
  // For methods that draw the rows of each tree: each training row is predicted by the trees that were grown without
  // it.
  std::optional<Metrics> out_of_bag;
  std::size_t out_of_bag_rows = 0;  // the number of such rows; rows that every tree drew are left out
};

struct Method;

// The settings of a fit, apart from the data.
struct FitOptions {
  OptionValues options = {};  // by their names as on the command line: {{"rate", "0.05"}}
  std::optional<Budget> budget = {};
  std::optional<double> valid = {};  // the share of the rows to hold out and choose on; see held_out_share()
  bool balance_classes = false;      // whether every class gets the same total weight
  bool path = false;                 // whether to measure the intermediate models
  bool trace = false;                // whether to keep the objective after every epoch
};

// Fits the method with that name; an unknown name is an error. If the options need held-out rows, or `valid` asks for
// some, they are held out.
FitResult fit(std::string_view method, const TableView& table, const Target& target, const FitOptions& options = {},
              const Run& run = {});

// The same with the given held-out rows, or without any.
FitResult fit(const Method& method, LabelledView train, std::optional<LabelledView> validation,
              const FitOptions& options = {}, const Run& run = {});

// The fit behind both: checks the request (options, budget, shapes), fits, and records the provenance.
FitResult fit(const Method& method, const FitRequest& request, const Run& run = {});

// Scales the row weights so that every class has the same total.
void balance_classes(Target& target);

}  // namespace espalier

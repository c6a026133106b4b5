// The part that every fit shares: checks before, budget and provenance after.
#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/quotes.h"
#include "base/text.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/linear.h"
#include "espalier/method.h"
#include "espalier/model.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "method/options/canonical_options.h"

namespace espalier {
namespace {

constexpr std::size_t kLongestText = 65535;  // bytes of a name or a label, all of which a model holds

void check_lengths(std::span<const std::string> texts, const std::string& column, std::string_view what) {
  constexpr std::size_t kShown = 40;
  const auto too_long = [](const std::string& text) { return text.size() > kLongestText; };
  const auto found = std::ranges::find_if(texts, too_long);
  if (found == texts.end()) return;
  throw Error(ErrorCode::data,
              fmt::format("column {}: {} of {} bytes, at most {} are allowed; shorten it or leave the column out",
                          in_quotes(column.substr(0, kShown)), what, found->size(), kLongestText));
}

void check_texts(const LabelledView& set) {
  for (const ColumnView& column : set.table.columns) {
    check_lengths({&column.feature->name, 1}, column.feature->name, "a name");
    check_lengths(column.feature->labels, column.feature->name, "a label");
  }
  for (const std::string& name : set.target.names) check_lengths({&name, 1}, name, "a name");
  check_lengths(set.target.labels, set.target.names.empty() ? "" : set.target.names[0], "a label");
}

void check_set(const LabelledView& set, std::string_view what) {
  if (set.table.rows == 0) throw Error(ErrorCode::data, fmt::format("there are no {} rows", what));
  if (set.table.columns.empty()) throw Error(ErrorCode::data, "there is no column besides the target to learn from");
  if (set.table.rows != set.target.rows()) {
    throw Error(ErrorCode::usage,
                fmt::format("the {} table has {} rows, its target {}", what, set.table.rows, set.target.rows()));
  }
  check_target(set.target, fmt::format("{} rows: ", what));
}

void check_validation(const LabelledView& train, const LabelledView& validation) {
  check_set(validation, "validation");
  const auto same = [](const ColumnView& a, const ColumnView& b) { return *a.feature == *b.feature; };
  if (!std::equal(train.table.columns.begin(), train.table.columns.end(), validation.table.columns.begin(),
                  validation.table.columns.end(), same)) {
    throw Error(ErrorCode::usage, "the validation table must have the same columns as the training table");
  }
  if (train.target.task != validation.target.task || train.target.labels != validation.target.labels ||
      train.target.width() != validation.target.width()) {
    throw Error(ErrorCode::usage, "the validation target must be of the same kind as the training target");
  }
}

void check_budget(const Method& method, const Budget& budget) {
  if (std::find(method.budgets.begin(), method.budgets.end(), budget.unit) != method.budgets.end()) return;
  std::vector<std::string> units, others;
  for (const Unit unit : method.budgets) units.push_back(unit_name(unit));
  for (const Method& other : methods())
    if (std::ranges::find(other.budgets, budget.unit) != other.budgets.end()) others.emplace_back(other.name);
  throw Error(ErrorCode::usage,
              fmt::format("{} does not support a budget in {}, only in {}; methods that support it: {}", method.name,
                          unit_name(budget.unit), units.empty() ? "none" : listed(units), listed(others)));
}

// Whether every target is the same in all rows.
bool is_constant(const Target& target) {
  if (target.task != Task::regression) return false;
  for (std::size_t i = target.width(); i < target.values.size(); ++i)
    if (target.values[i] != target.values[i - target.width()]) return false;
  return true;
}

std::string constant_warning(const Target& target) {
  if (target.width() == 1)
    return fmt::format("target \"{}\" is {} in every row; the model is a constant", target.names[0], target.values[0]);
  return fmt::format("none of the {} targets differs from row to row; the model is a constant", target.width());
}

// The labels that occur in the rows of a column.
std::size_t count_labels(const ColumnView& column, std::size_t rows) {
  std::vector<std::uint8_t> occurs(column.feature->labels.size(), 0);
  for (std::size_t row = 0; row < rows; ++row) {
    if (column.code(row) != kMissingCode) occurs[static_cast<std::size_t>(column.code(row))] = 1;
  }
  return static_cast<std::size_t>(std::ranges::count(occurs, 1));
}

// A column whose label differs in nearly every row identifies rows and says nothing else.
void warn_of_identifiers(const LabelledView& train, std::vector<std::string>& warnings) {
  constexpr std::size_t kManyLabels = 100;
  for (const ColumnView& column : train.table.columns) {
    if (column.numeric() || column.feature->labels.size() < kManyLabels) continue;
    const std::size_t labels = count_labels(column, train.table.rows);
    if (labels < kManyLabels || 2 * labels < train.table.rows) continue;
    warnings.push_back(fmt::format("column \"{}\" has {} labels in {} rows; if it identifies the rows, leave it out",
                                   column.feature->name, labels, train.table.rows));
  }
}

Provenance describe_run(const Method& method, const FitRequest& request, const Run& run, const FitResult& result) {
  Provenance provenance;
  provenance.method = method.name;
  for (const auto& [name, value] : canonical_options(method.options, result.settings.value_or(request.options)))
    provenance.settings.emplace_back(name, value);
  if (request.budget) provenance.settings.emplace_back("budget", to_string(*request.budget));
  provenance.settings.emplace_back("seed", fmt::format("{}", run.seed));
  if (!result.chosen.empty()) provenance.settings.emplace_back("chosen", result.chosen);
  return provenance;
}

void check_size(const Model& model, const Budget& budget) {
  const Size size = size_of(model);
  if (fits(size, budget)) return;
  // No model is smaller than a constant.
  ESPALIER_ASSERT(size.features == 0);
  throw Error(ErrorCode::usage, fmt::format("budget must be at least {} {}, the size of a constant model, got {}",
                                            size.bytes, unit_name(Unit::bytes), to_string(budget)));
}

std::string_view part_name(const Model& model) {
  if (std::holds_alternative<Forest>(model.body)) return "split";
  return std::holds_alternative<Linear>(model.body) ? "column" : "rule";
}

}  // namespace

FitResult fit(const Method& method, const FitRequest& given, const Run& run) {
  ESPALIER_ASSERT(given.train != nullptr);
  FitRequest request = given;
  if (!request.budget) request.budget = method.default_budget;
  check_set(*request.train, "training");
  check_texts(*request.train);
  check_target_count(method, request.train->target.width());
  if (request.validation) check_validation(*request.train, *request.validation);
  if (!request.validation && needs_validation(method, request.options)) {
    throw Error(ErrorCode::usage, fmt::format("{} needs validation rows with these options", method.name));
  }
  if (request.budget) check_budget(method, *request.budget);

  FitResult result = method.fit(request, run);
  if (is_constant(request.train->target)) {
    result.warnings.push_back(constant_warning(request.train->target));
  } else if (result.warnings.empty() && result.model.features.empty()) {
    const bool counts_bytes = request.budget && request.budget->unit == Unit::bytes;
    result.warnings.push_back(fmt::format(
        "no {}{} is worth keeping; the model is a constant", part_name(result.model),
        counts_bytes ? fmt::format(" that fits a budget of {}", to_string(*request.budget)) : std::string()));
  }
  warn_of_identifiers(*request.train, result.warnings);
  if (request.budget && request.budget->unit == Unit::bytes) {
    result.model = stripped(std::move(result.model));
  } else {
    result.model.provenance = describe_run(method, request, run, result);
  }
  if (request.budget) check_size(result.model, *request.budget);
  return result;
}

FitResult fit(const Method& method, LabelledView train, std::optional<LabelledView> validation,
              const FitOptions& options, const Run& run) {
  std::optional<HeldOut> parts;
  if (!validation) parts = hold_out(method, options.options, options.valid, train, run.seed);
  if (parts) {
    train = parts->train;
    validation = parts->validation;
  }
  if (options.balance_classes) {
    balance_classes(train.target);
    if (validation) balance_classes(validation->target);
  }
  FitRequest request;
  request.train = &train;
  request.validation = validation ? &*validation : nullptr;
  request.budget = options.budget;
  request.options = options.options;
  request.path = options.path;
  request.trace = options.trace;
  return fit(method, request, run);
}

FitResult fit(std::string_view method, const TableView& table, const Target& target, const FitOptions& options,
              const Run& run) {
  return fit(find_method(method), {table, target}, {}, options, run);
}

void balance_classes(Target& target) {
  if (target.task != Task::classification) {
    throw Error(ErrorCode::usage, "class weights need classes, but the target is numeric");
  }
  check_target(target);
  std::vector<double> totals(target.labels.size());
  double all = 0;
  for (std::size_t row = 0; row < target.rows(); ++row) {
    totals[static_cast<std::size_t>(target.classes[row])] += target.weight(row);
    all += target.weight(row);
  }
  const auto present = static_cast<double>(std::count_if(totals.begin(), totals.end(), [](double t) { return t > 0; }));
  std::vector<double> weights(target.rows());
  for (std::size_t row = 0; row < target.rows(); ++row) {
    const double total = totals[static_cast<std::size_t>(target.classes[row])];
    weights[row] = total > 0 ? target.weight(row) * all / (present * total) : 0;
  }
  target.weights = std::move(weights);
}

}  // namespace espalier

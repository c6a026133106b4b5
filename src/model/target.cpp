// Targets as numbers or class codes, and the checks that a fit relies on. Linear in the rows, except for sorting the
// labels or the distinct values of a numeric target.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/assert.h"
#include "base/text.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "model/check_target.h"

namespace espalier {
namespace {

constexpr std::size_t kMostInferredClasses = 20;

// "train.csv: " if the table has a name.
std::string place(const Table& table) { return table.source.empty() ? "" : table.source + ": "; }

void check_columns(const Table& table) {
  if (table.targets.empty()) throw Error(ErrorCode::usage, "there must be a target column, got none");
  if (table.rows == 0) throw Error(ErrorCode::data, place(table) + "the data has no rows");
  for (const TargetColumn& column : table.targets)
    ESPALIER_ASSERT((column.labels.empty() ? column.numbers.size() : column.codes.size()) == table.rows);
}

bool is_text(const TargetColumn& column) noexcept { return !column.labels.empty(); }

void check_cells(const Table& table, const TargetColumn& column) {
  check_finite(column.numbers, std::span(&column.name, 1), place(table));
  for (std::size_t i = 0; i < column.codes.size(); ++i)
    if (column.codes[i] < 0 || static_cast<std::size_t>(column.codes[i]) >= column.labels.size())
      throw Error(ErrorCode::data,
                  fmt::format("{}target \"{}\" is missing in row {}", place(table), column.name, i + 1));
}

// At most 20 distinct values, all integers.
bool looks_like_classes(const std::vector<double>& numbers) {
  std::vector<double> distinct;
  for (const double y : numbers) {
    if (y != std::floor(y)) return false;
    const auto at = std::lower_bound(distinct.begin(), distinct.end(), y);
    if (at != distinct.end() && *at == y) continue;
    if (distinct.size() == kMostInferredClasses) return false;
    distinct.insert(at, y);
  }
  return true;
}

// -0 and 0 are one value, written 0.
std::string label_of(double value) {
  const bool whole = value == std::floor(value) && std::fabs(value) < 1e18;
  return whole ? fmt::format("{}", static_cast<std::int64_t>(value)) : fmt::format("{}", value);
}

// The number that a label is, if it is one.
std::optional<double> number_in(const std::string& label) {
  double value = 0;
  const auto [end, problem] = std::from_chars(label.data(), label.data() + label.size(), value);
  const bool whole_text = problem == std::errc() && end == label.data() + label.size();
  return whole_text ? std::optional(value) : std::nullopt;
}

void set_numeric_classes(const std::vector<double>& numbers, Target& target) {
  std::vector<double> distinct = numbers;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (const double value : distinct) target.labels.push_back(label_of(value));
  target.classes.reserve(numbers.size());
  for (const double y : numbers)
    target.classes.push_back(
        static_cast<std::int32_t>(std::lower_bound(distinct.begin(), distinct.end(), y) - distinct.begin()));
}

// The labels that occur, in order of their bytes.
void set_text_classes(const TargetColumn& column, Target& target) {
  std::vector<std::int32_t> occurring(column.codes);
  std::sort(occurring.begin(), occurring.end());
  occurring.erase(std::unique(occurring.begin(), occurring.end()), occurring.end());
  const auto label = [&](std::int32_t code) -> const std::string& {
    return column.labels[static_cast<std::size_t>(code)];
  };
  std::sort(occurring.begin(), occurring.end(), [&](auto a, auto b) { return label(a) < label(b); });
  std::vector<std::int32_t> class_of(column.labels.size(), 0);
  for (std::size_t k = 0; k < occurring.size(); ++k) {
    class_of[static_cast<std::size_t>(occurring[k])] = static_cast<std::int32_t>(k);
    target.labels.push_back(label(occurring[k]));
  }
  for (const std::int32_t code : column.codes) target.classes.push_back(class_of[static_cast<std::size_t>(code)]);
}

std::int32_t class_as_number(const std::string& label, const Model& model) {
  const std::optional<double> number = number_in(label);
  for (std::size_t k = 0; number && k < model.classes.size(); ++k) {
    if (number_in(model.classes[k]) == number) return static_cast<std::int32_t>(k);
  }
  return kNone;
}

// The model's class for each of the labels, as text or else as the same number; kNone if the model has none.
std::vector<std::int32_t> match_classes(const std::vector<std::string>& labels, const Model& model) {
  std::vector<std::int32_t> order(model.classes.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::int32_t>(k);
  const auto label = [&](std::int32_t k) -> const std::string& { return model.classes[static_cast<std::size_t>(k)]; };
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return label(a) < label(b); });
  std::vector<std::int32_t> classes;
  for (const std::string& wanted : labels) {
    const auto found = std::lower_bound(order.begin(), order.end(), wanted,
                                        [&](std::int32_t k, const std::string& text) { return label(k) < text; });
    classes.push_back(found != order.end() && label(*found) == wanted ? *found : class_as_number(wanted, model));
  }
  return classes;
}

std::string first_of(const std::vector<std::string>& labels) {
  constexpr std::size_t kShown = 10;
  if (labels.size() <= kShown) return listed(labels);
  return listed(std::span(labels).first(kShown), ",") + ", …";
}

Task task_of(const Table& table, std::optional<Task> task) {
  const TargetColumn& first = table.targets[0];
  if (table.targets.size() == 1)
    return task.value_or(is_text(first) || looks_like_classes(first.numbers) ? Task::classification : Task::regression);
  if (task == Task::classification)
    throw Error(ErrorCode::usage,
                fmt::format("classification takes one target; with several, here {}, only regression is possible",
                            table.targets.size()));
  return Task::regression;
}

// The values of all targets, row by row.
void set_values(const Table& table, Target& target) {
  const std::size_t width = table.targets.size();
  target.values.resize(table.rows * width);
  for (std::size_t k = 0; k < width; ++k) {
    const TargetColumn& column = table.targets[k];
    if (is_text(column))
      throw Error(ErrorCode::data,
                  fmt::format("{}target \"{}\" must be numeric for regression, it holds text such as \"{}\"",
                              place(table), column.name, column.labels[0]));
    for (std::size_t row = 0; row < table.rows; ++row) target.values[row * width + k] = column.numbers[row];
  }
  check_magnitude(target.values, target.names, place(table));
}

// The target from its columns; the classes are those that occur.
Target read_target(const Table& table, std::optional<Task> task) {
  check_columns(table);
  Target target;
  target.names.clear();
  for (const TargetColumn& column : table.targets) {
    check_cells(table, column);
    target.names.push_back(column.name);
  }
  check_names(target.names, place(table));
  target.task = task_of(table, task);
  ESPALIER_ASSERT(table.weights.empty() || table.weights.size() == table.rows);
  check_weights(table.weights, place(table));
  target.weights = table.weights;
  target.weight_name = table.weight_name;
  const TargetColumn& column = table.targets[0];
  if (target.task == Task::regression) {
    set_values(table, target);
  } else if (is_text(column)) {
    set_text_classes(column, target);
  } else {
    set_numeric_classes(column.numbers, target);
  }
  return target;
}

// Columns with the name of a target of the model are matched by name; the others follow in their order.
Target in_order_of(const Model& model, Target target) {
  const std::size_t width = target.width();
  if (width == 1 || target.names == model.targets) return target;
  std::vector<std::size_t> from(width, width);  // for the model's targets: the column of the table
  std::vector<std::size_t> others;
  for (std::size_t k = 0; k < width; ++k) {
    const auto found = std::ranges::find(model.targets, target.names[k]);
    if (found == model.targets.end())
      others.push_back(k);
    else
      from[static_cast<std::size_t>(found - model.targets.begin())] = k;
  }
  for (std::size_t k = 0, next = 0; k < width; ++k)
    if (from[k] == width) from[k] = others[next++];
  Target ordered = target;
  for (std::size_t k = 0; k < width; ++k) {
    ordered.names[k] = target.names[from[k]];
    for (std::size_t row = 0; row < target.rows(); ++row)
      ordered.values[row * width + k] = target.values[row * width + from[k]];
  }
  return ordered;
}

}  // namespace

Target make_target(const Table& table, std::optional<Task> task) {
  Target target = read_target(table, task);
  if (target.task == Task::classification) check_class_count(target, place(table));
  return target;
}

Target target_for(const Model& model, const Table& table) {
  if (table.targets.size() != model.targets.size())
    throw Error(ErrorCode::usage,
                fmt::format("there must be {} target {}, as many as the model predicts, got {}", model.targets.size(),
                            model.targets.size() == 1 ? "column" : "columns", table.targets.size()));
  Target target = read_target(table, model.task);
  if (model.task == Task::regression) return in_order_of(model, std::move(target));
  const std::vector<std::int32_t> matched = match_classes(target.labels, model);
  for (std::size_t row = 0; row < target.classes.size(); ++row) {
    std::int32_t& code = target.classes[row];
    const std::string& label = target.labels[static_cast<std::size_t>(code)];
    code = matched[static_cast<std::size_t>(code)];
    if (code == kNone)
      throw Error(ErrorCode::data, fmt::format("{}target \"{}\" is \"{}\" in row {}, the model knows {}", place(table),
                                               target.names[0], label, row + 1, first_of(model.classes)));
  }
  target.labels = model.classes;
  return target;
}

Target take_rows(const Target& target, std::span<const std::uint32_t> rows) {
  const auto take = [&]<class T>(const std::vector<T>& from, std::size_t width = 1) {
    std::vector<T> taken;
    if (from.empty()) return taken;
    taken.reserve(rows.size() * width);
    for (const std::uint32_t row : rows) {
      ESPALIER_ASSERT(row < from.size() / width);
      const auto first = from.begin() + static_cast<std::ptrdiff_t>(row * width);
      taken.insert(taken.end(), first, first + static_cast<std::ptrdiff_t>(width));
    }
    return taken;
  };
  Target taken;
  taken.task = target.task;
  taken.names = target.names;
  taken.labels = target.labels;
  taken.values = take(target.values, target.width());
  taken.classes = take(target.classes);
  taken.weights = take(target.weights);
  taken.weight_name = target.weight_name;
  return taken;
}

}  // namespace espalier

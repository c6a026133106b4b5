// What is to be predicted, as numbers or class codes, and the checks that a fit relies on. Linear in the rows, but for
// sorting the labels or the distinct values of a numeric target.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/assert.h"
#include "base/text.h"
#include "espalier/model.h"

namespace espalier {
namespace {

constexpr std::size_t kMostInferredClasses = 20;

// "train.csv: " where the table has a name.
std::string place(const Table& table) { return table.source.empty() ? "" : table.source + ": "; }

const TargetColumn& the_target(const Table& table) {
  if (table.targets.size() != 1)
    throw Error(ErrorCode::usage, fmt::format("there must be one target column, got {}", table.targets.size()));
  if (table.rows == 0) throw Error(ErrorCode::data, place(table) + "the data has no rows");
  const TargetColumn& column = table.targets[0];
  ESPALIER_ASSERT((column.labels.empty() ? column.numbers.size() : column.codes.size()) == table.rows);
  return column;
}

bool is_text(const TargetColumn& column) noexcept { return !column.labels.empty(); }

// Rows are counted from 1, the header not included.
void check_cells(const Table& table, const TargetColumn& column) {
  for (std::size_t i = 0; i < column.numbers.size(); ++i)
    if (!std::isfinite(column.numbers[i]))
      throw Error(ErrorCode::data, fmt::format("{}target \"{}\" must be finite, row {} is {}", place(table),
                                               column.name, i + 1, column.numbers[i]));
  for (std::size_t i = 0; i < column.codes.size(); ++i)
    if (column.codes[i] < 0 || static_cast<std::size_t>(column.codes[i]) >= column.labels.size())
      throw Error(ErrorCode::data,
                  fmt::format("{}target \"{}\" is missing in row {}", place(table), column.name, i + 1));
}

std::vector<double> checked_weights(const Table& table) {
  ESPALIER_ASSERT(table.weights.empty() || table.weights.size() == table.rows);
  for (std::size_t i = 0; i < table.weights.size(); ++i)
    if (!std::isfinite(table.weights[i]) || table.weights[i] < 0)
      throw Error(ErrorCode::data, fmt::format("{}row weights must be finite and not negative, row {} has {}",
                                               place(table), i + 1, table.weights[i]));
  if (!table.weights.empty()) check_total_weight(table.weights, place(table));
  return table.weights;
}

// Leaves are float32: what does not fit in there cannot be predicted.
void check_magnitude(const Table& table, const TargetColumn& column) {
  constexpr double kSmallest = 1e-30, kLargest = 1e38;
  double largest = 0;
  for (const double y : column.numbers) largest = std::max(largest, std::fabs(y));
  if (largest == 0 || (largest >= kSmallest && largest <= kLargest)) return;
  throw Error(ErrorCode::data, fmt::format("{}target \"{}\" must be scaled: its largest value is {}, it must lie "
                                           "between {} and {}",
                                           place(table), column.name, largest, kSmallest, kLargest));
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

// The model's class of each of the labels, as text or else as the same number; kNone where it knows none.
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

// The target as its column has it; classes are those that occur.
Target read_target(const Table& table, std::optional<Task> task) {
  const TargetColumn& column = the_target(table);
  check_cells(table, column);
  const bool classes = is_text(column) || looks_like_classes(column.numbers);
  Target target;
  target.name = column.name;
  target.task = task.value_or(classes ? Task::classification : Task::regression);
  target.weights = checked_weights(table);
  if (target.task == Task::regression) {
    if (is_text(column))
      throw Error(ErrorCode::data,
                  fmt::format("{}target \"{}\" must be numeric for regression, it holds text such as \"{}\"",
                              place(table), column.name, column.labels[0]));
    check_magnitude(table, column);
    target.values = column.numbers;
  } else if (is_text(column)) {
    set_text_classes(column, target);
  } else {
    set_numeric_classes(column.numbers, target);
  }
  return target;
}

}  // namespace

void check_total_weight(std::span<const double> weights, const std::string& place) {
  double total = 0;
  for (const double w : weights) total += w;
  if (total == 0) throw Error(ErrorCode::data, place + "all row weights are zero; at least one row must count");
  constexpr double kSmallest = 1e-100, kLargest = 1e100;
  if (total >= kSmallest && total <= kLargest) return;
  throw Error(ErrorCode::data, fmt::format("{}row weights must add up to between {} and {}, they add up to {}", place,
                                           kSmallest, kLargest, total));
}

Target make_target(const Table& table, std::optional<Task> task) {
  Target target = read_target(table, task);
  if (target.task == Task::classification && target.labels.size() < 2)
    throw Error(
        ErrorCode::data,
        fmt::format("{}target \"{}\" has one class only (\"{}\"); classification needs at least two, regression "
                    "takes any numbers",
                    place(table), target.name, target.labels[0]));
  return target;
}

Target target_for(const Model& model, const Table& table) {
  Target target = read_target(table, model.task);
  if (model.task == Task::regression) return target;
  const std::vector<std::int32_t> matched = match_classes(target.labels, model);
  for (std::size_t row = 0; row < target.classes.size(); ++row) {
    std::int32_t& code = target.classes[row];
    const std::string& label = target.labels[static_cast<std::size_t>(code)];
    code = matched[static_cast<std::size_t>(code)];
    if (code == kNone)
      throw Error(ErrorCode::data, fmt::format("{}target \"{}\" is \"{}\" in row {}, the model knows {}", place(table),
                                               target.name, label, row + 1, first_of(model.classes)));
  }
  target.labels = model.classes;
  return target;
}

Target take_rows(const Target& target, std::span<const std::uint32_t> rows) {
  const auto take = [&]<class T>(const std::vector<T>& from) {
    std::vector<T> taken;
    if (from.empty()) return taken;
    taken.reserve(rows.size());
    for (const std::uint32_t row : rows) {
      ESPALIER_ASSERT(row < from.size());
      taken.push_back(from[row]);
    }
    return taken;
  };
  Target taken;
  taken.task = target.task;
  taken.name = target.name;
  taken.labels = target.labels;
  taken.values = take(target.values);
  taken.classes = take(target.classes);
  taken.weights = take(target.weights);
  return taken;
}

}  // namespace espalier

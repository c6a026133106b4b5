#include "model/check_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "espalier/error.h"
#include "model/format.h"

namespace espalier {
namespace {

void check_codes(const Target& target, const std::string& place) {
  const auto classes = static_cast<std::int32_t>(target.labels.size());
  for (std::size_t i = 0; i < target.classes.size(); ++i) {
    if (target.classes[i] >= 0 && target.classes[i] < classes) continue;
    throw Error(ErrorCode::data, fmt::format("{}target \"{}\" must have class codes in [0, {}], row {} has {}", place,
                                             target.names[0], classes - 1, i + 1, target.classes[i]));
  }
}

void check_shape(const Target& target, const std::string& place) {
  const std::size_t width = target.names.size();
  if (width == 0 || (width > 1 && target.task == Task::classification))
    throw Error(ErrorCode::usage,
                fmt::format("{}there must be one target{}, got {}", place,
                            target.task == Task::classification ? " for classification" : " or more", width));
  check_names(target.names, place);
  if (target.values.size() % width != 0)
    throw Error(ErrorCode::usage, fmt::format("{}there must be a value for each of the {} targets in every row, got "
                                              "{} values",
                                              place, width, target.values.size()));
}

}  // namespace

void check_finite(std::span<const double> values, std::span<const std::string> names, const std::string& place) {
  const std::size_t width = names.size();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw Error(ErrorCode::data, fmt::format("{}target \"{}\" must be finite, row {} is {}", place, names[i % width],
                                               i / width + 1, values[i]));
}

void check_magnitude(std::span<const double> values, std::span<const std::string> names, const std::string& place) {
  constexpr double kSmallest = 1e-30, kLargest = 1e38;
  for (std::size_t k = 0; k < names.size(); ++k) {
    double largest = 0;
    for (std::size_t i = k; i < values.size(); i += names.size()) largest = std::max(largest, std::fabs(values[i]));
    if (largest == 0 || (largest >= kSmallest && largest <= kLargest)) continue;
    throw Error(ErrorCode::data, fmt::format("{}target \"{}\" must be scaled: its largest value is {}, it must lie "
                                             "between {} and {}",
                                             place, names[k], largest, kSmallest, kLargest));
  }
}

void check_names(const std::vector<std::string>& names, const std::string& place) {
  if (const std::string* twice = first_duplicate(pointers_to(names)))
    throw Error(ErrorCode::usage, fmt::format("{}target \"{}\" appears twice; targets must differ", place, *twice));
}

void check_weights(std::span<const double> weights, const std::string& place) {
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (!std::isfinite(weights[i]) || weights[i] < 0)
      throw Error(ErrorCode::data, fmt::format("{}row weights must be finite and not negative, row {} has {}", place,
                                               i + 1, weights[i]));
  if (!weights.empty()) check_total_weight(weights, place);
}

void check_class_count(const Target& target, const std::string& place) {
  if (target.labels.size() >= 2) return;
  const std::string only =
      target.labels.empty() ? "no class" : fmt::format("one class only (\"{}\")", target.labels[0]);
  throw Error(ErrorCode::data,
              fmt::format("{}target \"{}\" has {}; classification needs at least two, regression takes any numbers",
                          place, target.names[0], only));
}

void check_total_weight(std::span<const double> weights, const std::string& place) {
  double total = 0;
  for (const double w : weights) total += w;
  if (total == 0) throw Error(ErrorCode::data, place + "all row weights are zero; at least one row must count");
  constexpr double kSmallest = 1e-100, kLargest = 1e100;
  if (total >= kSmallest && total <= kLargest) return;
  throw Error(ErrorCode::data, fmt::format("{}the sum of the row weights must be between {} and {}, got {}", place,
                                           kSmallest, kLargest, total));
}

void check_target(const Target& target, const std::string& place) {
  check_shape(target, place);
  if (!target.weights.empty() && target.weights.size() != target.rows()) {
    throw Error(ErrorCode::usage, fmt::format("{}there must be a weight for each of the {} rows, got {}", place,
                                              target.rows(), target.weights.size()));
  }
  check_weights(target.weights, place);
  if (target.task == Task::regression) {
    check_finite(target.values, target.names, place);
    check_magnitude(target.values, target.names, place);
  } else {
    check_class_count(target, place);
    check_codes(target, place);
  }
}

}  // namespace espalier

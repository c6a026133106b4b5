// Targets: numbers or classes, and row weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "espalier/table.h"

namespace espalier {

enum class Task : std::uint8_t { regression, classification };

// Regression: `values`. Classification: `classes`, codes into `labels`. Several targets at once are always regression.
struct Target {
  Task task = Task::regression;
  std::vector<std::string> names = {""};  // one or more, all different
  std::vector<double> values;             // rows × names
  std::vector<std::int32_t> classes;
  std::vector<std::string> labels;
  std::vector<double> weights;  // empty: every row counts 1
  std::string weight_name;      // the column that they are from, for messages

  std::size_t width() const noexcept { return names.empty() ? 1 : names.size(); }  // the number of targets
  std::size_t rows() const noexcept { return task == Task::regression ? values.size() / width() : classes.size(); }
  double weight(std::size_t row) const noexcept { return weights.empty() ? 1 : weights[row]; }
};

// Classification if the target is not numeric or has at most 20 distinct values, all integers; `task` overrides this.
// Numeric labels are in order of value, others in order of their bytes. A single class, a target that is not finite,
// and weights that are negative or all zero are errors. Several target columns must be numeric; classification of them
// is an error.
Target make_target(const Table& table, std::optional<Task> task = {});

Target take_rows(const Target& target, std::span<const std::uint32_t> rows);

// An error, prefixed with `place`, if the sum of the weights is zero, or too large or too small to square.
void check_total_weight(std::span<const double> weights, const std::string& place = "");

// An error, prefixed with `place`, unless a model can be fitted to the target: finite numbers that float32 leaves can
// hold, or codes of at least two classes; a weight for every row, or none.
void check_target(const Target& target, const std::string& place = "");

}  // namespace espalier

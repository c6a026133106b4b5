#include "method/neural/inputs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "predict/neural/neural_input.h"

namespace espalier {
namespace {

constexpr double kMostSpreads = 3;          // bound of the standardised half of a mixed input
constexpr double kKnotDistance = 1.0 / 32;  // in ranks
constexpr double kLeastSpread = 1e-37;      // about the least that float32 has

// A value that occurs, and its count.
struct Level {
  float value = 0;
  double weight = 0;
  double level = 0;  // its transformed value
};

struct Moments {
  double mean = 0, spread = 0;
};

template <class Value>
Moments moments(std::span<const Level> levels, Value&& value) {
  double total = 0, sum = 0, squares = 0;
  for (const Level& level : levels) total += level.weight;
  for (const Level& level : levels) sum += level.weight / total * value(level);
  for (const Level& level : levels) squares += level.weight / total * ((value(level) - sum) * (value(level) - sum));
  return {sum, std::sqrt(squares)};
}

// The values of a numeric column, ascending; missing values are left out, and their weight goes to `missing`.
struct Values {
  std::vector<Level> levels;
  double missing = 0;
};

Values values_of(const ColumnView& column, std::size_t rows, std::span<const double> weights) {
  Values result;
  for (std::size_t row = 0; row < rows; ++row) {
    const double weight = weights.empty() ? 1 : weights[row];
    if (weight <= 0) continue;
    const float value = column.value(row);
    if (std::isfinite(value))
      result.levels.push_back({value, weight});
    else
      result.missing += weight;
  }
  std::ranges::sort(result.levels, {}, &Level::value);
  std::vector<Level> distinct;
  for (const Level& level : result.levels) {
    if (distinct.empty() || distinct.back().value != level.value)
      distinct.push_back(level);
    else
      distinct.back().weight += level.weight;
  }
  result.levels = std::move(distinct);
  return result;
}

float median(std::span<const Level> levels) {
  double total = 0, below = 0;
  for (const Level& level : levels) total += level.weight;
  for (const Level& level : levels) {
    below += level.weight;
    if (2 * below >= total) return level.value;
  }
  return levels.back().value;
}

// The transformed values, before they are standardised.
void set_levels(std::span<Level> levels, InputTransform transform) {
  double total = 0, below = 0;
  for (const Level& level : levels) total += level.weight;
  const Moments plain = moments(levels, [](const Level& level) { return static_cast<double>(level.value); });
  const double width = 2 * std::numbers::sqrt3;  // the spread of a uniform variable
  for (Level& level : levels) {
    const double rank = (below + level.weight / 2) / total;
    below += level.weight;
    level.level = (rank - 0.5) * width;
    if (transform != InputTransform::mixed) continue;
    const double standard = (static_cast<double>(level.value) - plain.mean) / plain.spread;
    level.level = (level.level + std::clamp(standard, -kMostSpreads, kMostSpreads)) / 2;
  }
}

// Every value that is far enough from the previous one, and the one before a jump.
void set_knots(std::span<const Level> levels, NeuralInput& input) {
  const Moments scale = moments(levels, [](const Level& level) { return level.level; });
  const double distance = kKnotDistance * 2 * std::numbers::sqrt3;
  const auto add = [&](const Level& level) {
    input.knots.push_back(level.value);
    input.levels.push_back(static_cast<float>((level.level - scale.mean) / scale.spread));
  };
  std::size_t last = 0;
  add(levels[0]);
  for (std::size_t i = 1; i < levels.size(); ++i) {
    const bool end = i + 1 == levels.size();
    if (!end && levels[i + 1].level - levels[last].level < distance) continue;
    add(levels[i]);
    last = i;
  }
}

void add_numbers(const ColumnView& column, const TableView& table, std::span<const double> weights,
                 InputTransform transform, NeuralInput input, std::vector<NeuralInput>& inputs) {
  Values values = values_of(column, table.rows, weights);
  const Moments plain = moments(values.levels, [](const Level& level) { return static_cast<double>(level.value); });
  if (values.levels.size() > 1 && plain.spread > kLeastSpread) {
    input.fill = median(values.levels);
    if (transform == InputTransform::standard || values.levels.size() == 2) {
      input.centre = static_cast<float>(plain.mean);
      input.spread = static_cast<float>(plain.spread);
    } else {
      set_levels(values.levels, transform);
      set_knots(values.levels, input);
    }
    inputs.push_back(input);
  }
  if (values.missing <= 0 || values.levels.empty()) return;
  NeuralInput gap;
  gap.kind = NeuralInput::Kind::missing;
  gap.feature = input.feature;
  double total = values.missing;
  for (const Level& level : values.levels) total += level.weight;
  const double share = values.missing / total;
  gap.centre = static_cast<float>(share);
  gap.spread = static_cast<float>(std::sqrt(share * (1 - share)));
  if (gap.spread > kLeastSpread) inputs.push_back(gap);
}

void add_labels(const ColumnView& column, const TableView& table, std::span<const double> weights, NeuralInput input,
                std::vector<NeuralInput>& inputs) {
  std::vector<double> counts(column.feature->labels.size());
  double total = 0;
  for (std::size_t row = 0; row < table.rows; ++row) {
    const double weight = weights.empty() ? 1 : weights[row];
    const std::int32_t code = column.code(row);
    total += weight;
    if (code >= 0) counts[static_cast<std::size_t>(code)] += weight;
  }
  input.kind = NeuralInput::Kind::label;
  for (std::uint32_t label = 0; label < counts.size(); ++label) {
    const double share = counts[label] / total, spread = std::sqrt(std::max(0.0, share * (1 - share)));
    if (spread < 1e-9) continue;
    input.label = label;
    // Standardised, a rare label would be far away from all others: the planes would move mostly for its few rows.
    input.centre = 0;
    input.spread = 1;
    inputs.push_back(input);
  }
}

}  // namespace

std::vector<NeuralInput> neural_inputs(const TableView& table, std::span<const double> weights,
                                       InputTransform transform) {
  std::vector<NeuralInput> inputs;
  for (std::size_t f = 0; f < table.columns.size(); ++f) {
    NeuralInput input;
    input.feature = static_cast<std::uint32_t>(f);
    if (table.columns[f].numeric())
      add_numbers(table.columns[f], table, weights, transform, input, inputs);
    else
      add_labels(table.columns[f], table, weights, input, inputs);
  }
  return inputs;
}

std::vector<float> input_values(std::span<const NeuralInput> inputs, const TableView& table) {
  std::vector<float> values(table.rows * inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const ColumnView& column = table.columns[inputs[i].feature];
    for (std::size_t row = 0; row < table.rows; ++row) {
      const float number =
          column.numeric() ? number_of(inputs[i], column.value(row)) : number_of(inputs[i], column.code(row));
      values[row * inputs.size() + i] = scaled(inputs[i], number);
    }
  }
  return values;
}

}  // namespace espalier

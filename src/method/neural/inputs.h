// Columns of a table as the inputs of networks: numbers scaled, with missing values at the median and an input that
// says so; a category as an input for each label that occurs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/neural_rules.h"
#include "espalier/table.h"

namespace espalier {

enum class InputTransform : std::uint8_t {
  standard,  // mean 0, spread 1
  rank,      // by the share of rows below, so that outliers are as near as others
  mixed,     // the mean of both, the first held within ±3
};

// Ascending by feature, kind and label; features are columns of the table. What is the same in all rows of any weight
// has none. `weights` may be empty.
std::vector<NeuralInput> neural_inputs(const TableView& table, std::span<const double> weights,
                                       InputTransform transform);

// Rows × inputs.
std::vector<float> input_values(std::span<const NeuralInput> inputs, const TableView& table);

}  // namespace espalier

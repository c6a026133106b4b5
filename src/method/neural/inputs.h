// Columns of a table as the inputs of networks: numbers scaled, with missing values at the median and an input that
// marks them; a category as one input per label that occurs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/neural_rules.h"
#include "espalier/table.h"

namespace espalier {

enum class InputTransform : std::uint8_t {
  standard,  // mean 0, standard deviation 1
  rank,      // by the share of rows below, so that outliers are no farther away than other values
  mixed,     // the mean of both, the first clipped to ±3
};

// Ascending by feature, kind and label; features are columns of the table. Columns that are the same in all rows with a
// weight have no input. `weights` may be empty.
std::vector<NeuralInput> neural_inputs(const TableView& table, std::span<const double> weights,
                                       InputTransform transform);

// Rows × inputs.
std::vector<float> input_values(std::span<const NeuralInput> inputs, const TableView& table);

}  // namespace espalier

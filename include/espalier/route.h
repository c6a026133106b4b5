// Rows to terminals, scores and predictions.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "espalier/model.h"

namespace espalier {

// Columns are matched by name. A column that is not there or is of another type is an error; categories are matched
// by label, and those the model does not know are treated as missing. All results are row-major.

// rows × outputs, before the link.
std::vector<double> predict_scores(const Model& model, const TableView& table, const Run& run = {});

// rows × classes.
std::vector<double> predict_probabilities(const Model& model, const TableView& table, const Run& run = {});

// Class codes: the most probable class, the first on ties.
std::vector<std::int32_t> predict_classes(const Model& model, const TableView& table, const Run& run = {});

// rows × trees: the terminal that the row reaches, counted from 0 in each tree.
std::vector<std::uint32_t> predict_terminals(const Model& model, const TableView& table, const Run& run = {});

using Metrics = std::variant<RegressionMetrics, ClassificationMetrics>;

Metrics evaluate(const Model& model, const TableView& table, const Target& target, const Run& run = {});

// The one number to compare models by: mean squared error, or the share of wrong classes.
double error_of(const Metrics& metrics);

}  // namespace espalier

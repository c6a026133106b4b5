// Scores, probabilities, classes and terminals of rows.
#pragma once

#include <cstdint>
#include <vector>

#include "espalier/model.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {

// Columns are matched by name. A missing column, or a column of another type, is an error; categories are matched by
// label, and labels that the model does not know count as missing. All results are row-major.

// rows × outputs, before the link.
std::vector<double> predict_scores(const Model& model, const TableView& table, const Run& run = {});

// rows × classes.
std::vector<double> predict_probabilities(const Model& model, const TableView& table, const Run& run = {});

// Class codes: the most probable class, the first on ties.
std::vector<std::int32_t> predict_classes(const Model& model, const TableView& table, const Run& run = {});

// rows × trees: the terminal that the row reaches, counted from 0 in each tree, as texts and pictures show it. An error
// if the model has no trees.
std::vector<std::uint32_t> predict_terminals(const Model& model, const TableView& table, const Run& run = {});

}  // namespace espalier

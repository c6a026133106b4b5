// The metrics of a model on the rows of a table.
#pragma once

#include <variant>

#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {

using Metrics = std::variant<RegressionMetrics, ClassificationMetrics>;

Metrics evaluate(const Model& model, const TableView& table, const Target& target, const Run& run = {});

// The one number to compare models by: mean squared error, or the share of wrong classes.
double error_of(const Metrics& metrics);

}  // namespace espalier

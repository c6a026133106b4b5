// Compares predictions with the truth. The cost is that of predicting.
#include <fmt/format.h>

#include <algorithm>

#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {

Metrics evaluate(const Model& model, const TableView& table, const Target& target, const Run& run) {
  if (target.task != model.task)
    throw Error(ErrorCode::usage, "the target must have the model's task, classification or regression");
  if (target.width() != model.targets.size())
    throw Error(ErrorCode::usage, fmt::format("there must be {} targets, as many as the model predicts, got {}",
                                              model.targets.size(), target.width()));
  if (target.rows() != table.rows)
    throw Error(ErrorCode::usage,
                fmt::format("the target must have {} rows like the table, has {}", table.rows, target.rows()));
  if (table.rows == 0) throw Error(ErrorCode::data, "the data has no rows to evaluate");
  if (!target.weights.empty()) check_total_weight(target.weights, "rows to evaluate: ");
  if (model.task == Task::regression)
    return regression_metrics(target.values, predict_scores(model, table, run), target.weights, target.width());
  const auto classes = static_cast<std::int32_t>(model.classes.size());
  for (const std::int32_t code : target.classes)
    if (code < 0 || code >= classes)
      throw Error(ErrorCode::usage, fmt::format("class codes must be in [0, {}], got {}", classes - 1, code));
  return classification_metrics(target.classes, predict_probabilities(model, table, run), classes, target.weights,
                                run.threads);
}

double error_of(const Metrics& metrics) {
  const auto* regression = std::get_if<RegressionMetrics>(&metrics);
  return regression ? regression->mse : std::get<ClassificationMetrics>(metrics).error;
}

}  // namespace espalier

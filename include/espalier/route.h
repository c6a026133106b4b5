// Rows to terminals, scores and predictions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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

// rows × trees: the terminal that the row reaches, counted from 0 in each tree. An error if the model has no trees.
std::vector<std::uint32_t> predict_terminals(const Model& model, const TableView& table, const Run& run = {});

// The scores of one row at a time, for where rows come one by one: prepared once, then safe to use from several threads
// and, for linear models and forests of up to 2047 features, without allocation; neural rules take room for their
// inputs. The model must outlive it. Scores are those of predict_scores, bit for bit.
class RowPredictor {
 public:
  explicit RowPredictor(const Model& model);
  ~RowPredictor();
  RowPredictor(RowPredictor&&) noexcept;
  RowPredictor& operator=(RowPredictor&&) noexcept;

  std::size_t features() const noexcept;
  std::size_t outputs() const noexcept;

  // `row` has a number for each of model.features, in their order: the value of a numeric one, the code of a
  // categorical one, counted in the feature's own labels. NaN is missing, and so is what is no code of the feature; a
  // fraction is cut off. `out` has one entry an output. Other lengths are an error.
  void scores(std::span<const float> row, std::span<double> out) const;

 private:
  class Engine;
  std::unique_ptr<const Engine> engine_;
};

using Metrics = std::variant<RegressionMetrics, ClassificationMetrics>;

Metrics evaluate(const Model& model, const TableView& table, const Target& target, const Run& run = {});

// The one number to compare models by: mean squared error, or the share of wrong classes.
double error_of(const Metrics& metrics);

}  // namespace espalier

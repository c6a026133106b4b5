// Scores of neural rules, for many rows or for one, with the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/neural_rules.h"
#include "espalier/table.h"
#include "predict/columns/bound_columns.h"
#include "predict/neural/rule_kernels.h"

namespace espalier {

// One row at a time. The features and the model must outlive it.
class NeuralScores {
 public:
  NeuralScores(const std::vector<Feature>& features, const NeuralRules& rules);

  std::size_t outputs() const noexcept { return rules_.intercept.size(); }

  // One row in the form that RowPredictor takes. Allocates memory for the inputs. O(weights), less if rules end early.
  void scores(std::span<const float> row, std::span<double> out) const;

 private:
  void scores_of_inputs(const float* inputs, double* out) const noexcept;

  const std::vector<Feature>& features_;
  const NeuralRules& rules_;
};

// Many rows. The model must outlive it.
class BatchedNeuralScores {
 public:
  explicit BatchedNeuralScores(const NeuralRules& rules);

  std::size_t outputs() const noexcept { return rules_.intercept.size(); }

  // out: rows [begin, end) × outputs. O(weights) per row.
  void scores(const BoundTable& table, std::size_t begin, std::size_t end, double* out) const;

 private:
  std::vector<float> input_columns(const BoundTable& table, std::size_t begin, std::size_t end) const;
  void add(const RuleGroup& group, const RuleActivity& activity, std::size_t rows, double* out) const;

  const NeuralRules& rules_;
  std::vector<std::vector<RuleGroup>> groups_;  // by net
};

}  // namespace espalier

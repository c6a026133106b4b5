// Scores of neural rules, of many rows or of one, with the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/model.h"
#include "route/bind.h"

namespace espalier {

// The features and the model must outlive it.
class NeuralScores {
 public:
  NeuralScores(const std::vector<Feature>& features, const NeuralRules& rules);

  std::size_t outputs() const noexcept { return rules_.intercept.size(); }

  // out: rows [begin, end) × outputs. O(weights) a row.
  void scores(const BoundTable& table, std::size_t begin, std::size_t end, double* out) const;

  // One row as RowPredictor takes it. Allocates room for the inputs.
  void scores(std::span<const float> row, std::span<double> out) const;

 private:
  void scores_of_inputs(const float* inputs, double* out) const noexcept;

  const std::vector<Feature>& features_;
  const NeuralRules& rules_;
};

}  // namespace espalier

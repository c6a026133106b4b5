// The weights of some numeric columns, fitted until nothing is gained: Newton steps on the loss, each to the minimum of
// a quadratic, which coordinate descent finds without evaluating the loss (Friedman, Hastie and Tibshirani 2010).
// Columns may be nearly collinear, so that many sweeps are needed, but a sweep costs two products per row and column.
#pragma once

#include <vector>

#include "select/anneal/candidates.h"

namespace espalier {

class ColumnNewton {
 public:
  // For the columns that are in.
  ColumnNewton(const Problem& problem, const Candidates& candidates, Threads& threads);

  // One step, shortened if it would raise the objective. Returns the objective after it.
  double step(Candidates& candidates);

 private:
  // The change of one output's weights and intercept to the minimum of the quadratic.
  struct Change {
    std::vector<double> weights;  // one per column that is in
    double intercept = 0;
  };
  Change minimise(std::size_t output, const Candidates& candidates);
  double objective(const Candidates& candidates);

  const Problem& problem_;
  Threads& threads_;
  const std::size_t rows_;
  std::vector<float> columns_;  // those that are in, one after the other
  std::vector<float> scores_, gradients_, hessians_;
  std::vector<float> slopes_, curves_;  // of one output, by row, updated as the quadratic's minimum is approached
};

}  // namespace espalier

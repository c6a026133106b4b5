// The weights of some columns of numbers, fitted until nothing is gained: Newton steps of the loss, each the minimum of
// a quadratic, which coordinate descent finds without looking at the loss (Friedman, Hastie and Tibshirani 2010).
// Columns may say nearly the same, so that many turns are needed, but a turn costs two products a row and column.
#pragma once

#include <vector>

#include "select/anneal/candidates.h"

namespace espalier {

class ColumnNewton {
 public:
  // Of the columns that are in.
  ColumnNewton(const Problem& problem, const Candidates& candidates, Threads& threads);

  // One step, shortened where it would raise the objective. Returns the objective after it.
  double step(Candidates& candidates);

 private:
  // What one output's weights and intercept change by to be at the minimum of the quadratic.
  struct Change {
    std::vector<double> weights;  // one a column that is in
    double intercept = 0;
  };
  Change minimise(std::size_t output, const Candidates& candidates);
  double objective(const Candidates& candidates);

  const Problem& problem_;
  Threads& threads_;
  const std::size_t rows_;
  std::vector<float> columns_;  // those that are in, one after the other
  std::vector<float> scores_, gradients_, hessians_;
  std::vector<float> slopes_, curves_;  // of one output, row by row, as the quadratic's minimum is approached
};

}  // namespace espalier

// The joint refit: all weights of a design and the intercept move together to minimise
//
//   Σ over the rows of the loss + ½ λ Σ w²,   the intercept free.
//
// A Newton step whose system is solved by conjugate gradients with a diagonal preconditioner; it is halved until the
// objective does not rise, or not taken.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "select/design.h"
#include "select/row_loss.h"

namespace espalier {

struct DesignWeights {
  std::vector<float> weights;    // parameters × width
  std::vector<float> intercept;  // width
};

struct RefitOptions {
  double ridge = 0;    // λ, in units of the rows' weights
  int steps = 1;       // of Newton
  int iterations = 5;  // of conjugate gradients, in each Newton step
  // If given, moves the result of a step back into the allowed set; the start must be allowed.
  std::function<void(DesignWeights&)> allow = {};
};

// Derivatives at the scores of some rows, as refits and growth use them: where a row's loss is nearly flat, its second
// derivative is raised, or steps would go too far. Returns the loss.
double derive_steadily(const RowLoss& loss, RowRange rows, const float* scores, float* gradients, float* hessians);

class JointRefit {
 public:
  JointRefit(const Design& design, const RowLoss& loss, Threads& threads);

  // `scores` match the weights, rows × width, before and after. Returns the objective.
  double run(const RefitOptions& options, DesignWeights& weights, std::span<float> scores);

  // The scores of all rows.
  void score(const DesignWeights& weights, std::span<float> scores) const;

  // Sums of the derivatives at these scores over the rows of each parameter. Returns the loss.
  double sum_derivatives(std::span<const float> scores);
  const DerivativeSums& sums() const noexcept { return sums_; }

 private:
  bool step(const RefitOptions& options, DesignWeights& weights, std::span<float> scores);
  void hold_others(std::vector<double>& diagonal) const;
  std::vector<double> solve(const RefitOptions& options, const DesignWeights& weights) const;
  void multiply(std::span<const float> weights, std::span<const float> intercept, std::vector<double>& product) const;
  template <class Body>
  void each_chunk(Body&& body) const;

  const Design& design_;
  const RowLoss& loss_;
  Threads& threads_;
  const std::size_t width_, parameters_, chunk_, chunks_;
  std::unique_ptr<Block> all_;
  std::vector<float> gradients_, hessians_;
  DerivativeSums sums_;   // for the parameters, then for the intercept
  double objective_ = 0;  // at the scores that were last evaluated
};

}  // namespace espalier

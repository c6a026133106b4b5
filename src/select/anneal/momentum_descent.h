// Gradient steps on all members at once, scaled by the rows of each terminal, with Nesterov's momentum:
//
//   y = x + (t - 1) / t' · (x - x of the step before),   x = y - (G(y) + λh y) / (h n M + λh)
//
// h is the steepest curvature of the loss, n the rows of the terminal and M the members: scaled by their rows, M
// projections add up to at most M, so that a step from y never overshoots, whatever the rows and members. A step that
// raises the objective is undone, and the momentum restarts. One pass over the ids per epoch for the gradient, in
// quantised arithmetic, and one for the objective. The intercept stays the best constant.
#pragma once

#include "select/anneal/candidates.h"

namespace espalier {

class MomentumDescent {
 public:
  // Without momentum these are plain gradient steps.
  MomentumDescent(const Problem& problem, bool momentum, Threads& threads);

  // One step. Returns the objective after it.
  double epoch(Candidates& candidates);

 private:
  std::vector<double> gradient(const Candidates& at) const;
  void step(const std::vector<double>& gradient, Candidates& at) const;
  void step_responses(std::size_t member, const double* gradient, double members, Candidates& at) const;
  Candidates ahead(const Candidates& candidates, double share) const;
  double objective(const Candidates& candidates);

  const Problem& problem_;
  const bool momentum_;
  Threads& threads_;
  std::vector<float> scores_;
  std::vector<float> before_;  // weights before the last step; empty before the first
  double t_ = 1;
};

}  // namespace espalier

// Newton steps on blocks of members: all of a block's weights move at once, each by a share of its own Newton step,
// then the scores are updated and the next block follows (block Gauss-Seidel).
//
//   β -= share · (G + λh β) / (max(H, least · h n) + λh)
//
// A block of B members can move a row's score B times as far as one of them does, so a share of 1 / B cannot overshoot
// if the loss is as steep as the step assumes; blocks of one with the share 1 are plain Gauss-Seidel.
#pragma once

#include "select/anneal/candidates.h"

namespace espalier {

class BlockDescent {
 public:
  BlockDescent(const Problem& problem, Threads& threads);

  // The least second derivative per row that steps assume: a share of the steepest. Where rows are classified
  // confidently the loss is nearly flat, and a Newton step would go too far.
  static double least_curvature(const RowLoss& loss) noexcept { return 0.2 * loss.max_curvature(); }

  struct Epoch {
    double objective = 0;     // after it
    bool taken_back = false;  // it would have raised the objective; further steps go half as far
  };

  // One step of the intercept and of every member, in the given order, in blocks of `block` members with the share 1 /
  // block.
  Epoch run(std::span<const std::uint32_t> order, std::size_t block, Candidates& candidates);

 private:
  void step_block(std::span<const std::uint32_t> members, Candidates& candidates);
  double step_intercept(Candidates& candidates);
  void step_member(std::size_t member, std::size_t at, Candidates& candidates, std::vector<float>& change) const;
  void step_response(std::size_t member, std::size_t at, Candidates& candidates, std::vector<float>& change) const;
  template <class Add>
  double sum(std::size_t count, Add&& add);

  const Problem& problem_;
  Threads& threads_;
  std::vector<float> scores_;
  double caution_ = 1;  // the factor on steps after epochs that were undone
  double share_ = 1;
  DerivativeSums sums_;  // of the block
};

}  // namespace espalier

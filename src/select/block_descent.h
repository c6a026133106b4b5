// Newton steps on blocks of members: all of a block's weights move at once, each by 1 / (size of the block) of its own
// Newton step, then the scores are brought up to date and the next block is looked at (block Gauss-Seidel). A block of
// B members can move a row's score B times as far as one of them does, so a share of 1 / B cannot overshoot where the
// loss is as steep as the step assumes; blocks of one are plain Gauss-Seidel.
//
//   β -= (G + λh β) / (max(H, least · h n) + λh) / B
#pragma once

#include <optional>

#include "select/candidates.h"

namespace espalier {

struct BlockOptions {
  std::size_t members = 8;  // of a block
  bool intercept = true;    // whether it is fitted too
  bool whole = false;
};

class BlockDescent {
 public:
  BlockDescent(const Problem& problem, const BlockOptions& options, Threads& threads);

  // One step of every member, in the order given. An epoch that raises the objective is taken back, and further ones
  // are shorter. Returns the objective after it.
  double epoch(std::span<const std::uint32_t> order, Candidates& candidates);

 private:
  void descend(std::span<const std::uint32_t> order, Candidates& candidates);
  void sum_block(std::span<const std::uint32_t> block);
  void step_member(std::size_t member, const double* sums, Candidates& candidates, float* change) const;

  const Problem& problem_;
  const BlockOptions options_;
  Threads& threads_;
  std::vector<float> scores_;
  std::size_t block_size_ = 1;
  double share_ = 1;  // of a step, once epochs have been taken back
  // Of the block before, whose change is yet to be added to the scores, and of this one.
  std::vector<std::uint32_t> changed_;
  std::vector<float> change_;
  std::vector<float> intercept_change_;
  std::vector<double> sums_;
  std::vector<std::vector<float>> chunk_sums_;
};

}  // namespace espalier

// The sums of softmax_nodes.cpp over a few rows, for the instruction set of the machine, with the same bits on all of
// them: one lane per class. The naive twin is in the tests.
#pragma once

#include <cstdint>
#include <span>

namespace espalier {

struct ClassScores {
  const float* probabilities;   // rows × count
  const std::int32_t* classes;  // by row
  const double* weights;        // by row, or null
  std::size_t count;            // of classes
};

// For each of the rows in turn, with the probabilities p and the class c of a row of weight w:
// slopes[k] = slopes[k] - w p[k] + (k = c ? w : 0), curves[k] += w (p[k] (1 - p[k])).
void add_softmax_rows(const ClassScores& data, std::span<const std::uint32_t> rows, float* slopes,
                      float* curves) noexcept;

}  // namespace espalier

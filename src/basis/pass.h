// An epoch over a Basis: scores of all rows from the weights, gradients from the scores, and their sums by terminal.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/threads.h"
#include "basis/ids/basis.h"

namespace espalier {

enum class Arithmetic : std::uint8_t {
  exact,      // float32 scores added in the order of the trees, float64 sums
  quantised,  // weights of 16 bits, gradients of 11: several times as fast
};

struct PassOptions {
  std::size_t outputs = 1;  // weights per terminal, scores and gradients per row
  Arithmetic arithmetic = Arithmetic::quantised;
};

// Writes gradients from scores, for the rows of the range; with n rows, output k of row rows.begin + i is at k · n + i
// in both. Scores are only the trees' sums, without intercept. Called from several threads, each with its own rows.
using GradientRule = std::function<void(RowRange rows, std::span<const float> scores, std::span<float> gradients)>;

// Output k of terminal j is at k · terminals + j, in the weights and in the result. The ids are read from memory once:
// a block of rows goes through the backward pass while its ids are in the caches. Same bytes on any number of threads.
std::vector<double> gradient_sums(const Basis& basis, std::span<const float> weights, const GradientRule& rule,
                                  Threads& threads, const PassOptions& options = {});

}  // namespace espalier

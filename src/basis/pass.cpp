// Blocks of rows in parallel, each with sums of its own, which are then joined in the order of the blocks; some blocks
// at a time, so that their sums take little memory.
#include "basis/pass.h"

#include <algorithm>

#include "basis/scores/exact_scores.h"
#include "basis/scores/quantised_scores.h"
#include "basis/sums/exact_sums.h"
#include "basis/sums/quantised_sums.h"

namespace espalier {
namespace {

constexpr std::size_t kBlocksAtOnce = 16;
constexpr std::size_t kTerminalsPerJoin = 4096;

class Pass {
 public:
  Pass(const Basis& basis, std::span<const float> weights, const GradientRule& rule, const PassOptions& options)
      : basis_(basis), weights_(weights), rule_(rule), options_(options) {
    ESPALIER_ASSERT(weights.size() == options.outputs * basis.terminals());
    if (options.arithmetic == Arithmetic::exact) return;
    for (std::size_t k = 0; k < options.outputs; ++k) quantised_.emplace_back(basis, plane(k));
  }

  // Adds the sums of the rows' gradients.
  void add(RowRange rows, std::span<double> sums) const {
    const std::size_t n = rows.size();
    std::vector<float> scores(options_.outputs * n);
    std::vector<float> gradients(options_.outputs * n);
    for (std::size_t k = 0; k < options_.outputs; ++k) add_output_scores(rows, k, std::span(scores).subspan(k * n, n));
    rule_(rows, scores, gradients);
    for (std::size_t k = 0; k < options_.outputs; ++k) {
      const auto gradient = std::span(gradients).subspan(k * n, n);
      const auto sum = sums.subspan(k * basis_.terminals(), basis_.terminals());
      if (options_.arithmetic == Arithmetic::exact)
        add_sums(basis_, rows, gradient, sum);
      else
        add_quantised_sums(basis_, rows, gradient, sum);
    }
  }

 private:
  std::span<const float> plane(std::size_t k) const {
    return weights_.subspan(k * basis_.terminals(), basis_.terminals());
  }

  void add_output_scores(RowRange rows, std::size_t k, std::span<float> scores) const {
    if (options_.arithmetic == Arithmetic::exact)
      add_scores(basis_, rows, plane(k), scores);
    else
      add_quantised_scores(basis_, rows, quantised_[k], scores);
  }

  const Basis& basis_;
  const std::span<const float> weights_;
  const GradientRule& rule_;
  const PassOptions& options_;
  std::vector<QuantisedWeights> quantised_;
};

}  // namespace

std::vector<double> gradient_sums(const Basis& basis, std::span<const float> weights, const GradientRule& rule,
                                  Threads& threads, const PassOptions& options) {
  const Pass pass(basis, weights, rule, options);
  std::vector<double> result(weights.size());
  std::vector<std::vector<double>> sums(kBlocksAtOnce);
  const std::size_t blocks = (basis.rows() + kQuantisedBlockRows - 1) / kQuantisedBlockRows;
  for (std::size_t first = 0; first < blocks; first += kBlocksAtOnce) {
    const std::size_t count = std::min(kBlocksAtOnce, blocks - first);
    threads.each(count, [&](std::size_t b) {
      const std::size_t begin = (first + b) * kQuantisedBlockRows;
      sums[b].assign(weights.size(), 0);
      pass.add({begin, std::min(basis.rows(), begin + kQuantisedBlockRows)}, sums[b]);
    });
    threads.blocks(result.size(), kTerminalsPerJoin, [&](std::size_t begin, std::size_t end) {
      for (std::size_t b = 0; b < count; ++b)
        for (std::size_t j = begin; j < end; ++j) result[j] += sums[b][j];
    });
  }
  return result;
}

}  // namespace espalier

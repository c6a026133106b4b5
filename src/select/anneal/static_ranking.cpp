#include "select/anneal/static_ranking.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace espalier {
namespace {

// The weight of every rule's rows of one class. Not from Problem::row_weight, which is rounded.
std::vector<double> weights_of(float side, const Problem& problem, Threads& threads) {
  const Design& design = problem.design;
  const std::size_t chunk = chunk_rows(1);
  std::vector<float> weights(design.rows());
  for (std::size_t row = 0; row < weights.size(); ++row)
    weights[row] = problem.loss.side(row) == side ? problem.loss.weight(row) : 0;
  std::vector<double> sums(design.parameters());
  threads.each(design.members(), [&](std::size_t member) {
    const auto index = static_cast<std::uint32_t>(member);
    const std::unique_ptr<Block> block = design.block({&index, 1});
    const std::span<double> own = std::span(sums).subspan(design.first(member), design.count(member));
    for (std::size_t begin = 0; begin < design.rows(); begin += chunk)
      block->add_products({begin, std::min(design.rows(), begin + chunk)}, weights.data() + begin, 1, own);
  });
  return sums;
}

// (3.6) of a rule over `all` rows, of which those it covers are of the class that it says, or not.
double hinge(double all, double right, double wrong) {
  const double value = 1 / std::sqrt(right + wrong);
  return (all - right - wrong) + right * std::max(0.0, 1 - value) + wrong * (1 + value);
}

}  // namespace

std::vector<double> static_worth(const Problem& problem, RuleRanking ranking, Threads& threads) {
  ESPALIER_ASSERT(problem.loss.outputs() == 1 && ranking != RuleRanking::weights);
  const std::vector<double> positive = weights_of(1, problem, threads), negative = weights_of(-1, problem, threads);
  std::vector<double> worth(positive.size());
  for (std::size_t p = 0; p < worth.size(); ++p) {
    const double more = std::max(positive[p], negative[p]), less = std::min(positive[p], negative[p]);
    if (!(more > 0)) continue;
    worth[p] = ranking == RuleRanking::margin
                   ? (more - less) * (more - less) / (more + less)
                   : -hinge(problem.loss.total_weight(), more, less);  // the better sign is that of the larger class
  }
  return worth;
}

}  // namespace espalier

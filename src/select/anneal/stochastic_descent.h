// The papers' own update (Dawer, Guo, Barbu 2020, algorithm 1; Dawer 2018, chapter 3 calls it "one epoch of stochastic
// gradient update"): rows one by one in random order, each moving every weight that it meets by
//
//   β -= step · (g + λh β / n)
//
// where n is the number of rows of the terminal, so that an epoch adds up to the gradient of the penalty. Rules are
// scaled to norm 1: their weight w = β √n moves by step · g / √n, so β by step · g / n. Trees that are weighted as they
// were grown are columns of numbers v, scaled to mean square 1 like the normalised columns of algorithm 1: the factor f
// of such a tree moves by step · (g · v + λh f Σ v² / N) / mean v², where Σ goes over its terminals and N is the number
// of rows. Row weights count relative to their mean. Stable while step · h · members < 2.
#pragma once

#include <cstdint>
#include <vector>

#include "select/anneal/candidates.h"

namespace espalier {

class StochasticDescent {
 public:
  StochasticDescent(const Problem& problem, double step, Threads& threads);

  // One pass over the rows in an order drawn from the stream (seed, number). Returns the objective after it.
  double epoch(std::uint64_t seed, std::uint64_t number, Candidates& candidates);

 private:
  // Of a tree as it was grown.
  struct Factor {
    double value = 0;
    double step = 0;
    double decay = 0;  // times a row's weight and the value: the row's share of the penalty's slope
  };

  Factor factor_of(std::size_t member, const Candidates& candidates) const;
  void lay_out(const Candidates& candidates);
  void pass(std::span<const std::uint32_t> order, Candidates& candidates);
  void pass_factors(std::span<const std::uint32_t> order, Candidates& candidates);

  const Problem& problem_;
  const double step_;
  const double mean_weight_;  // of a row
  Threads& threads_;
  std::vector<float> scores_;
  // Row by row (Design::lay_out), for these members.
  std::vector<std::uint32_t> laid_out_;
  std::vector<std::uint32_t> parameters_;
  std::vector<float> values_;
};

}  // namespace espalier

// The number of candidates that are left after each epoch of an annealing run (Dawer, Guo, Barbu 2020, section II.D):
//
//   M_e = k + (M - k) · max(0, (E - 2e) / (2e·mu + E)),  e = 1 … E
//
// Most candidates go in the first epochs, so that a run visits about 13 · M of them instead of E · M (mu = 10, E =
// 150).
#pragma once

#include <cstddef>
#include <vector>

namespace espalier {

struct Schedule {
  int iterations = 150;
  double mu = 10;
};

// After epoch e (from 1): never more than `candidates`, never fewer than `last`.
std::size_t survivors(const Schedule& schedule, std::size_t candidates, std::size_t last, int epoch);

// At most `count` different whole numbers on an exponential grid from 1 to `most`, descending.
std::vector<std::size_t> exponential_levels(std::size_t count, std::size_t most);

}  // namespace espalier

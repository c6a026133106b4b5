// Adam (Kingma and Ba 2014) with decoupled weight decay (Loshchilov and Hutter 2019).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace espalier {

inline constexpr float kFirstMoment = 0.9F, kSecondMoment = 0.999F, kAdamEpsilon = 1e-8F;

// The factors of step t, from 1 on.
struct AdamStep {
  AdamStep(double rate, std::size_t t);

  float rate;          // over 1 - 0.9^t
  float second_scale;  // 1 / (1 - 0.999^t)
};

struct AdamMoments {
  std::vector<float> first, second;
};

// Takes a step with the gradients, and sets them to 0. `shrink` is the share of each number that the weight decay
// removes.
void take_step(const AdamStep& step, float shrink, std::span<float> numbers, std::span<float> gradients,
               std::span<float> first, std::span<float> second);

}  // namespace espalier

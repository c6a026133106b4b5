// Rules are dropped while the others learn, on the schedule of feature selection with annealing (Dawer 2018, algorithm
// 3): after t of T epochs, k + (M - k) · max(0, (T - 2t) / (2tμ + T)) of M are left, ranked by |c| · ‖r‖.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "predict/neural/rule_kernels.h"

namespace espalier {

struct PruneSchedule {
  std::size_t keep = std::numeric_limits<std::size_t>::max();  // k
  double speed = 10;                                           // μ
};

std::size_t rules_after(const PruneSchedule& schedule, std::size_t rules, std::size_t epoch, std::size_t epochs);

// By group and rule: Σ w r(x)² over the rows, rows × the groups' inputs; `weights` may be empty.
std::vector<std::vector<double>> squared_norms(std::span<const RuleGroup> groups, const float* inputs, std::size_t rows,
                                               std::span<const float> weights = {});

// Keeps the `count` rules with the largest ‖value‖ · norm alive, the first ones on ties. Returns how many there are.
std::size_t prune(std::span<const RuleGroup> groups, const std::vector<std::vector<double>>& squared_norms,
                  std::size_t count, std::span<std::uint32_t> alive);

}  // namespace espalier

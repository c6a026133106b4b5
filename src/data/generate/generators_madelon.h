// The choices that the seed makes for madelon before any row is drawn.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace espalier {

inline constexpr std::size_t kMadelonInputs = 500;
inline constexpr std::size_t kMadelonInformative = 5;
inline constexpr std::size_t kMadelonRedundant = 15;
inline constexpr std::size_t kMadelonClusters = 32;
inline constexpr double kMadelonDistance = 2;  // the distance of a vertex from 0, in each coordinate

struct MadelonPlan {
  std::array<int, kMadelonClusters> labels;  // bit k of a cluster's number: its vertex is at +2 in coordinate k
  std::array<std::array<double, kMadelonInformative>, kMadelonRedundant> mixtures;  // of length 1
  // order[j] is the kind of column j: < 5 informative, < 20 redundant, otherwise a probe.
  std::array<std::uint32_t, kMadelonInputs> order;
};

MadelonPlan plan_madelon(std::uint64_t seed);

}  // namespace espalier

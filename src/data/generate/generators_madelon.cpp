// Madelon, the artificial data set of the NIPS 2003 feature selection challenge (Guyon 2003): XOR in five dimensions,
// hidden among redundant inputs and probes. 32 clusters N(vertex, I) sit on the vertices (±2, …, ±2) of a hypercube;
// the seed gives 16 of them to each class, 15 random mixtures of the five coordinates, and the order of the columns.
// Every column is scaled to mean 0 and variance 1, so that its spread does not reveal its kind. 500 normals per row.
#include "data/generate/generators_madelon.h"

#include <cmath>
#include <memory>
#include <numeric>

#include "data/generate/generators.h"

namespace espalier {
namespace {

// A coordinate is ±2 + N(0, 1): variance 5.
double coordinate(Random& random, bool positive) {
  const double vertex = positive ? kMadelonDistance : -kMadelonDistance;
  return (vertex + random.normal()) / std::sqrt(kMadelonDistance * kMadelonDistance + 1);
}

double draw_madelon(const MadelonPlan& plan, Random& random, std::span<float> x) {
  const std::uint64_t cluster = random.below(kMadelonClusters);
  std::array<double, kMadelonInputs> sources;
  for (std::size_t k = 0; k < kMadelonInformative; ++k) sources[k] = coordinate(random, ((cluster >> k) & 1U) != 0);
  for (std::size_t m = 0; m < kMadelonRedundant; ++m) {
    double sum = 0;
    for (std::size_t k = 0; k < kMadelonInformative; ++k) sum += plan.mixtures[m][k] * sources[k];
    sources[kMadelonInformative + m] = sum;
  }
  for (std::size_t p = kMadelonInformative + kMadelonRedundant; p < kMadelonInputs; ++p) sources[p] = random.normal();
  for (std::size_t j = 0; j < kMadelonInputs; ++j) x[j] = static_cast<float>(sources[plan.order[j]]);
  return plan.labels[cluster];
}

}  // namespace

MadelonPlan plan_madelon(std::uint64_t seed) {
  Random random(seed, "plan madelon");
  MadelonPlan plan;
  for (std::size_t cluster = 0; cluster < kMadelonClusters; ++cluster) plan.labels[cluster] = cluster % 2 == 0 ? 0 : 1;
  random.shuffle(std::span<int>(plan.labels));
  for (auto& mixture : plan.mixtures) {
    double squares = 0;
    for (double& part : mixture) {
      part = uniform_between(random, -1, 1);
      squares += part * part;
    }
    for (double& part : mixture) part /= std::sqrt(squares);
  }
  std::iota(plan.order.begin(), plan.order.end(), 0U);
  random.shuffle(std::span<std::uint32_t>(plan.order));
  return plan;
}

Recipe madelon_recipe() {
  const auto start = [](std::uint64_t seed) -> DrawRow {
    // Shared: a std::function must be copyable, and the plan need not be copied with it.
    const auto plan = std::make_shared<const MadelonPlan>(plan_madelon(seed));
    return [plan](Random& random, std::span<float> x) { return draw_madelon(*plan, random, x); };
  };
  return {{"madelon", "XOR in five dimensions among 15 redundant inputs and 480 probes; 500 inputs, 2 classes",
           "32 clusters N(v, I), v in {-2, 2}^5, 16 a class by the seed; 15 mixtures of the 5 coordinates; 480 probes "
           "N(0, 1); every column of variance 1, in random order",
           "share of labels flipped (the challenge's data has 1%)", 0, "error about 5.6%, the labels of the vertices"},
          kMadelonInputs,
          2,
          start};
}

}  // namespace espalier

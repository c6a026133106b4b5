#include "neural/rule_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "espalier/neural_rules.h"

namespace espalier {
namespace {

constexpr std::size_t kRowsAtOnce = 512;

struct Sums {
  double rows = 0, leaf = 0, both = 0;
  double sum = 0, squares = 0;  // of the rule
};
using GroupSums = std::array<Sums, kGroupRules>;

GroupSums sums_of(const RuleGroup& start, const RuleGroup& group, std::span<const std::uint32_t> inputs,
                  const NetRows& rows) {
  GroupSums sums;
  NetBatch batch;
  RuleActivity before, now;
  std::vector<std::uint32_t> numbers;
  for (std::size_t first = 0; first < rows.rows(); first += kRowsAtOnce) {
    numbers.resize(std::min(kRowsAtOnce, rows.rows() - first));
    std::iota(numbers.begin(), numbers.end(), static_cast<std::uint32_t>(first));
    batch.take(rows, numbers, inputs);
    activate(start, batch.inputs(), batch.rows(), before);
    activate(group, batch.inputs(), batch.rows(), now);
    for (std::size_t row = 0; row < batch.rows(); ++row) {
      const double weight = rows.weight(first + row);
      for (std::size_t r = 0; r < kGroupRules; ++r) {
        const double value = now.values_of(row)[r];
        const bool was = ((before.active[row] >> r) & 1) != 0, is = ((now.active[row] >> r) & 1) != 0;
        sums[r].leaf += was ? weight : 0;
        sums[r].rows += is ? weight : 0;
        sums[r].both += was && is ? weight : 0;
        sums[r].sum += weight * value;
        sums[r].squares += weight * value * value;
      }
    }
  }
  return sums;
}

}  // namespace

RuleStatistics rule_statistics(std::span<const RuleGroup> start, std::span<const RuleGroup> groups,
                               std::span<const std::uint32_t> inputs, const NetRows& rows, Threads& threads) {
  std::vector<GroupSums> sums(groups.size());
  threads.each(groups.size(), [&](std::size_t g) { sums[g] = sums_of(start[g], groups[g], inputs, rows); });
  double total = 0;
  for (std::size_t row = 0; row < rows.rows(); ++row) total += rows.weight(row);
  RuleStatistics statistics;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t r = 0; r < groups[g].shape().rules; ++r) {
      const Sums& of = sums[g][r];
      const double mean = of.sum / total;
      statistics.rows.push_back(static_cast<float>(of.rows));
      statistics.leaf.push_back(static_cast<float>(of.leaf));
      statistics.both.push_back(static_cast<float>(of.both));
      statistics.spread.push_back(static_cast<float>(std::sqrt(std::max(0.0, of.squares / total - mean * mean))));
    }
  }
  return statistics;
}

}  // namespace espalier

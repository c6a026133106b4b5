#include "grow/random/row_sample.h"

#include <algorithm>
#include <cmath>

#include "grow/random/draws.h"

namespace espalier {
namespace {

RowSample with_replacement(std::span<const std::uint32_t> rows, Draws draws) {
  std::vector<std::uint32_t> times(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) ++times[draws.below(rows.size())];
  RowSample sample;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (times[i] == 0) continue;
    sample.rows.push_back(rows[i]);
    sample.counts.push_back(times[i]);
  }
  return sample;
}

// Each row is taken with the probability that makes every set of the size equally likely (selection sampling, Knuth
// volume 2, algorithm 3.4.2 S), so they come in order.
RowSample without_replacement(std::span<const std::uint32_t> rows, double fraction, Draws draws) {
  const auto wanted = static_cast<std::size_t>(std::floor(fraction * static_cast<double>(rows.size()) + 0.5));
  std::size_t missing = std::max<std::size_t>(1, wanted);
  RowSample sample;
  for (std::size_t i = 0; i < rows.size() && missing > 0; ++i) {
    if (draws.below(rows.size() - i) >= missing) continue;
    sample.rows.push_back(rows[i]);
    --missing;
  }
  return sample;
}

}  // namespace

RowSample draw_rows(std::span<const std::uint32_t> rows, Bootstrap bootstrap, double fraction, Random random) {
  if (bootstrap == Bootstrap::with) return with_replacement(rows, Draws(random));
  if (bootstrap == Bootstrap::without) return without_replacement(rows, fraction, Draws(random));
  return {{rows.begin(), rows.end()}, {}};
}

}  // namespace espalier

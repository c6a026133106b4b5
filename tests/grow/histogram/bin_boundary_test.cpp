#include "grow/histogram/bin_boundary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

double score(PackedGradient left, PackedGradient total, double l2) {
  const double gl = gradient_of(left), hl = hessian_of(left) + l2;
  const double gr = gradient_of(total) - gl, hr = hessian_of(total) - hessian_of(left) + l2;
  return gl * gl / hl + gr * gr / hr;
}

// All boundaries, one after the other.
BinBoundary plain(const std::vector<PackedGradient>& sums, PackedGradient extra, PackedGradient total,
                  const BoundaryLimits& limits) {
  BinBoundary best;
  PackedGradient left = extra;
  for (std::size_t bin = 0; bin < sums.size(); ++bin) {
    left += sums[bin];
    if (hessian_of(left) < limits.min_hessian || hessian_of(total) - hessian_of(left) < limits.min_hessian) continue;
    if (score(left, total, limits.l2) > best.score) best = {score(left, total, limits.l2), bin};
  }
  return best;
}

TEST(Boundary, IsTheBestOfAll) {
  test::on_every_instruction_set([] {
    Random random(1, "sums");
    for (int repeat = 0; repeat < 500; ++repeat) {
      const std::size_t bins = random.below(256);
      std::vector<PackedGradient> sums(bins);
      for (PackedGradient& sum : sums) {
        if (random.below(3) == 0) continue;  // empty bins
        sum = pack(static_cast<std::int32_t>(random.below(200001)) - 100000,
                   1 + static_cast<std::uint32_t>(random.below(5000)));
      }
      const PackedGradient extra = repeat % 2 ? pack(-777, 123) : 0;
      PackedGradient total = extra + pack(500, 40);
      for (const PackedGradient sum : sums) total += sum;
      const BoundaryLimits limits = {repeat % 3 * 10.0, 1.0 + static_cast<double>(repeat % 5) * 1000};
      const BinBoundary found = best_boundary(sums, extra, total, limits);
      const BinBoundary expected = plain(sums, extra, total, limits);
      ASSERT_EQ(found.found(), expected.found());
      if (!found.found()) continue;
      EXPECT_NEAR(found.score, expected.score, 1e-12 * expected.score);
      PackedGradient left = extra;
      for (std::size_t bin = 0; bin <= found.bin; ++bin) left += sums[bin];
      EXPECT_NEAR(score(left, total, limits.l2), expected.score, 1e-12 * expected.score);
    }
  });
}

TEST(Boundary, OfEqualOnesIsTheLowest) {
  const std::vector<PackedGradient> sums = {0, pack(8, 4), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(best_boundary(sums, 0, pack(0, 8), {0, 1}).bin, 1U);
}

TEST(Boundary, AnEmptySideIsNone) {
  const std::vector<PackedGradient> sums = {0, 0, pack(5, 3)};
  EXPECT_FALSE(best_boundary(sums, 0, pack(5, 3), {0, 1}).found());
}

}  // namespace
}  // namespace espalier

#include "grow/histogram/bin_boundary.h"

#include <algorithm>
#include <array>

#include "base/assert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grow/histogram/bin_boundary.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kMostBoundaries = 256;
constexpr double kWorst = -std::numeric_limits<double>::infinity();

// Running sums, as pairs of 32-bit halves: Hessian first. Beyond the last sum there is an empty left side, which never
// wins.
std::size_t running_sums(const PackedGradient* sums, std::size_t count, PackedGradient start, PackedGradient* out) {
  PackedGradient sum = start;
  for (std::size_t b = 0; b < count; ++b) out[b] = sum += sums[b];
  const std::size_t padded = (count + 7) / 8 * 8;
  for (std::size_t b = count; b < padded; ++b) out[b] = 0;
  return padded;
}

BinBoundary search(const PackedGradient* sums, std::size_t count, PackedGradient extra, PackedGradient total,
                   const BoundaryLimits& limits) {
  alignas(64) PackedGradient left[kMostBoundaries];
  const std::size_t padded = running_sums(sums, count, extra, left);

  const hn::CappedTag<double, 8> d;
  const hn::Rebind<std::int32_t, decltype(d)> d32;
  const std::size_t lanes = hn::Lanes(d);
  const auto all_gradient = hn::Set(d, static_cast<double>(gradient_of(total)));
  const auto all_hessian = hn::Set(d, static_cast<double>(hessian_of(total)));
  const auto l2 = hn::Set(d, limits.l2);
  const auto least = hn::Set(d, limits.min_hessian);
  auto best = hn::Set(d, kWorst);
  auto where = hn::Zero(d);
  auto index = hn::Iota(d, 0.0);
  const auto step = hn::Set(d, static_cast<double>(lanes));
  for (std::size_t b = 0; b < padded; b += lanes) {
    hn::VFromD<decltype(d32)> h32, g32;
    hn::LoadInterleaved2(d32, reinterpret_cast<const std::int32_t*>(left + b), h32, g32);
    const auto gl = hn::PromoteTo(d, g32), hl = hn::PromoteTo(d, h32);
    const auto gr = hn::Sub(all_gradient, gl), hr = hn::Sub(all_hessian, hl);
    const auto a = hn::Add(hl, l2), c = hn::Add(hr, l2);
    const auto top = hn::Add(hn::Mul(hn::Mul(gl, gl), c), hn::Mul(hn::Mul(gr, gr), a));
    const auto score = hn::Div(top, hn::Mul(a, c));
    const auto allowed = hn::And(hn::Ge(hl, least), hn::Ge(hr, least));
    const auto better = hn::And(allowed, hn::Gt(score, best));
    best = hn::IfThenElse(better, score, best);
    where = hn::IfThenElse(better, index, where);
    index = hn::Add(index, step);
  }
  alignas(64) double scores[8], bins[8];
  hn::Store(best, d, scores);
  hn::Store(where, d, bins);
  BinBoundary result;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const auto bin = static_cast<std::size_t>(bins[lane]);
    if (scores[lane] > result.score || (scores[lane] == result.score && bin < result.bin)) result = {scores[lane], bin};
  }
  return result;
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(search);

}  // namespace

BinBoundary best_boundary(std::span<const PackedGradient> sums, PackedGradient extra, PackedGradient total,
                          const BoundaryLimits& limits) {
  ESPALIER_ASSERT(sums.size() <= 256);
  return HWY_DYNAMIC_DISPATCH(search)(sums.data(), sums.size(), extra, total, limits);
}

}  // namespace espalier
#endif

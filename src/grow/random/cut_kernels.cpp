#include "grow/random/cut_kernels.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grow/random/cut_kernels.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

ValueRange gather_range(ValueColumn column, const std::uint32_t* rows, std::size_t n, float* out) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < n; ++i) out[i] = column.first[rows[i] * column.stride];
  const std::size_t end = padded(n);
  for (std::size_t i = n; i < end; ++i) out[i] = std::numeric_limits<float>::quiet_NaN();

  const hn::CappedTag<float, kLanes> d;
  auto low = hn::Set(d, kInfinity);
  auto high = hn::Set(d, -kInfinity);
  std::size_t absent = 0;
  for (std::size_t i = 0; i < end; i += hn::Lanes(d)) {
    const auto value = hn::LoadU(d, out + i);
    const auto missing = hn::IsNaN(value);
    low = hn::Min(low, hn::IfThenElse(missing, low, value));
    high = hn::Max(high, hn::IfThenElse(missing, high, value));
    absent += hn::CountTrue(d, missing);
  }
  return {hn::GetLane(hn::MinOfLanes(d, low)), hn::GetLane(hn::MaxOfLanes(d, high)), absent > end - n};
}

HWY_INLINE double join_lanes(const double* s) {
  return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

// Eight lanes of doubles; a machine with fewer goes over the rows once for each part of them.
template <bool weighted>
LeftMoments sum_left(const float* values, float threshold, std::size_t n, const double* y, const double* weights) {
  const hn::CappedTag<double, 8> d;
  const hn::Rebind<float, decltype(d)> half;
  const auto cut = hn::Set(d, static_cast<double>(threshold));
  const std::size_t end = (n + 7) / 8 * 8;
  HWY_ALIGN double sums[8];
  HWY_ALIGN double totals[8];
  std::size_t rows = 0;
  for (std::size_t part = 0; part < 8; part += hn::Lanes(d)) {
    auto sum = hn::Zero(d);
    auto total = hn::Zero(d);
    for (std::size_t i = part; i < end; i += 8) {
      const auto left = hn::Le(hn::PromoteTo(d, hn::LoadU(half, values + i)), cut);
      auto term = hn::LoadU(d, y + i);
      if constexpr (weighted) {
        const auto weight = hn::LoadU(d, weights + i);
        term = hn::Mul(term, weight);
        total = hn::Add(total, hn::IfThenElseZero(left, weight));
      }
      sum = hn::Add(sum, hn::IfThenElseZero(left, term));
      rows += hn::CountTrue(d, left);
    }
    hn::Store(sum, d, sums + part);
    hn::Store(total, d, totals + part);
  }
  return {{weighted ? join_lanes(totals) : static_cast<double>(rows), join_lanes(sums)}, rows};
}

LeftMoments sum_left_plain(const float* values, float threshold, std::size_t n, const double* y) {
  return sum_left<false>(values, threshold, n, y, nullptr);
}

LeftMoments sum_left_weighted(const float* values, float threshold, std::size_t n, const double* y,
                              const double* weights) {
  return sum_left<true>(values, threshold, n, y, weights);
}

// Plain loops, which the compiler turns into vectors: the lanes are independent.
template <bool weighted>
NodeMoments sum_node(std::size_t n, const double* y, const double* weights) {
  double sums[8] = {}, totals[8] = {};
  bool differ = false;
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const double w = weighted ? weights[i + lane] : 1;
      sums[lane] += weighted ? w * y[i + lane] : y[i + lane];
      if constexpr (weighted) totals[lane] += w;
      differ |= y[i + lane] != y[0];
    }
  }
  for (std::size_t lane = 0; i < n; ++i, ++lane) {
    const double w = weighted ? weights[i] : 1;
    sums[lane] += w * y[i];
    totals[lane] += w;
    differ |= y[i] != y[0];
  }
  return {{weighted ? join_lanes(totals) : static_cast<double>(n), join_lanes(sums)}, !differ};
}

NodeMoments sum_node_plain(std::size_t n, const double* y) { return sum_node<false>(n, y, nullptr); }

NodeMoments sum_node_weighted(std::size_t n, const double* y, const double* weights) {
  return sum_node<true>(n, y, weights);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(gather_range);
HWY_EXPORT(sum_left_plain);
HWY_EXPORT(sum_left_weighted);
HWY_EXPORT(sum_node_plain);
HWY_EXPORT(sum_node_weighted);

}  // namespace

ValueRange gather(ValueColumn column, const std::uint32_t* rows, std::size_t n, float* out) noexcept {
  return HWY_DYNAMIC_DISPATCH(gather_range)(column, rows, n, out);
}

LeftMoments left_moments(const float* values, float threshold, std::size_t n, const double* y,
                         const double* weights) noexcept {
  if (weights == nullptr) return HWY_DYNAMIC_DISPATCH(sum_left_plain)(values, threshold, n, y);
  return HWY_DYNAMIC_DISPATCH(sum_left_weighted)(values, threshold, n, y, weights);
}

NodeMoments node_moments(std::size_t n, const double* y, const double* weights) noexcept {
  if (weights == nullptr) return HWY_DYNAMIC_DISPATCH(sum_node_plain)(n, y);
  return HWY_DYNAMIC_DISPATCH(sum_node_weighted)(n, y, weights);
}

}  // namespace espalier
#endif

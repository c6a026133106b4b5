#include "grow/random/cut_kernels.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>

#include "grow/partition/partition.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grow/random/cut_kernels.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

ValueRange find_range(float* values, std::size_t n) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const hn::CappedTag<float, kPadding> d;
  const std::size_t end = (n + kPadding - 1) / kPadding * kPadding;
  const auto nan = hn::Set(d, std::numeric_limits<float>::quiet_NaN());
  for (std::size_t i = n; i < n + kPadding; i += hn::Lanes(d)) hn::StoreU(nan, d, values + i);
  auto low = hn::Set(d, kInfinity);
  auto high = hn::Set(d, -kInfinity);
  std::size_t absent = 0;
  for (std::size_t i = 0; i < end; i += hn::Lanes(d)) {
    const auto value = hn::LoadU(d, values + i);
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

// The last rows, fewer than eight, are added to the first lanes.
template <bool weighted>
NodeMoments sum_node(std::size_t n, const double* y, const double* weights) {
  const hn::CappedTag<double, 8> d;
  const auto first = hn::Set(d, y[0]);
  const std::size_t end = n / 8 * 8;
  HWY_ALIGN double sums[8];
  HWY_ALIGN double totals[8];
  bool pure = true;
  for (std::size_t part = 0; part < 8; part += hn::Lanes(d)) {
    auto sum = hn::Zero(d);
    auto total = hn::Zero(d);
    auto same = hn::Eq(first, first);
    for (std::size_t i = part; i < end; i += 8) {
      auto term = hn::LoadU(d, y + i);
      same = hn::And(same, hn::Eq(term, first));
      if constexpr (weighted) {
        const auto weight = hn::LoadU(d, weights + i);
        term = hn::Mul(term, weight);
        total = hn::Add(total, weight);
      }
      sum = hn::Add(sum, term);
    }
    pure = pure && hn::AllTrue(d, same);
    hn::Store(sum, d, sums + part);
    hn::Store(total, d, totals + part);
  }
  for (std::size_t i = end; i < n; ++i) {
    sums[i - end] += weighted ? y[i] * weights[i] : y[i];
    if constexpr (weighted) totals[i - end] += weights[i];
    pure = pure && y[i] == y[0];
  }
  return {{weighted ? join_lanes(totals) : static_cast<double>(n), join_lanes(sums)}, pure};
}

NodeMoments sum_node_plain(std::size_t n, const double* y) { return sum_node<false>(n, y, nullptr); }

NodeMoments sum_node_weighted(std::size_t n, const double* y, const double* weights) {
  return sum_node<true>(n, y, weights);
}

std::size_t mark(const float* values, float threshold, std::size_t n, std::uint8_t* left) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    left[i] = values[i] <= threshold;
    count += left[i];
  }
  return count;
}

void count_thresholds(const float* values, std::size_t n, const float* thresholds, std::size_t count,
                      std::uint8_t* counts) {
  const hn::CappedTag<float, kPadding> d;
  const hn::RebindToSigned<decltype(d)> whole;
  const hn::Rebind<std::uint8_t, decltype(d)> bytes;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    const auto value = hn::LoadU(d, values + i);
    auto below = hn::Zero(whole);
    for (std::size_t t = 0; t < count; ++t) {
      const auto is_above = hn::RebindMask(whole, hn::Gt(value, hn::Set(d, thresholds[t])));
      below = hn::Sub(below, hn::VecFromMask(whole, is_above));  // true is -1
    }
    hn::StoreU(hn::DemoteTo(bytes, below), bytes, counts + i);
  }
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(find_range);
HWY_EXPORT(sum_left_plain);
HWY_EXPORT(sum_left_weighted);
HWY_EXPORT(sum_node_plain);
HWY_EXPORT(sum_node_weighted);
HWY_EXPORT(mark);
HWY_EXPORT(count_thresholds);

constexpr std::size_t kChunk = 1024;  // rows whose sides are made bits at once
constexpr std::size_t kFewRows = 24;  // of a node that is partitioned row by row

// Bit i is set if byte i, which is 0 or 1, is.
void pack_sides(const std::uint8_t* sides, std::size_t n, std::uint64_t* bits) noexcept {
  std::fill_n(bits, words_of(n), std::uint64_t{0});
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, sides + i, 8);
    bits[i / 64] |= ((eight * 0x0102040810204080) >> 56) << (i % 64);  // byte k is moved to bit 56 + k
  }
  for (; i < n; ++i) bits[i / 64] |= std::uint64_t{sides[i]} << (i % 64);
}

// What goes left is written over what has been read, what goes right to the scratch and then behind it.
template <class T>
void partition_items(T* items, std::size_t n, const std::uint8_t* sides, T* scratch) noexcept {
  std::size_t left = 0, right = 0;
  if (n < kFewRows) {
    for (std::size_t i = 0; i < n; ++i) {
      const T item = items[i];
      items[left] = item;
      scratch[right] = item;
      left += sides[i];
      right += 1 - sides[i];
    }
  } else {
    std::array<std::uint64_t, kChunk / 64> bits;
    for (std::size_t begin = 0; begin < n; begin += kChunk) {
      const std::size_t rows = std::min(kChunk, n - begin);
      pack_sides(sides + begin, rows, bits.data());
      part(std::span<const T>(items + begin, rows), bits.data(), items + left, scratch + right);
      const std::size_t count = count_left(bits.data(), rows);
      left += count;
      right += rows - count;
    }
  }
  std::copy_n(scratch, right, items + left);
}

}  // namespace

ValueRange range_of(float* values, std::size_t n) noexcept { return HWY_DYNAMIC_DISPATCH(find_range)(values, n); }

LeftMoments left_moments(const float* values, float threshold, std::size_t n, const double* y,
                         const double* weights) noexcept {
  if (weights == nullptr) return HWY_DYNAMIC_DISPATCH(sum_left_plain)(values, threshold, n, y);
  return HWY_DYNAMIC_DISPATCH(sum_left_weighted)(values, threshold, n, y, weights);
}

NodeMoments node_moments(std::size_t n, const double* y, const double* weights) noexcept {
  if (weights == nullptr) return HWY_DYNAMIC_DISPATCH(sum_node_plain)(n, y);
  return HWY_DYNAMIC_DISPATCH(sum_node_weighted)(n, y, weights);
}

std::size_t mark_left(const float* values, float threshold, std::size_t n, std::uint8_t* left) noexcept {
  return HWY_DYNAMIC_DISPATCH(mark)(values, threshold, n, left);
}

void count_below(const float* values, std::size_t n, std::span<const float> thresholds, std::uint8_t* counts) noexcept {
  HWY_DYNAMIC_DISPATCH(count_thresholds)(values, n, thresholds.data(), thresholds.size(), counts);
}

void partition(std::uint32_t* items, std::size_t n, const std::uint8_t* left, std::uint32_t* scratch) noexcept {
  partition_items(items, n, left, scratch);
}

void partition(double* items, std::size_t n, const std::uint8_t* left, double* scratch) noexcept {
  partition_items(items, n, left, scratch);
}

}  // namespace espalier
#endif

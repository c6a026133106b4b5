#include "grow/combined/row_sums.h"

#include <algorithm>
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grow/combined/row_sums.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Four lanes; a machine with fewer goes over the values once for each part of them.
double sum_left_values(const double* values, const std::uint8_t* sides, std::size_t n) {
  constexpr std::size_t kSums = 4;
  const hn::CappedTag<double, kSums> d;
  const hn::RebindToSigned<decltype(d)> whole;
  const hn::Rebind<std::int32_t, decltype(d)> half;
  const hn::Rebind<std::uint8_t, decltype(d)> bytes;
  const std::size_t end = n / kSums * kSums;
  HWY_ALIGN double sums[kSums];
  for (std::size_t part = 0; part < kSums; part += hn::Lanes(d)) {
    auto sum = hn::Zero(d);
    for (std::size_t i = part; i < end; i += kSums) {
      const auto side = hn::PromoteTo(whole, hn::PromoteTo(half, hn::LoadU(bytes, sides + i)));
      sum = hn::Add(sum, hn::And(hn::BitCast(d, hn::Neg(side)), hn::LoadU(d, values + i)));
    }
    hn::Store(sum, d, sums + part);
  }
  for (std::size_t i = end; i < n; ++i) sums[0] += sides[i] != 0 ? values[i] : 0.0;
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

using Few = hn::CappedTag<double, 4>;

// The columns first … first + vectors · lanes - 1 of all rows, whose sums stay in registers.
template <std::size_t vectors, class D>
HWY_INLINE void add_columns(D d, const double* values, std::size_t width, const std::uint32_t* rows, std::size_t n,
                            double* sums) {
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<D> sum0 = hn::LoadU(d, sums), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  if constexpr (vectors == 4) {
    sum1 = hn::LoadU(d, sums + lanes);
    sum2 = hn::LoadU(d, sums + 2 * lanes);
    sum3 = hn::LoadU(d, sums + 3 * lanes);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = values + std::size_t{rows[i]} * width;
    sum0 = hn::Add(sum0, hn::LoadU(d, row));
    if constexpr (vectors == 4) {
      sum1 = hn::Add(sum1, hn::LoadU(d, row + lanes));
      sum2 = hn::Add(sum2, hn::LoadU(d, row + 2 * lanes));
      sum3 = hn::Add(sum3, hn::LoadU(d, row + 3 * lanes));
    }
  }
  hn::StoreU(sum0, d, sums);
  if constexpr (vectors == 4) {
    hn::StoreU(sum1, d, sums + lanes);
    hn::StoreU(sum2, d, sums + 2 * lanes);
    hn::StoreU(sum3, d, sums + 3 * lanes);
  }
}

void add_all_columns(const double* values, std::size_t width, const std::uint32_t* rows, std::size_t n, double* sums) {
  const Few d;
  const hn::CappedTag<double, 1> one;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t k = 0;
  for (; k + 4 * lanes <= width; k += 4 * lanes) add_columns<4>(d, values + k, width, rows, n, sums + k);
  for (; k + lanes <= width; k += lanes) add_columns<1>(d, values + k, width, rows, n, sums + k);
  for (; k < width; ++k) add_columns<1>(one, values + k, width, rows, n, sums + k);
}

void subtract_change(double* values, std::size_t width, const std::uint32_t* rows, std::size_t n,
                     const double* change) {
  const Few d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < n; ++i) {
    double* row = values + std::size_t{rows[i]} * width;
    std::size_t k = 0;
    for (; k + lanes <= width; k += lanes)
      hn::StoreU(hn::Sub(hn::LoadU(d, row + k), hn::LoadU(d, change + k)), d, row + k);
    for (; k < width; ++k) row[k] -= change[k];
  }
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

// Four sums, since each addition waits for the one before it.
double sum_rows(const double* values, std::span<const std::uint32_t> rows) noexcept {
  std::array<double, 4> sums = {};
  std::size_t i = 0;
  for (; i + sums.size() <= rows.size(); i += sums.size())
    for (std::size_t s = 0; s < sums.size(); ++s) sums[s] += values[rows[i + s]];
  for (; i < rows.size(); ++i) sums[0] += values[rows[i]];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

HWY_EXPORT(sum_left_values);
HWY_EXPORT(add_all_columns);
HWY_EXPORT(subtract_change);

}  // namespace

double left_sum(std::span<const double> values, const std::uint8_t* sides) noexcept {
  return HWY_DYNAMIC_DISPATCH(sum_left_values)(values.data(), sides, values.size());
}

void add_rows(const double* values, std::size_t width, std::span<const std::uint32_t> rows, double* sums) noexcept {
  if (width == 1)
    *sums += sum_rows(values, rows);
  else
    HWY_DYNAMIC_DISPATCH(add_all_columns)(values, width, rows.data(), rows.size(), sums);
}

void subtract_from_rows(double* values, std::size_t width, std::span<const std::uint32_t> rows,
                        const double* change) noexcept {
  HWY_DYNAMIC_DISPATCH(subtract_change)(values, width, rows.data(), rows.size(), change);
}

}  // namespace espalier
#endif

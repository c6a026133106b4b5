#include "predict/neural/rule_kernels.h"

#include <algorithm>
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/neural/rule_kernels.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, kGroupRules / 2>;
using Rows = std::array<const float*, RuleActivity::kRowsAtOnce>;

// One plane of two vectors of rules, for four rows: eight sums at once, since each addition waits for the one before
// it.
struct PlaneSums {
  HWY_ALIGN std::array<std::array<float, kGroupRules>, RuleActivity::kRowsAtOnce> of_row;
};

HWY_INLINE void add_up(const float* HWY_RESTRICT offsets, const float* HWY_RESTRICT weights, std::size_t inputs,
                       const Rows& rows, std::size_t lane, PlaneSums& sums) {
  const Lanes d;
  const std::size_t n = hn::Lanes(d);
  auto a0 = hn::LoadU(d, offsets + lane), b0 = hn::LoadU(d, offsets + lane + n);
  auto a1 = a0, a2 = a0, a3 = a0, b1 = b0, b2 = b0, b3 = b0;
  for (std::size_t i = 0; i < inputs; ++i) {
    const auto w = hn::LoadU(d, weights + i * kGroupRules + lane);
    const auto v = hn::LoadU(d, weights + i * kGroupRules + lane + n);
    const auto x0 = hn::Set(d, rows[0][i]), x1 = hn::Set(d, rows[1][i]);
    const auto x2 = hn::Set(d, rows[2][i]), x3 = hn::Set(d, rows[3][i]);
    a0 = hn::Add(a0, hn::Mul(w, x0));
    b0 = hn::Add(b0, hn::Mul(v, x0));
    a1 = hn::Add(a1, hn::Mul(w, x1));
    b1 = hn::Add(b1, hn::Mul(v, x1));
    a2 = hn::Add(a2, hn::Mul(w, x2));
    b2 = hn::Add(b2, hn::Mul(v, x2));
    a3 = hn::Add(a3, hn::Mul(w, x3));
    b3 = hn::Add(b3, hn::Mul(v, x3));
  }
  hn::StoreU(a0, d, sums.of_row[0].data() + lane);
  hn::StoreU(b0, d, sums.of_row[0].data() + lane + n);
  hn::StoreU(a1, d, sums.of_row[1].data() + lane);
  hn::StoreU(b1, d, sums.of_row[1].data() + lane + n);
  hn::StoreU(a2, d, sums.of_row[2].data() + lane);
  hn::StoreU(b2, d, sums.of_row[2].data() + lane + n);
  hn::StoreU(a3, d, sums.of_row[3].data() + lane);
  hn::StoreU(b3, d, sums.of_row[3].data() + lane + n);
}

// value = min(value, plane), and where that lowers it, least = which.
HWY_INLINE void take_least(const float* HWY_RESTRICT plane, std::int32_t which, float* HWY_RESTRICT value,
                           std::int32_t* HWY_RESTRICT least) {
  const Lanes d;
  const hn::RebindToSigned<Lanes> di;
  for (std::size_t lane = 0; lane < kGroupRules; lane += hn::Lanes(d)) {
    const auto p = hn::LoadU(d, plane + lane);
    const auto v = hn::LoadU(d, value + lane);
    const auto less = hn::Lt(p, v);
    hn::StoreU(hn::IfThenElse(less, p, v), d, value + lane);
    const auto l = hn::LoadU(di, least + lane);
    hn::StoreU(hn::IfThenElse(hn::RebindMask(di, less), hn::Set(di, which), l), di, least + lane);
  }
}

// Bit r where value[r] > 0; values below are set to 0.
HWY_INLINE std::uint32_t cut_off(float* HWY_RESTRICT value) {
  const Lanes d;
  std::uint32_t bits = 0;
  for (std::size_t lane = 0; lane < kGroupRules; lane += hn::Lanes(d)) {
    const auto v = hn::LoadU(d, value + lane);
    const auto above = hn::Gt(v, hn::Zero(d));
    hn::StoreU(hn::IfThenElseZero(above, v), d, value + lane);
    std::uint8_t mask[8] = {};
    hn::StoreMaskBits(d, above, mask);
    bits |= (std::uint32_t{mask[0]} | std::uint32_t{mask[1]} << 8) << lane;
  }
  return bits;
}

HWY_INLINE void relu(const float* HWY_RESTRICT plane, float* HWY_RESTRICT out) {
  const Lanes d;
  for (std::size_t lane = 0; lane < kGroupRules; lane += hn::Lanes(d))
    hn::StoreU(hn::Max(hn::LoadU(d, plane + lane), hn::Zero(d)), d, out + lane);
}

// The second layer of a row: min_k of shift_k + Σ_j mixing_kj · plane_j.
HWY_INLINE void mix(const RuleGroup& group, const float* HWY_RESTRICT planes, float* HWY_RESTRICT value,
                    std::int32_t* HWY_RESTRICT least) {
  const Lanes d;
  const std::size_t count = group.shape().planes;
  HWY_ALIGN std::array<float, kGroupRules> sum;
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t lane = 0; lane < kGroupRules; lane += hn::Lanes(d)) {
      auto s = hn::LoadU(d, group.shifts(k) + lane);
      for (std::size_t j = 0; j < count; ++j)
        s = hn::Add(s, hn::Mul(hn::LoadU(d, group.mixing(k, j) + lane), hn::LoadU(d, planes + j * kGroupRules + lane)));
      hn::StoreU(s, d, sum.data() + lane);
    }
    take_least(sum.data(), static_cast<std::int32_t>(k), value, least);
  }
}

void activate_rows(const RuleGroup& group, const float* inputs, std::size_t rows, RuleActivity& out) {
  const Lanes d;
  const GroupShape& shape = group.shape();
  PlaneSums sums;
  for (std::size_t first = 0; first < rows; first += RuleActivity::kRowsAtOnce) {
    Rows at;
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = inputs + std::min(first + i, rows - 1) * shape.inputs;
    for (std::size_t p = 0; p < shape.planes; ++p) {
      const float* weights = shape.inputs > 0 ? group.weights(p, 0) : nullptr;
      for (std::size_t lane = 0; lane < kGroupRules; lane += 2 * hn::Lanes(d))
        add_up(group.offsets(p), weights, shape.inputs, at, lane, sums);
      for (std::size_t i = 0; i < at.size(); ++i) {
        const std::size_t row = first + i;
        if (shape.deep)
          relu(sums.of_row[i].data(), out.planes.data() + (row * shape.planes + p) * kGroupRules);
        else
          take_least(sums.of_row[i].data(), static_cast<std::int32_t>(p), out.value.data() + row * kGroupRules,
                     out.least.data() + row * kGroupRules);
      }
    }
    for (std::size_t row = first; row < first + at.size(); ++row) {
      float* value = out.value.data() + row * kGroupRules;
      if (shape.deep) mix(group, out.planes_of(row, shape.planes), value, out.least.data() + row * kGroupRules);
      out.active[row] = cut_off(value);
    }
  }
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {

HWY_EXPORT(activate_rows);

void RuleActivity::resize(std::size_t rows, const GroupShape& shape) {
  const std::size_t padded = (rows + kRowsAtOnce - 1) / kRowsAtOnce * kRowsAtOnce;
  constexpr float kLargest = 3e38F;
  value.assign(padded * kGroupRules, kLargest);
  least.assign(padded * kGroupRules, 0);
  active.resize(padded);
  if (shape.deep) planes.resize(padded * shape.planes * kGroupRules);
}

void activate(const RuleGroup& group, const float* inputs, std::size_t rows, RuleActivity& out) {
  out.resize(rows, group.shape());
  HWY_DYNAMIC_DISPATCH(activate_rows)(group, inputs, rows, out);
}

}  // namespace espalier
#endif

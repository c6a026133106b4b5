// A pair is one 64-bit number, and one addition in memory adds both halves for all trees of a bundle (bundle_sums.h).
#include "basis/sums/pair_sums.h"

#include <algorithm>
#include <array>
#include <bit>

#include "basis/sums/bundle_sums.h"
#include "basis/sums/exact_sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "basis/sums/pair_sums.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#ifndef ESPALIER_PAIR_SCALES
#define ESPALIER_PAIR_SCALES
namespace espalier {
constexpr std::size_t kPairGroup = 16;     // rows that a vector of any size divides
constexpr float kPairRounder = 0x1.8p23F;  // adding it rounds to a whole number, which is then in the lowest bits

struct PairScales {
  float gradient;  // steps in 1
  float hessian;
};
}  // namespace espalier
#endif

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, kPairGroup>;
using Longs = hn::Rebind<std::int32_t, Floats>;

// The bits of the largest absolute value: those of infinity and NaN are above all others. For whole groups.
std::uint32_t largest_bits(const float* values, std::size_t count) {
  const hn::Rebind<std::uint32_t, Floats> d;
  auto most = hn::Zero(d);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d))
    most = hn::Max(most, hn::BitCast(d, hn::Abs(hn::LoadU(Floats(), values + i))));
  return hn::GetLane(hn::MaxOfLanes(d, most));
}

HWY_INLINE hn::VFromD<Longs> rounded(const float* values, float scale) {
  const Floats d;
  const auto rounder = hn::Set(d, kPairRounder);
  const auto sum = hn::Add(hn::Mul(hn::LoadU(d, values), hn::Set(d, scale)), rounder);
  return hn::Sub(hn::BitCast(Longs(), sum), hn::BitCast(Longs(), rounder));
}

// For whole groups.
void form_pairs(const float* gradients, const float* hessians, std::size_t count, const PairScales& scales,
                std::int64_t* pairs) {
  static_assert(std::endian::native == std::endian::little);
  const Longs d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto low = rounded(hessians + i, scales.hessian);
    const auto high =
        hn::Add(rounded(gradients + i, scales.gradient), hn::ShiftRight<31>(low));  // borrows 1 if negative
    hn::StoreInterleaved2(low, high, d, reinterpret_cast<std::int32_t*>(pairs + i));
  }
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(largest_bits);
HWY_EXPORT(form_pairs);

constexpr std::uint32_t kInfinityBits = 0x7f800000;

std::uint32_t largest(std::span<const float> values) {
  const std::size_t whole = values.size() / kPairGroup * kPairGroup;
  float rest[kPairGroup] = {};
  std::copy(values.begin() + static_cast<std::ptrdiff_t>(whole), values.end(), rest);
  return std::max(HWY_DYNAMIC_DISPATCH(largest_bits)(values.data(), whole),
                  HWY_DYNAMIC_DISPATCH(largest_bits)(rest, kPairGroup));
}

float scale_of(std::uint32_t largest_bits) {
  constexpr double kMostScale = 1e38;
  const auto most = static_cast<double>(std::bit_cast<float>(largest_bits));
  return static_cast<float>(most == 0 ? 1 : std::min(kMostScale, kMostOfPair / most));
}

// Values of the rows of a block, cut from those of a range.
void form_block(const PairRows& values, const PairScales& scales, BlockPairs& out) {
  const std::size_t rows = values.gradients.size();
  const std::size_t whole = rows / kPairGroup * kPairGroup;
  HWY_DYNAMIC_DISPATCH(form_pairs)
  (values.gradients.data(), values.hessians.data(), whole, scales, out.pairs);
  out.count = (rows + Basis::kTile - 1) / Basis::kTile * Basis::kTile;
  std::fill(out.pairs + whole, out.pairs + out.count, 0);
  if (whole == rows) return;
  float gradients[kPairGroup] = {}, hessians[kPairGroup] = {};
  std::copy_n(values.gradients.data() + whole, rows - whole, gradients);
  std::copy_n(values.hessians.data() + whole, rows - whole, hessians);
  HWY_DYNAMIC_DISPATCH(form_pairs)(gradients, hessians, kPairGroup, scales, out.pairs + whole);
}

// All trees over one block of rows.
class BlockPairSums {
 public:
  BlockPairSums(const Basis& basis, std::size_t first_row, const BlockPairs& rows, const PairScales& scales,
                const PairSums& sums)
      : basis_(basis),
        first_row_(first_row),
        rows_(rows),
        gradient_step_(1 / static_cast<double>(scales.gradient)),
        hessian_step_(1 / static_cast<double>(scales.hessian)),
        sums_(sums) {}

  void run() {
    for (std::size_t t = 0; t < basis_.trees(); ++t) {
      if (basis_.id_bytes(t) != 1) {
        add_wide(t);
        continue;
      }
      if (!bundle_.has_room(basis_.terminals(t))) add_bundle();
      bundled_[bundle_.count] = t;
      const std::uint8_t* ids = basis_.byte_ids(t) + first_row_;
      bundle_.push({ids, ids + kQuantisedBlockRows, basis_.terminals(t)});
    }
    add_bundle();
  }

 private:
  void add(std::size_t place, std::int64_t pair) {
    sums_.gradients[place] += gradient_step_ * BlockPairs::gradient(pair);
    sums_.hessians[place] += hessian_step_ * BlockPairs::hessian(pair);
  }

  void add_bundle() {
    if (bundle_.count == 0) return;
    std::array<std::int64_t, Bundle::kRoom> pairs;
    sum_bundle(rows_, bundle_, pairs);
    for (std::size_t t = 0; t < bundle_.count; ++t)
      for (std::size_t k = 0; k < bundle_.trees[t].terminals; ++k)
        add(basis_.offset(bundled_[t]) + k, pairs[bundle_.starts[t] + k]);
    bundle_ = {};
  }

  void add_wide(std::size_t tree) {
    const std::size_t count = std::min(rows_.count, basis_.rows() - first_row_);
    basis_.read(tree, [&](auto ids) {
      for (std::size_t i = 0; i < count; ++i) add(basis_.offset(tree) + ids[first_row_ + i], rows_.pairs[i]);
    });
  }

  const Basis& basis_;
  const std::size_t first_row_;
  const BlockPairs& rows_;
  const double gradient_step_;
  const double hessian_step_;
  const PairSums& sums_;
  Bundle bundle_{};
  std::array<std::size_t, Bundle::kMostBits> bundled_{};
};

}  // namespace

void add_pair_sums(const Basis& basis, RowRange rows, const PairRows& values, const PairSums& sums) {
  ESPALIER_ASSERT(rows.begin % Basis::kTile == 0 && rows.end <= basis.rows());
  ESPALIER_ASSERT(values.gradients.size() == rows.size() && values.hessians.size() == rows.size());
  ESPALIER_ASSERT(sums.gradients.size() == basis.terminals() && sums.hessians.size() == basis.terminals());
  const std::uint32_t gradient = largest(values.gradients), hessian = largest(values.hessians);
  if (std::max(gradient, hessian) >= kInfinityBits) {
    add_sums(basis, rows, values.gradients, sums.gradients);
    add_sums(basis, rows, values.hessians, sums.hessians);
    return;
  }
  const PairScales scales = {scale_of(gradient), scale_of(hessian)};
  BlockPairs block;
  for (std::size_t begin = 0; begin < rows.size(); begin += kQuantisedBlockRows) {
    const std::size_t count = std::min(rows.size() - begin, kQuantisedBlockRows);
    form_block({values.gradients.subspan(begin, count), values.hessians.subspan(begin, count)}, scales, block);
    BlockPairSums(basis, rows.begin + begin, block, scales, sums).run();
  }
}

}  // namespace espalier
#endif

#include "data/edge_search.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/assert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "data/edge_search.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#include "data/count_below-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
template <int levels, class Bin>
void search(const float* const* level, const float* values, std::ptrdiff_t stride, std::span<Bin> out, Bin missing) {
  const auto n = static_cast<std::ptrdiff_t>(out.size());
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const float x = values[i * stride];
    std::size_t bin = 0;
    for (int l = levels - 1; l >= 0; --l) bin = 16 * bin + count_below(level[l] + 16 * bin, x);
    out[static_cast<std::size_t>(i)] = x == x ? static_cast<Bin>(bin) : missing;
  }
}

template <class Bin>
void search_levels(const float* const* level, int levels, const float* values, std::ptrdiff_t stride,
                   std::span<Bin> out, Bin missing) {
  if (levels == 1) return search<1>(level, values, stride, out, missing);
  if (levels == 2) return search<2>(level, values, stride, out, missing);
  if (levels == 3) return search<3>(level, values, stride, out, missing);
  search<4>(level, values, stride, out, missing);
}

void search_bytes(const float* const* level, int levels, const float* values, std::ptrdiff_t stride,
                  std::span<std::uint8_t> out, std::uint8_t missing) {
  search_levels(level, levels, values, stride, out, missing);
}

void search_words(const float* const* level, int levels, const float* values, std::ptrdiff_t stride,
                  std::span<std::uint16_t> out, std::uint16_t missing) {
  search_levels(level, levels, values, stride, out, missing);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(search_bytes);
HWY_EXPORT(search_words);

constexpr int kMostLevels = 4;

std::array<const float*, kMostLevels> pointers(const std::vector<std::vector<float>>& levels) {
  std::array<const float*, kMostLevels> result{};
  std::transform(levels.begin(), levels.end(), result.begin(), [](const auto& level) { return level.data(); });
  return result;
}

}  // namespace

EdgeSearch::EdgeSearch(std::span<const float> edges) {
  ESPALIER_ASSERT(edges.size() <= kMaxEdges);
  std::size_t padded = 16;
  while (padded <= edges.size()) padded *= 16;  // at least one infinity at the end, so that no count runs over
  std::vector<float> level(padded, std::numeric_limits<float>::infinity());
  std::copy(edges.begin(), edges.end(), level.begin());
  levels_.push_back(std::move(level));
  while (levels_.back().size() > 16) {
    const std::vector<float>& below = levels_.back();
    std::vector<float> above(below.size() / 16);
    for (std::size_t i = 0; i < above.size(); ++i) above[i] = below[16 * i + 15];
    levels_.push_back(std::move(above));
  }
}

void EdgeSearch::bins(const float* values, std::ptrdiff_t stride, std::span<std::uint8_t> out,
                      std::uint8_t missing) const {
  ESPALIER_ASSERT(levels_.size() <= 2);
  HWY_DYNAMIC_DISPATCH(search_bytes)
  (pointers(levels_).data(), static_cast<int>(levels_.size()), values, stride, out, missing);
}

void EdgeSearch::bins(const float* values, std::ptrdiff_t stride, std::span<std::uint16_t> out,
                      std::uint16_t missing) const {
  HWY_DYNAMIC_DISPATCH(search_words)
  (pointers(levels_).data(), static_cast<int>(levels_.size()), values, stride, out, missing);
}

}  // namespace espalier
#endif

#include "basis/sums/vector_sums.h"

#include <algorithm>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "basis/sums/vector_sums.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#include "base/each_vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE void add_to(D d, const float* from, float* to) {
  hn::StoreU(hn::Add(hn::LoadU(d, to), hn::LoadU(d, from)), d, to);
}

template <class D>
HWY_INLINE void add_to(D d, const float* from, double* to) {
  const auto exact = hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from));
  hn::StoreU(hn::Add(hn::LoadU(d, to), exact), d, to);
}

// sums[place of a row + k] += values[row · width + k], k = 0 … width - 1.
template <class Sum>
HWY_INLINE void add_rows_at(std::span<const std::uint32_t> places, const float* HWY_RESTRICT values, std::size_t width,
                            Sum* HWY_RESTRICT sums) {
  for (const std::uint32_t place : places) {
    Sum* to = sums + place;
    each_vector<Sum, 8, 4>(width, [&](auto d, std::size_t k) { add_to(d, values + k, to + k); });
    values += width;
  }
}

void add_rows(std::span<const std::uint32_t> places, const float* values, std::size_t width, float* sums) {
  add_rows_at(places, values, width, sums);
}
void add_exact_rows(std::span<const std::uint32_t> places, const float* values, std::size_t width, double* sums) {
  add_rows_at(places, values, width, sums);
}

void add_all_rows(std::size_t rows, const float* HWY_RESTRICT values, std::size_t width, double* HWY_RESTRICT sums) {
  for (std::size_t i = 0; i < rows; ++i, values += width)
    each_vector<double, 8, 4>(width, [&](auto d, std::size_t k) { add_to(d, values + k, sums + k); });
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(add_rows);
HWY_EXPORT(add_exact_rows);
HWY_EXPORT(add_all_rows);

// Where the sums of each row's terminal begin among those of the tree.
std::span<const std::uint32_t> places_of(const Basis& basis, std::size_t tree, RowRange rows, std::size_t width) {
  thread_local std::vector<std::uint32_t> places;
  places.resize(rows.size());
  basis.read(tree, [&](auto ids) {
    for (std::size_t i = 0; i < rows.size(); ++i) places[i] = static_cast<std::uint32_t>(ids[rows.begin + i] * width);
  });
  return places;
}

void add_tree(std::span<const std::uint32_t> places, const float* values, std::size_t width, std::span<double> sums,
              std::vector<float>& of_tree) {
  of_tree.assign(sums.size(), 0.0F);
  HWY_DYNAMIC_DISPATCH(add_rows)(places, values, width, of_tree.data());
  for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += static_cast<double>(of_tree[j]);
}

}  // namespace

void add_vector_sums(const Basis& basis, RowRange rows, const VectorRows& values, const VectorSums& sums) {
  ESPALIER_ASSERT(rows.end <= basis.rows() && sums.gradients.size() == basis.terminals() * values.width);
  thread_local std::vector<float> of_tree;
  for (std::size_t t = 0; t < basis.trees(); ++t) {
    const std::span<const std::uint32_t> places = places_of(basis, t, rows, values.width);
    const std::size_t first = basis.offset(t) * values.width, count = basis.terminals(t) * values.width;
    add_tree(places, values.gradients, values.width, sums.gradients.subspan(first, count), of_tree);
    add_tree(places, values.hessians, values.width, sums.hessians.subspan(first, count), of_tree);
  }
}

void add_exact_vector_sums(const Basis& basis, RowRange rows, const float* values, std::size_t width,
                           std::span<double> sums) {
  ESPALIER_ASSERT(rows.end <= basis.rows() && sums.size() == basis.terminals() * width);
  for (std::size_t t = 0; t < basis.trees(); ++t) {
    const std::span<const std::uint32_t> places = places_of(basis, t, rows, width);
    HWY_DYNAMIC_DISPATCH(add_exact_rows)(places, values, width, sums.data() + basis.offset(t) * width);
  }
}

void add_totals(std::size_t rows, const float* values, std::span<double> sums) {
  HWY_DYNAMIC_DISPATCH(add_all_rows)(rows, values, sums.size(), sums.data());
}

}  // namespace espalier
#endif

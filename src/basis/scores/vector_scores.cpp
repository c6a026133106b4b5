// Four trees at a time, so that a score is loaded and stored once for the four.
#include "basis/scores/vector_scores.h"

#include <array>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "basis/scores/vector_scores.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first: it includes this file once for every instruction set.
#include <hwy/highway.h>

#include "base/each_vector-inl.h"

#ifndef ESPALIER_VECTOR_SCORES
#define ESPALIER_VECTOR_SCORES
namespace espalier {
constexpr std::size_t kVectorTrees = 4;
using VectorsOfRow = std::array<const float*, kVectorTrees>;
}  // namespace espalier
#endif

HWY_BEFORE_NAMESPACE();
namespace espalier::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <std::size_t trees, class D>
HWY_INLINE void add_at(D d, const VectorsOfRow& from, std::size_t k, float* scores) {
  auto score = hn::LoadU(d, scores + k);
  for (std::size_t t = 0; t < trees; ++t) score = hn::Add(score, hn::LoadU(d, from[t] + k));
  hn::StoreU(score, d, scores + k);
}

template <std::size_t trees>
void add_vectors(std::span<const VectorsOfRow> rows, std::size_t width, float* HWY_RESTRICT scores) {
  for (const VectorsOfRow& from : rows) {
    each_vector<float, 8, 4>(width, [&](auto d, std::size_t k) { add_at<trees>(d, from, k, scores); });
    scores += width;
  }
}

void add_of_one(std::span<const VectorsOfRow> rows, std::size_t width, float* scores) {
  add_vectors<1>(rows, width, scores);
}
void add_of_all(std::span<const VectorsOfRow> rows, std::size_t width, float* scores) {
  add_vectors<kVectorTrees>(rows, width, scores);
}

}  // namespace espalier::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier {
namespace {

HWY_EXPORT(add_of_one);
HWY_EXPORT(add_of_all);

}  // namespace

void add_vector_scores(const Basis& basis, RowRange rows, std::span<const float> weights, std::size_t width,
                       float* scores) {
  ESPALIER_ASSERT(rows.end <= basis.rows() && weights.size() == basis.terminals() * width);
  thread_local std::vector<VectorsOfRow> vectors;
  vectors.resize(rows.size());
  for (std::size_t first = 0; first < basis.trees();) {
    const bool all = first + kVectorTrees <= basis.trees();
    const std::size_t trees = all ? kVectorTrees : 1;
    for (std::size_t t = 0; t < trees; ++t) {
      const float* of_tree = weights.data() + basis.offset(first + t) * width;
      basis.read(first + t, [&](auto ids) {
        for (std::size_t i = 0; i < rows.size(); ++i) vectors[i][t] = of_tree + ids[rows.begin + i] * width;
      });
    }
    if (all)
      HWY_DYNAMIC_DISPATCH(add_of_all)(vectors, width, scores);
    else
      HWY_DYNAMIC_DISPATCH(add_of_one)(vectors, width, scores);
    first += trees;
  }
}

}  // namespace espalier
#endif

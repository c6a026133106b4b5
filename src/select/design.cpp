#include "select/design.h"

#include <array>

namespace espalier {
namespace {

// One output: neighbouring rows often end in the same terminal, and each addition would wait for the last; four sets of
// sums let four rows be under way at once.
template <class Id>
void add_single_sums(std::span<const Id> ids, const Derivatives& of, std::size_t terminals, float* sums) {
  constexpr std::size_t kSets = 4, kMostTerminals = 64;
  if (terminals > kMostTerminals) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      sums[2 * ids[i]] += of.gradients[i];
      sums[2 * ids[i] + 1] += of.hessians[i];
    }
    return;
  }
  std::array<float, kSets * 2 * kMostTerminals> sets{};
  const auto add = [&](std::size_t i, std::size_t set) {
    float* sum = sets.data() + (set * kMostTerminals + ids[i]) * 2;
    sum[0] += of.gradients[i];
    sum[1] += of.hessians[i];
  };
  std::size_t i = 0;
  for (; i + kSets <= ids.size(); i += kSets) {
    for (std::size_t set = 0; set < kSets; ++set) add(i + set, set);
  }
  for (; i < ids.size(); ++i) add(i, 0);
  for (std::size_t j = 0; j < 2 * terminals; ++j) {
    const float* set = sets.data() + j;
    sums[j] += (set[0] + set[2 * kMostTerminals]) + (set[4 * kMostTerminals] + set[6 * kMostTerminals]);
  }
}

template <class Id>
void add_vector_sums(std::span<const Id> ids, const Derivatives& of, std::size_t width, float* sums) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    float* sum = sums + ids[i] * 2 * width;
    for (std::size_t k = 0; k < width; ++k) sum[k] += of.gradients[i * width + k];
    for (std::size_t k = 0; k < width; ++k) sum[width + k] += of.hessians[i * width + k];
  }
}

}  // namespace

void TreeDesign::add_sums(std::size_t member, RowRange rows, const Derivatives& of, std::size_t width,
                          float* sums) const {
  basis_.read(member, [&](auto ids) {
    const auto part = ids.subspan(rows.begin, rows.size());
    if (width == 1)
      add_single_sums(part, of, count(member), sums);
    else
      add_vector_sums(part, of, width, sums);
  });
}

void TreeDesign::add_scores(std::size_t member, RowRange rows, const float* weights, std::size_t width,
                            float* scores) const {
  basis_.read(member, [&](auto ids) {
    const auto part = ids.subspan(rows.begin, rows.size());
    if (width == 1) {
      for (std::size_t i = 0; i < part.size(); ++i) scores[i] += weights[part[i]];
      return;
    }
    for (std::size_t i = 0; i < part.size(); ++i) {
      const float* weight = weights + part[i] * width;
      for (std::size_t k = 0; k < width; ++k) scores[i * width + k] += weight[k];
    }
  });
}

void ColumnDesign::add_sums(std::size_t member, RowRange rows, const Derivatives& of, std::size_t width,
                            float* sums) const {
  const float* values = column(member).data() + rows.begin;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float x = values[i];
    for (std::size_t k = 0; k < width; ++k) sums[k] += x * of.gradients[i * width + k];
    for (std::size_t k = 0; k < width; ++k) sums[width + k] += x * x * of.hessians[i * width + k];
  }
}

void ColumnDesign::add_scores(std::size_t member, RowRange rows, const float* weights, std::size_t width,
                              float* scores) const {
  const float* values = column(member).data() + rows.begin;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < width; ++k) scores[i * width + k] += weights[k] * values[i];
  }
}

}  // namespace espalier

// The numbers of a leaf's rows that its splits are judged by, written once for each combination.
#pragma once

#include "grow/combined/combination.h"

namespace espalier {

inline constexpr std::size_t kNoNumbers = ~std::size_t{0};

// The place of the leaf's numbers in work.rows. If they are not there yet, write(row, out) gives a row's `width`
// numbers, which are added up.
template <class Write>
const double* numbers_of(const CombinedTree& tree, std::size_t leaf, std::size_t width, Combination::Work& work,
                         Write&& write) {
  if (work.place[leaf] == kNoNumbers) {
    work.place[leaf] = work.rows.size();
    work.sum_of[leaf] = work.sums.size();
    const CombinedLeaf& of_tree = tree.leaves()[leaf];
    work.rows.resize(work.rows.size() + (of_tree.own.size() + of_tree.others.size()) * width);
    work.sums.resize(work.sums.size() + width, 0.0);
    double* out = work.rows.data() + work.place[leaf];
    double* sums = work.sums.data() + work.sum_of[leaf];
    tree.each_row(of_tree, [&](std::uint32_t row, std::size_t) {
      write(row, out);
      for (std::size_t k = 0; k < width; ++k) sums[k] += out[k];
      out += width;
    });
  }
  return work.rows.data() + work.place[leaf];
}

inline void clear(Combination::Work& work, std::size_t leaves) {
  work.rows.clear();
  work.sums.clear();
  work.place.assign(leaves, kNoNumbers);
  work.sum_of.resize(leaves);
}

}  // namespace espalier

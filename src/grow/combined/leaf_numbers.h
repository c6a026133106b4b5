// The numbers of a leaf's rows that its splits are judged by, written once for each combination.
#pragma once

#include "grow/combined/combination.h"

namespace espalier {

// The leaf's numbers in work.rows. If those of another leaf are there, write(row, out) gives a row's `width` numbers,
// which are added up in work.sums.
template <class Write>
const double* numbers_of(const CombinedTree& tree, std::size_t leaf, std::size_t width, Combination::Work& work,
                         Write&& write) {
  if (work.leaf == leaf) return work.rows.data();
  const CombinedLeaf& of_tree = tree.leaves()[leaf];
  work.leaf = leaf;
  work.rows.resize((of_tree.own.size() + of_tree.others.size()) * width);
  work.sums.assign(width, 0.0);
  double* out = work.rows.data();
  tree.each_row(of_tree, [&](std::uint32_t row, std::size_t) {
    write(row, out);
    for (std::size_t k = 0; k < width; ++k) work.sums[k] += out[k];
    out += width;
  });
  return work.rows.data();
}

}  // namespace espalier

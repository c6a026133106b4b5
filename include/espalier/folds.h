// Splitting rows: a share held out, or folds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier {

struct RowSplit {
  std::vector<std::uint32_t> train;  // ascending
  std::vector<std::uint32_t> validation;
};

// Holds out `fraction` of the rows. If `classes` is not empty, the split keeps the shares of the classes.
RowSplit split_rows(std::size_t rows, double fraction, std::span<const std::int32_t> classes, std::uint64_t seed);

// The fold (0 … folds-1) of every row; fold sizes differ by at most one, also within each class if `classes` is given.
// `repeat` numbers independent partitions with the same seed.
std::vector<std::uint32_t> make_folds(std::size_t rows, int folds, std::span<const std::int32_t> classes,
                                      std::uint64_t seed, int repeat = 0);

}  // namespace espalier

// Passes over columns of numbers: the scores that they add to rows, their products with numbers of the rows, and their
// products with each other. Sums over rows are float32 within runs of kRunRows rows, in a fixed number of separate
// sums, and float64 from run to run, so that the bytes depend on the rows alone.
#pragma once

#include <cstddef>
#include <span>

namespace espalier {

// Some rows of some columns: each pointer is at the first of these rows.
struct ColumnRows {
  std::span<const float* const> columns;
  std::size_t rows = 0;
};

inline constexpr std::size_t kRunRows = 256;

// scores[row · width + k] += Σ over columns c, in order: weights[c · width + k] · c[row].
void add_column_scores(const ColumnRows& of, const float* weights, std::size_t width, float* scores);

// sums[c · width + k] += Σ over rows: c[row] · values[row · width + k].
void add_column_products(const ColumnRows& of, const float* values, std::size_t width, double* sums);

// products[a · columns + b] += Σ over rows: weights[row] · a[row] · b[row], for b <= a.
void add_column_pairs(const ColumnRows& of, const float* weights, double* products);

}  // namespace espalier

// The inner loops of extremely randomised trees, for the instruction set of the machine. Sums have eight virtual lanes,
// so that they are the same bits on all of them. The naive twins are in the tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace espalier {

// Buffers have room for this many items beyond the last row. Values there are NaN, which lies on no side of a cut.
inline constexpr std::size_t kPadding = 16;

struct ValueRange {
  float low = 0;   // of the values that are present; +inf if there are none
  float high = 0;  // -inf if there are none
  bool missing = false;

  bool any() const noexcept { return low <= high; }
  // Whether no cut separates any rows: one value, or none present, and no mix of present and missing.
  bool constant() const noexcept { return !(low < high) && !(missing && any()); }
};

// Also writes the padding.
ValueRange range_of(float* values, std::size_t n) noexcept;

struct Moments {
  double weight = 0;
  double sum = 0;  // Σ w y
};

struct LeftMoments {
  Moments moments;
  std::size_t rows = 0;
};

// Over the rows with value <= threshold. `values` are padded; y and weights may be read as far. If weights is null,
// each row counts 1.
LeftMoments left_moments(const float* values, float threshold, std::size_t n, const double* y,
                         const double* weights) noexcept;

struct NodeMoments {
  Moments moments;
  bool pure = false;  // all y are the same
};

// Over all rows, n > 0; y and weights are not read beyond them.
NodeMoments node_moments(std::size_t n, const double* y, const double* weights) noexcept;

// Whether value <= threshold; returns how many are.
std::size_t mark_left(const float* values, float threshold, std::size_t n, std::uint8_t* left) noexcept;

// The number of thresholds, at most 255, below each value. `values` and `counts` are padded.
void count_below(const float* values, std::size_t n, std::span<const float> thresholds, std::uint8_t* counts) noexcept;

// Moves the items whose side is 1 to the front, the others behind them, each in their order.
void partition(std::uint32_t* items, std::size_t n, const std::uint8_t* left, std::uint32_t* scratch) noexcept;
void partition(double* items, std::size_t n, const std::uint8_t* left, double* scratch) noexcept;

}  // namespace espalier

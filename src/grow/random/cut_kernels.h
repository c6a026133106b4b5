// The loops that growing extremely randomised trees consists of, for the instruction set of the machine. Sums have
// eight virtual lanes, so that they are the same bits on all of them. The naive twins are in the tests.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grow/random/value_table.h"

namespace espalier {

// Buffers hold a multiple of this many values; what is beyond the last row is NaN, which lies on no side of a cut.
inline constexpr std::size_t kLanes = 16;
inline std::size_t padded(std::size_t n) noexcept { return (n + kLanes - 1) / kLanes * kLanes; }

struct ValueRange {
  float low = 0;   // of the values that are present; +inf if none is
  float high = 0;  // -inf if none is
  bool missing = false;

  bool any() const noexcept { return low <= high; }
  // Neither values nor their absence tell the rows apart.
  bool constant() const noexcept { return !(low < high) && !(missing && any()); }
};

// The column's values at the rows, in their order, padded.
ValueRange gather(ValueColumn column, const std::uint32_t* rows, std::size_t n, float* out) noexcept;

struct Moments {
  double weight = 0;
  double sum = 0;  // Σ w y
};

struct LeftMoments {
  Moments moments;
  std::size_t rows = 0;
};

// Over the rows with value <= threshold. `values` are padded; y and weights can be read as far. Without weights, null,
// each row counts 1.
LeftMoments left_moments(const float* values, float threshold, std::size_t n, const double* y,
                         const double* weights) noexcept;

struct NodeMoments {
  Moments moments;
  bool pure = false;  // all y are the same
};

// Over all rows, n > 0; y and weights are not read beyond them.
NodeMoments node_moments(std::size_t n, const double* y, const double* weights) noexcept;

}  // namespace espalier

// Some rows of a numeric column, for kernels that read float32 with a stride: the column's own array or, for a float64
// column, a copy narrowed to the nearest float32 (out of range: ±inf) that is small enough for the stack.
#pragma once

#include <array>
#include <cstddef>

#include "base/assert.h"
#include "espalier/table.h"

namespace espalier {

class FloatBlock {
 public:
  static constexpr std::size_t kMostRows = 1024;

  FloatBlock(const ColumnView& column, std::size_t begin, std::size_t rows) {
    ESPALIER_ASSERT(rows <= kMostRows);
    if (column.values != nullptr) {
      data_ = column.values + static_cast<std::ptrdiff_t>(begin) * column.stride;
      stride_ = column.stride;
      return;
    }
    const double* from = column.doubles + static_cast<std::ptrdiff_t>(begin) * column.stride;
    for (std::size_t i = 0; i < rows; ++i) {
      narrowed_[i] = static_cast<float>(from[static_cast<std::ptrdiff_t>(i) * column.stride]);
    }
    data_ = narrowed_.data();
  }
  FloatBlock(const FloatBlock&) = delete;
  FloatBlock& operator=(const FloatBlock&) = delete;

  const float* data() const noexcept { return data_; }
  std::ptrdiff_t stride() const noexcept { return stride_; }

 private:
  const float* data_ = nullptr;
  std::ptrdiff_t stride_ = 1;
  std::array<float, kMostRows> narrowed_;
};

}  // namespace espalier

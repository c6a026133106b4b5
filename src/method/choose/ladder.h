// The sizes at which a growing model is measured, and early stopping.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace espalier {

// Each size is a tenth larger than the one before, and by this much at least.
inline std::size_t next_size(std::size_t size, std::size_t smallest = 1, std::size_t least_step = 1) {
  return size < smallest ? smallest : size + std::max(least_step, size / 10);
}

// Ends growth after `most` sizes in a row that cost no less than the best size before them.
class Patience {
 public:
  // 0 never ends growth. Sizes below `counts_from` do not count.
  explicit Patience(int most, std::size_t counts_from = 0) : most_(most), counts_from_(counts_from) {}

  bool is_limited() const noexcept { return most_ > 0; }

  void add(std::size_t size, double cost) noexcept {
    worse_ = cost < least_ || size < counts_from_ ? 0 : worse_ + 1;
    least_ = std::min(least_, cost);
  }
  bool is_over() const noexcept { return is_limited() && worse_ >= most_; }
  // Whether growth may end after the next size.
  bool is_nearly_over() const noexcept { return is_limited() && worse_ + 1 >= most_; }

 private:
  int most_;
  std::size_t counts_from_;
  int worse_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
};

}  // namespace espalier

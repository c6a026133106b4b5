#pragma once

#include <utility>
#include <vector>

#include "grow/histogram/packed_gradient.h"

namespace espalier {

// Reuses the memory of histograms.
class HistogramPool {
 public:
  explicit HistogramPool(std::size_t size) : size_(size) {}

  std::size_t taken() const noexcept { return taken_; }

  std::vector<PackedGradient> take() {
    ++taken_;
    if (spare_.empty()) return std::vector<PackedGradient>(size_);
    std::vector<PackedGradient> histogram = std::move(spare_.back());
    spare_.pop_back();
    return histogram;
  }

  void give_back(std::vector<PackedGradient>& histogram) {
    if (histogram.empty()) return;
    --taken_;
    spare_.push_back(std::move(histogram));
    histogram.clear();
  }

 private:
  std::size_t size_;
  std::size_t taken_ = 0;
  std::vector<std::vector<PackedGradient>> spare_;
};

}  // namespace espalier

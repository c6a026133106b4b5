// Bounds text by the size of its model's file. A rule names every column of its path and a split a label of any length,
// so that a file which was made for it could ask for its size squared.
#pragma once

#include <cstddef>

#include "espalier/model.h"

namespace espalier {

class TextLimit {
 public:
  // The model must outlive it.
  explicit TextLimit(const Model& model) : model_(model) {}

  // Throws Error{model} once there are more than kFree bytes and kTimes those of the file, work included.
  void check(std::size_t bytes);
  // Besides the bytes: a leaf that is shown as a prediction looks at all outputs.
  void add_work(std::size_t outputs) noexcept { work_ += sizeof(double) * outputs; }

 private:
  static constexpr std::size_t kFree = std::size_t{16} << 20;
  static constexpr std::size_t kTimes = 500;

  const Model& model_;
  std::size_t most_ = kFree;
  std::size_t work_ = 0;
};

}  // namespace espalier

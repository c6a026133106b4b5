// The best few of many combinations, as they are found.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "base/random.h"

namespace espalier {

// A combination in the beam, and the proposal that is added to it.
struct Extension {
  double loss = 0;
  std::uint32_t from = 0;      // in the beam
  std::uint32_t proposal = 0;  // its number
  std::uint64_t set = 0;       // the same for combinations of the same proposals in any order
};

class BestExtensions {
 public:
  explicit BestExtensions(std::size_t most) : most_(most) {}

  // Ties keep the first; a set that is already there is not added.
  void offer(const Extension& extension) {
    if (best_.size() == most_ && !(extension.loss < best_.back().loss)) return;
    if (!sets_.insert(extension.set).second) return;
    if (best_.size() == most_) {
      sets_.erase(best_.back().set);
      best_.pop_back();
    }
    best_.insert(std::ranges::upper_bound(best_, extension.loss, {}, &Extension::loss), extension);
  }
  const std::vector<Extension>& best() const noexcept { return best_; }

 private:
  std::size_t most_;
  std::vector<Extension> best_;
  std::unordered_set<std::uint64_t> sets_;  // of those
};

// A `share` of 0 … count-1, at least one, ascending.
inline std::vector<std::uint32_t> draw_some(std::size_t count, double share, Random random) {
  std::vector<std::uint32_t> numbers(count);
  for (std::uint32_t i = 0; i < count; ++i) numbers[i] = i;
  if (share >= 1) return numbers;
  const auto some = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(share * static_cast<double>(count))));
  random.shuffle(std::span(numbers));
  numbers.resize(std::min(some, count));
  std::ranges::sort(numbers);
  return numbers;
}

}  // namespace espalier

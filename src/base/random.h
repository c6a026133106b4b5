// Random streams keyed by their purpose. A stream is the counter-based generator Philox4x32-10 (Salmon et al. 2011)
// under a key hashed from (seed, purpose, index): streams never overlap in practice, need no state handed between
// threads, and give the same numbers everywhere. std:: distributions are avoided, since their numbers differ between
// libraries.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace espalier {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) noexcept;

class Random {
 public:
  Random(std::uint64_t seed, std::string_view purpose, std::uint64_t index = 0) noexcept;

  std::uint64_t bits() noexcept;
  double uniform() noexcept;                      // in (0, 1), never an end
  std::uint64_t below(std::uint64_t n) noexcept;  // 0 … n-1, unbiased; n > 0
  double normal() noexcept;                       // mean 0, standard deviation 1

  template <class T>
  void shuffle(std::span<T> items) noexcept {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint64_t counter_ = 0;
  std::array<std::uint32_t, 4> block_{};
  int used_ = 4;
};

}  // namespace espalier

// The bin of a value among sorted edges, sixteen edges at a time: the number of edges below it, so that x <= edge j
// exactly if its bin is at most j. One vector comparison per level, with levels of sixteen: two for up to 255 edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier {

class EdgeSearch {
 public:
  static constexpr std::size_t kMaxEdges = 65535;

  EdgeSearch() = default;
  explicit EdgeSearch(std::span<const float> edges);  // ascending, at most kMaxEdges

  // out[i] = bin of values[i · stride], or `missing` for NaN. Bytes need at most 255 edges.
  void bins(const float* values, std::ptrdiff_t stride, std::span<std::uint8_t> out, std::uint8_t missing) const;
  void bins(const float* values, std::ptrdiff_t stride, std::span<std::uint16_t> out, std::uint16_t missing) const;

 private:
  // Level 0 is the edges, padded with infinities to a power of sixteen; entry i of the next level is the last of the
  // i-th sixteen below it. The top level has sixteen entries.
  std::vector<std::vector<float>> levels_;
};

}  // namespace espalier

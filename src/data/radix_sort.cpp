#include "data/radix_sort.h"

#include <algorithm>
#include <array>
#include <utility>

namespace espalier {

void radix_sort(std::span<SortedEntry> entries, std::vector<SortedEntry>& scratch) {
  constexpr int kBits = 11;
  constexpr std::size_t kBuckets = std::size_t{1} << kBits;
  std::array<std::array<std::uint32_t, kBuckets>, 3> counts{};
  for (const SortedEntry& entry : entries) {
    for (std::size_t pass = 0; pass < 3; ++pass) ++counts[pass][(entry.key >> (kBits * pass)) % kBuckets];
  }
  if (entries.empty()) return;
  scratch.resize(entries.size());
  std::span<SortedEntry> from = entries, to = scratch;
  for (std::size_t pass = 0; pass < 3; ++pass) {
    auto& count = counts[pass];
    // A digit that is the same everywhere can be skipped.
    if (count[(from[0].key >> (kBits * pass)) % kBuckets] == from.size()) continue;
    std::uint32_t start = 0;
    for (std::uint32_t& c : count) start += std::exchange(c, start);
    for (const SortedEntry& entry : from) to[count[(entry.key >> (kBits * pass)) % kBuckets]++] = entry;
    std::swap(from, to);
  }
  if (from.data() != entries.data()) std::copy(from.begin(), from.end(), entries.begin());
}

}  // namespace espalier

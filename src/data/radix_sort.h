// Entries in order of their keys, stable, O(n): three passes of 11 bits, least significant first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace espalier {

struct SortedEntry {
  std::uint32_t key;
  std::uint32_t row;
};

void radix_sort(std::span<SortedEntry> entries, std::vector<SortedEntry>& scratch);

}  // namespace espalier

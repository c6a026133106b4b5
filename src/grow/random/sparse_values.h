// The values of leaves, one leaf after the other, without zeros: a leaf of many classes has a share of few of them, in
// a fully grown tree mostly of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier {

template <class Value>
struct SparseValues {
  struct Entry {
    std::uint32_t output = 0;
    Value value = 0;
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries;
  std::vector<std::size_t> ends;  // by leaf, in entries

  std::size_t leaves() const noexcept { return ends.size(); }
  std::span<const Entry> of(std::size_t leaf) const noexcept {
    const std::size_t first = leaf == 0 ? 0 : ends[leaf - 1];
    return std::span(entries).subspan(first, ends[leaf] - first);
  }

  // To the leaf that is begun.
  void add(std::size_t output, Value value) {
    if (value != 0) entries.push_back({static_cast<std::uint32_t>(output), value});
  }
  void end_leaf() { ends.push_back(entries.size()); }
};

}  // namespace espalier

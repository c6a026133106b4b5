// The terminal of each row in each tree: the N × M matrix of terminal ids, tree-major, one byte per id if the tree has
// at most 256 terminals, else two or four. A model over a basis has one weight per terminal, with all trees' weights in
// one vector: f(row) = Σ_t weights[offset(t) + id(t, row)].
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/assert.h"

namespace espalier {

// Rows of a table or basis. Kernels want `begin` to be a multiple of Basis::kTile.
struct RowRange {
  std::size_t begin = 0;
  std::size_t end = 0;  // one past the last
  std::size_t size() const noexcept { return end - begin; }
};

// Copies and subsets share the ids, so that dropping a tree, or keeping a state of the annealing, costs O(trees); the
// ids of dropped trees are freed with the last basis that was made from the same one.
class Basis {
 public:
  // Kernels process rows by the tile: every tree's ids begin at a multiple of this many bytes and are followed by zeros
  // up to a whole number of tiles, so that whole vectors can be read.
  static constexpr std::size_t kTile = 64;

  Basis() = default;
  Basis(std::size_t rows, std::span<const std::uint32_t> terminals);  // one count per tree, at least 1; all ids are 0

  std::size_t rows() const noexcept { return rows_; }
  std::size_t trees() const noexcept { return trees_.size(); }
  std::size_t terminals() const noexcept { return terminals_; }  // over all trees: the length of the weight vector
  std::uint32_t terminals(std::size_t tree) const noexcept { return trees_[tree].terminals; }
  std::size_t offset(std::size_t tree) const noexcept { return trees_[tree].offset; }
  std::size_t id_bytes(std::size_t tree) const noexcept { return width_of(trees_[tree].terminals); }
  std::size_t bytes() const noexcept;  // of the ids, including padding, without those of dropped trees

  // body(span of uint8_t, uint16_t or uint32_t) with the ids of all rows.
  template <class Body>
  decltype(auto) read(std::size_t tree, Body&& body) const {
    return visit<const std::uint8_t, const std::uint16_t, const std::uint32_t>(tree, std::forward<Body>(body));
  }
  // The same for writing, before the basis is shared.
  template <class Body>
  decltype(auto) write(std::size_t tree, Body&& body) {
    return visit<std::uint8_t, std::uint16_t, std::uint32_t>(tree, std::forward<Body>(body));
  }

  // For kernels: the ids of a tree with id_bytes() 1.
  const std::uint8_t* byte_ids(std::size_t tree) const {
    ESPALIER_ASSERT(id_bytes(tree) == 1);
    return reinterpret_cast<const std::uint8_t*>(trees_[tree].ids);
  }
  std::uint32_t id(std::size_t tree, std::size_t row) const;  // one by one, for tests and messages

  // The given trees, in this order, with their weights one after the other.
  Basis subset(std::span<const std::uint32_t> trees) const;

 private:
  struct Part {
    std::byte* ids;
    std::uint32_t terminals;
    std::size_t offset;
  };

  static std::size_t width_of(std::uint32_t terminals) noexcept {
    if (terminals <= 256) return 1;
    return terminals <= 65536 ? 2 : 4;
  }
  std::size_t stride(std::uint32_t terminals) const noexcept;

  template <class Byte, class Word, class Long, class Body>
  decltype(auto) visit(std::size_t tree, Body&& body) const {
    std::byte* ids = trees_[tree].ids;
    switch (id_bytes(tree)) {
      case 1:
        return body(std::span(reinterpret_cast<Byte*>(ids), rows_));
      case 2:
        return body(std::span(reinterpret_cast<Word*>(ids), rows_));
      default:
        return body(std::span(reinterpret_cast<Long*>(ids), rows_));
    }
  }

  std::size_t rows_ = 0;
  std::size_t terminals_ = 0;
  std::vector<Part> trees_;
  std::shared_ptr<std::byte> ids_;
};

}  // namespace espalier

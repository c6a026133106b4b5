#include "basis/ids/basis.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace espalier {
namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;

// Zeros. Kernels read a piece of one tree, then the same piece of the next, each in other pages: with pages of 4 KB
// they would wait for page tables more than for memory.
std::shared_ptr<std::byte> zeros(std::size_t bytes) {
  const std::size_t unit = bytes < kHugePage ? Basis::kTile : kHugePage;
  const std::size_t size = (bytes + unit - 1) / unit * unit;
  void* memory = std::aligned_alloc(unit, size);
  if (memory == nullptr) throw std::bad_alloc();
#ifdef __linux__
  if (unit == kHugePage) madvise(memory, size, MADV_HUGEPAGE);  // only advice: nothing is lost if the system ignores it
#endif
  std::memset(memory, 0, size);
  return {static_cast<std::byte*>(memory), [](std::byte* pointer) { std::free(pointer); }};
}

}  // namespace

Basis::Basis(std::size_t rows, std::span<const std::uint32_t> terminals) : rows_(rows) {
  std::size_t size = 0;
  for (const std::uint32_t count : terminals) {
    ESPALIER_ASSERT(count > 0);
    trees_.push_back({nullptr, count, terminals_});
    terminals_ += count;
    size += stride(count);
  }
  if (size == 0) return;
  ids_ = zeros(size);
  std::byte* next = ids_.get();
  for (Part& part : trees_) {
    part.ids = next;
    next += stride(part.terminals);
  }
}

// An odd number of tiles: the same row of several trees then never falls into one set of a cache, as it would if the
// number of rows were a power of two.
std::size_t Basis::stride(std::uint32_t terminals) const noexcept {
  const std::size_t tiles_of_rows = (rows_ + kTile - 1) / kTile;
  return (tiles_of_rows * width_of(terminals) | 1) * kTile;
}

std::size_t Basis::bytes() const noexcept {
  std::size_t sum = 0;
  for (const Part& part : trees_) sum += stride(part.terminals);
  return sum;
}

std::uint32_t Basis::id(std::size_t tree, std::size_t row) const {
  return read(tree, [row](auto ids) -> std::uint32_t { return ids[row]; });
}

Basis Basis::subset(std::span<const std::uint32_t> trees) const {
  Basis result;
  result.rows_ = rows_;
  result.ids_ = ids_;
  result.trees_.reserve(trees.size());
  for (const std::uint32_t tree : trees) {
    ESPALIER_ASSERT(tree < trees_.size());
    result.trees_.push_back({trees_[tree].ids, trees_[tree].terminals, result.terminals_});
    result.terminals_ += trees_[tree].terminals;
  }
  return result;
}

}  // namespace espalier

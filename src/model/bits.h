// A stream of bit fields in bytes, the lowest bit of the first byte first; a field's lowest bit comes first too.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace espalier {

// ⌈log2 n⌉: the number of bits that distinguish n things; 0 if there is nothing to distinguish.
constexpr int bits_for(std::size_t n) noexcept { return n <= 1 ? 0 : static_cast<int>(std::bit_width(n - 1)); }

class BitWriter {
 public:
  void reserve(std::size_t bytes) { bytes_.reserve(bytes_.size() + bytes); }  // for so many more
  void write(std::uint64_t value, int bits);  // at most 56 bits, the others of `value` must be 0
  std::vector<std::byte> finish();            // the last byte is filled up with zeros

 private:
  std::vector<std::byte> bytes_;
  std::uint64_t buffer_ = 0;
  int used_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

  std::uint64_t left() const noexcept { return bytes_.size() * 8 - position_; }
  // At most 56 bits, and at most left().
  std::uint64_t read(int bits) noexcept;

 private:
  std::span<const std::byte> bytes_;
  std::uint64_t position_ = 0;
};

}  // namespace espalier

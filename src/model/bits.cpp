// One load of up to eight bytes, a shift and a mask per field: with at most 56 bits, a field always lies within eight
// bytes.
#include "model/bits.h"

#include <utility>

namespace espalier {

void BitWriter::write(std::uint64_t value, int bits) {
  buffer_ |= value << used_;
  used_ += bits;
  for (; used_ >= 8; used_ -= 8, buffer_ >>= 8) bytes_.push_back(static_cast<std::byte>(buffer_));
}

std::vector<std::byte> BitWriter::finish() {
  if (used_ > 0) bytes_.push_back(static_cast<std::byte>(buffer_));
  buffer_ = 0;
  used_ = 0;
  return std::move(bytes_);
}

std::uint64_t BitReader::read(int bits) noexcept {
  const std::size_t first = position_ / 8;
  const std::size_t count = bytes_.size() - first;
  std::uint64_t word = 0;
  if (count >= 8) {
    // With a fixed length, this loop compiles to one load.
    for (std::size_t i = 0; i < 8; ++i) word |= static_cast<std::uint64_t>(bytes_[first + i]) << (8 * i);
  } else {
    for (std::size_t i = 0; i < count; ++i) word |= static_cast<std::uint64_t>(bytes_[first + i]) << (8 * i);
  }
  word >>= position_ % 8;
  position_ += static_cast<std::uint64_t>(bits);
  return word & ((std::uint64_t{1} << bits) - 1);
}

}  // namespace espalier

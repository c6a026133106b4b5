// Integers and floats as little-endian bytes on every machine; varints are LEB128, seven bits per byte from the lowest,
// in as few bytes as possible: any other spelling is refused, so that a model has only one file.
// Tested by tests/model/bits_test.cpp.
#include "model/bytes.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "espalier/error.h"

namespace espalier {
namespace {

constexpr int kVarintBytes = 5;  // 32 bits

template <class Unsigned>
Unsigned little_endian(std::span<const std::byte> bytes) noexcept {
  Unsigned value = 0;
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) value |= static_cast<Unsigned>(bytes[i]) << (8 * i);
  return value;
}

}  // namespace

void ByteWriter::u32(std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) u8(static_cast<std::uint8_t>(value >> shift));
}

void ByteWriter::f32(float value) { u32(std::bit_cast<std::uint32_t>(value)); }

void ByteWriter::f64(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  u32(static_cast<std::uint32_t>(bits));
  u32(static_cast<std::uint32_t>(bits >> 32));
}

void ByteWriter::varint(std::uint32_t value) {
  for (; value >= 0x80; value >>= 7) u8(static_cast<std::uint8_t>(value | 0x80));
  u8(static_cast<std::uint8_t>(value));
}

void ByteWriter::text(std::string_view value) {
  varint(static_cast<std::uint32_t>(value.size()));
  raw(std::as_bytes(std::span(value)));
}

std::size_t varint_size(std::uint32_t value) noexcept {
  return value == 0 ? 1 : (static_cast<std::size_t>(std::bit_width(value)) + 6) / 7;
}

void ByteReader::fail(const std::string& message) const {
  throw Error(ErrorCode::model, fmt::format("{}: {}", *name_, message));
}

std::span<const std::byte> ByteReader::raw(std::size_t size, std::string_view what) {
  if (size > left()) fail(fmt::format("{} takes {} bytes, {} are left", what, size, left()));
  const auto taken = bytes_.first(size);
  bytes_ = bytes_.subspan(size);
  return taken;
}

std::uint8_t ByteReader::u8(std::string_view what) { return static_cast<std::uint8_t>(raw(1, what)[0]); }

std::uint32_t ByteReader::u32(std::string_view what) { return little_endian<std::uint32_t>(raw(4, what)); }

float ByteReader::f32(std::string_view what) {
  const auto value = std::bit_cast<float>(u32(what));
  if (!std::isfinite(value)) fail(fmt::format("{} must be finite, is {}", what, value));
  return value;
}

double ByteReader::f64(std::string_view what) {
  const auto value = std::bit_cast<double>(little_endian<std::uint64_t>(raw(8, what)));
  if (!std::isfinite(value)) fail(fmt::format("{} must be finite, is {}", what, value));
  return value;
}

std::uint32_t ByteReader::varint(std::string_view what) {
  std::uint64_t value = 0;
  for (int i = 0; i < kVarintBytes; ++i) {
    const std::uint8_t byte = u8(what);
    value |= static_cast<std::uint64_t>(byte & 0x7f) << (7 * i);
    if (byte & 0x80) continue;
    if (byte == 0 && i > 0) fail(fmt::format("{} is not written in the fewest bytes", what));
    if (value > UINT32_MAX) break;
    return static_cast<std::uint32_t>(value);
  }
  fail(fmt::format("{} does not fit into 32 bits", what));
}

std::string ByteReader::text(std::string_view what) {
  const std::uint32_t size = varint(what);
  const auto bytes = raw(size, what);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::uint32_t ByteReader::count(std::string_view what, std::size_t item_bytes) {
  const std::uint32_t count = varint(what);
  if (count > left() / item_bytes) fail(fmt::format("{} is {}, too many for the {} bytes left", what, count, left()));
  return count;
}

}  // namespace espalier

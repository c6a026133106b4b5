// Little-endian bytes: a writer that grows, and a reader that checks every length before it trusts it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

class ByteWriter {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(static_cast<std::byte>(value)); }
  void u32(std::uint32_t value);
  void f32(float value);
  void f64(double value);
  void varint(std::uint32_t value);
  void text(std::string_view value);  // length, then the bytes
  void raw(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

  const std::vector<std::byte>& bytes() const noexcept { return bytes_; }
  std::vector<std::byte> take() noexcept { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

// Bytes of varint(value).
std::size_t varint_size(std::uint32_t value) noexcept;

// `what` names the field in messages: "the number of trees".
class ByteReader {
 public:
  ByteReader(std::span<const std::byte> bytes, const std::string& name) : bytes_(bytes), name_(&name) {}

  std::uint8_t u8(std::string_view what);
  std::uint32_t u32(std::string_view what);
  float f32(std::string_view what);   // finite, or an error
  double f64(std::string_view what);  // finite, or an error
  std::uint32_t varint(std::string_view what);
  std::string text(std::string_view what);
  std::span<const std::byte> raw(std::size_t size, std::string_view what);

  // A count of items that take at least `item_bytes` each, so never more than the bytes left can hold: the memory
  // allocated for them is in proportion to the file.
  std::uint32_t count(std::string_view what, std::size_t item_bytes);

  std::size_t left() const noexcept { return bytes_.size(); }
  std::span<const std::byte> rest() const noexcept { return bytes_; }
  [[noreturn]] void fail(const std::string& message) const;  // Error{model}, after the name of the file

 private:
  std::span<const std::byte> bytes_;
  const std::string* name_;
};

}  // namespace espalier

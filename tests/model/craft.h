// Model files put together piece by piece, right and wrong.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/bits.h"
#include "model/bytes.h"

namespace espalier::samples {

using FileBytes = std::vector<std::byte>;

// The CRC-32 over all but bytes 6 to 9, where it is put.
inline void repair_checksum(FileBytes& file) {
  if (file.size() < 10) return;
  FileBytes covered(file.begin(), file.begin() + 6);
  covered.insert(covered.end(), file.begin() + 10, file.end());
  const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(covered.data()), static_cast<uInt>(covered.size()));
  for (std::size_t i = 0; i < 4; ++i) file[6 + i] = static_cast<std::byte>(crc >> (8 * i));
}

struct Crafted {
  std::uint8_t version = 1;
  std::uint8_t kind = 1;
  std::vector<std::pair<std::uint8_t, FileBytes>> sections;

  FileBytes file() const {
    ByteWriter out;
    for (const char c : {'E', 'S', 'P', 'L'}) out.u8(static_cast<std::uint8_t>(c));
    out.u8(version);
    out.u8(kind);
    out.u32(0);
    for (const auto& [tag, payload] : sections) {
      out.u8(tag);
      out.varint(static_cast<std::uint32_t>(payload.size()));
      out.raw(payload);
    }
    FileBytes bytes = out.take();
    repair_checksum(bytes);
    return bytes;
  }
};

// Calls write(ByteWriter&).
template <class Write>
FileBytes payload(Write&& write) {
  ByteWriter out;
  write(out);
  return out.take();
}

}  // namespace espalier::samples

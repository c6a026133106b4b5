// The Unicode Standard, section 3.9: a code point above U+FFFF is a pair of surrogates with ten bits each.
#include "data/read/utf16.h"

#include <fmt/format.h>

#include "espalier/error.h"

namespace espalier {
namespace {

using CodePoint = std::uint32_t;

void append_utf8(CodePoint code, std::string& text) {
  const auto add = [&](CodePoint byte) { text += static_cast<char>(byte); };
  const auto follow = [&](int shift) { add(0x80U | (code >> shift & 0x3FU)); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0U | code >> 6);
    follow(0);
  } else if (code < 0x10000) {
    add(0xE0U | code >> 12);
    follow(6);
    follow(0);
  } else {
    add(0xF0U | code >> 18);
    follow(12);
    follow(6);
    follow(0);
  }
}

}  // namespace

bool looks_like_utf16(std::string_view bytes) noexcept {
  return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

std::string utf16_to_utf8(std::string_view bytes, const std::string& name) {
  const bool big_endian = bytes[0] == '\xFE';
  const auto fail = [&](std::size_t at) -> Error {
    return Error(ErrorCode::data, fmt::format("{}: broken UTF-16 at byte {}", name, at + 1));
  };
  const auto unit = [&](std::size_t at) -> CodePoint {
    const auto one = static_cast<unsigned char>(bytes[at]), two = static_cast<unsigned char>(bytes[at + 1]);
    return big_endian ? one << 8U | two : two << 8U | one;
  };
  if (bytes.size() % 2 != 0) throw fail(bytes.size() - 1);
  std::string text;
  text.reserve(bytes.size() / 2);
  for (std::size_t at = 2; at < bytes.size(); at += 2) {
    CodePoint code = unit(at);
    if (code >= 0xD800 && code < 0xE000) {
      const CodePoint low = code < 0xDC00 && at + 2 < bytes.size() ? unit(at + 2) : 0;
      if (low < 0xDC00 || low >= 0xE000) throw fail(at);
      code = 0x10000 + ((code & 0x3FFU) << 10 | (low & 0x3FFU));
      at += 2;
    }
    append_utf8(code, text);
  }
  return text;
}

}  // namespace espalier

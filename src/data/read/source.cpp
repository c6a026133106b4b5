// Tested by tests/data/read/read_table_test.cpp.
#include "data/read/source.h"

#include <fmt/format.h>

namespace espalier {

std::size_t line_of(const Source& source, const char* at) noexcept {
  const char* const end = source.text.data() + source.text.size();
  std::size_t line = 1;
  for (const char* p = source.text.data(); p < at; ++p) {
    const bool lone_return = *p == '\r' && (p + 1 == end || p[1] != '\n');
    if (*p == '\n' || lone_return) ++line;
  }
  return line;
}

Error error_at(const Source& source, const char* at, std::string_view what) {
  return Error(ErrorCode::data, fmt::format("{}:{}: {}", source.name, line_of(source, at), what));
}

std::string shown(std::string_view cell) {
  constexpr std::size_t kLongest = 40;
  std::size_t length = cell.size();
  if (length > kLongest) {
    length = kLongest;
    // Not inside a UTF-8 sequence.
    while (length > 0 && (static_cast<unsigned char>(cell[length]) & 0xC0U) == 0x80U) --length;
  }
  std::string text = "\"";
  for (const char c : cell.substr(0, length)) text += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
  if (length < cell.size()) text += "…";
  text += '"';
  return text;
}

}  // namespace espalier

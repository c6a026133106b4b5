// The contents of one cell: where it ends, whether it is missing, which number it is. Nothing is copied and nothing is
// allocated, except by cell_text().
#pragma once

#include <fast_float/fast_float.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace espalier {

inline bool is_line_end(char c) noexcept { return c == '\n' || c == '\r'; }
inline bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }

enum class CellFault : std::uint8_t {
  none,
  unclosed,     // a quote that is never closed
  after_quote,  // text after the closing quote
  stray_quote,  // a quote in a cell that does not begin with one
};

std::string_view explain(CellFault fault) noexcept;

struct Cell {
  std::string_view raw;         // without the outer quotes
  const char* next = nullptr;   // the separator, line end or end of text that follows; the fault, if there is one
  bool doubled_quotes = false;  // raw has quotes, each written twice
  CellFault fault = CellFault::none;
};

// The cell that begins at `p`.
Cell scan_cell(const char* p, const char* end, char separator) noexcept;

std::string cell_text(const Cell& cell);

std::string_view trim(std::string_view text) noexcept;  // spaces and tabs

// Empty, NA, NaN, null or ?, in any letter case, blanks around it ignored.
bool is_missing(std::string_view text) noexcept;

// The number at the beginning of [p, end), spaces around it included: returns the place behind it, or null if there is
// none. Decimal, "inf" and "infinity"; out of range is rounded to 0 or ±inf.
template <class T>
const char* read_number(const char* p, const char* end, T& value) noexcept {
  while (p < end && *p == ' ') ++p;
  if (end - p > 1 && *p == '+' && p[1] != '-') ++p;  // fast_float does not accept a plus
  if (p == end) return nullptr;
  const auto result = fast_float::from_chars(p, end, value);
  if (result.ec == std::errc::invalid_argument || value != value) return nullptr;
  p = result.ptr;
  while (p < end && *p == ' ') ++p;
  return p;
}

// Whether all of the text, blanks around it ignored, is a number.
template <class T>
bool parse_number(std::string_view text, T& value) noexcept {
  text = trim(text);
  if (text.empty()) return false;
  return read_number(text.data(), text.data() + text.size(), value) == text.data() + text.size();
}

}  // namespace espalier

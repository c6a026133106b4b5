// Cells by RFC 4180: a cell that begins with a quote ends at the next quote that is not doubled, and may hold
// separators and line ends; any other cell ends at the next separator or line end and holds no quotes. One look at
// every byte.
// Tested by tests/data/read/csv_differential_test.cpp.
#include "data/read/cell.h"

#include <cstring>

namespace espalier {
namespace {

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equals_ignoring_case(std::string_view text, std::string_view lower_case) noexcept {
  if (text.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (lower(text[i]) != lower_case[i]) return false;
  }
  return true;
}

std::string_view between(const char* begin, const char* end) noexcept {
  return {begin, static_cast<std::size_t>(end - begin)};
}

Cell scan_quoted(const char* open, const char* end, char separator) noexcept {
  Cell cell;
  const char* p = open + 1;
  while (true) {
    p = p < end ? static_cast<const char*>(std::memchr(p, '"', static_cast<std::size_t>(end - p))) : nullptr;
    if (p == nullptr) return {between(open + 1, end), open, false, CellFault::unclosed};
    if (end - p < 2 || p[1] != '"') break;
    cell.doubled_quotes = true;
    p += 2;
  }
  cell.raw = between(open + 1, p);
  cell.next = p + 1;
  if (cell.next < end && *cell.next != separator && !is_line_end(*cell.next)) cell.fault = CellFault::after_quote;
  return cell;
}

}  // namespace

std::string_view explain(CellFault fault) noexcept {
  switch (fault) {
    case CellFault::none:
      return "";
    case CellFault::unclosed:
      return "the quote that opens here is never closed";
    case CellFault::after_quote:
      return "text after a closing quote; a quote inside a quoted cell must be doubled";
    case CellFault::stray_quote:
      return "a quote inside a cell that does not begin with one; quote the cell and double the quotes inside";
  }
  return "";
}

Cell scan_cell(const char* p, const char* end, char separator) noexcept {
  if (p < end && *p == '"') return scan_quoted(p, end, separator);
  const char* const begin = p;
  while (p < end && *p != separator && !is_line_end(*p)) {
    if (*p == '"') return {between(begin, p), p, false, CellFault::stray_quote};
    ++p;
  }
  return {between(begin, p), p, false, CellFault::none};
}

std::string cell_text(const Cell& cell) {
  if (!cell.doubled_quotes) return std::string(cell.raw);
  std::string text;
  text.reserve(cell.raw.size());
  for (std::size_t i = 0; i < cell.raw.size(); ++i) {
    text += cell.raw[i];
    if (cell.raw[i] == '"') ++i;
  }
  return text;
}

std::string_view trim(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_missing(std::string_view text) noexcept {
  text = trim(text);
  switch (text.size()) {
    case 0:
      return true;
    case 1:
      return text == "?";
    case 2:
      return equals_ignoring_case(text, "na");
    case 3:
      return equals_ignoring_case(text, "nan");
    case 4:
      return equals_ignoring_case(text, "null");
    default:
      return false;
  }
}

}  // namespace espalier

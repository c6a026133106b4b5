// How the numbers of a file are written: 1234.5, or 1,234.5 or 1.234,5 or 1 234,5 or 1'234.5.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "data/read/cell.h"

namespace espalier {

struct NumberStyle {
  char decimal = '.';
  char thousands = '\0';  // none

  bool operator==(const NumberStyle&) const = default;
};

inline constexpr std::size_t kLongestStyled = 128;  // bytes of a number that is not written in the default style

// The number as the default style has it, in `room`; empty if the text is no number of this style. Where digits are
// grouped, all groups but the first have three.
std::string_view in_default_style(std::string_view text, const NumberStyle& style,
                                  std::array<char, kLongestStyled>& room) noexcept;

// Whether all of the text, blanks around it ignored, is a number of this style.
template <class T>
bool parse_number(std::string_view text, const NumberStyle& style, T& value) noexcept {
  if (style == NumberStyle{}) return parse_number(text, value);
  std::array<char, kLongestStyled> room;
  return parse_number(in_default_style(text, style, room), value);
}

// For texts that `style` does not read as numbers: the options to add, or two alternatives, with which they would be,
// such as "--decimal ,"; or "". `reads` says whether a style does.
std::string options_that_read(const NumberStyle& style, const std::function<bool(const NumberStyle&)>& reads);

}  // namespace espalier

#include "data/read/number_style.h"

#include <fmt/format.h>

namespace espalier {
namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

std::string name_of_thousands(char c) {
  if (c == '\0') return "none";
  if (c == ' ') return "space";
  return c == '\'' ? "\"'\"" : std::string(1, c);
}

// What to give for `style` where `current` holds.
std::string options_for(const NumberStyle& style, const NumberStyle& current) {
  std::string text;
  if (style.decimal != current.decimal) text = fmt::format("--decimal {}", style.decimal);
  // Numbers without groups are read in any case.
  const bool ungrouped = style.thousands == '\0' && current.thousands != style.decimal;
  if (style.thousands == current.thousands || ungrouped) return text;
  return fmt::format("{}{}--thousands {}", text, text.empty() ? "" : " ", name_of_thousands(style.thousands));
}

}  // namespace

std::string_view in_default_style(std::string_view text, const NumberStyle& style,
                                  std::array<char, kLongestStyled>& room) noexcept {
  text = trim(text);
  if (text.empty() || text.size() > room.size()) return {};
  std::size_t size = 0, at = 0;
  if (text[0] == '+' || text[0] == '-') room[size++] = text[at++];
  const std::size_t first = at;
  std::size_t group = 0;
  bool grouped = false;
  for (; at < text.size(); ++at) {
    if (is_digit(text[at])) {
      room[size++] = text[at];
      ++group;
    } else if (text[at] == style.thousands && (grouped ? group == 3 : group >= 1 && group <= 3)) {
      grouped = true;
      group = 0;
    } else {
      break;
    }
  }
  if (grouped && (group != 3 || text[first] == '0')) return {};
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c != style.decimal && (c == '.' || c == ',' || c == style.thousands)) return {};
    room[size++] = c == style.decimal ? '.' : c;
  }
  return {room.data(), size};
}

std::string options_that_read(const NumberStyle& style, const std::function<bool(const NumberStyle&)>& reads) {
  constexpr NumberStyle kCommas[] = {{',', '\0'}, {'.', ','}};
  constexpr NumberStyle kOthers[] = {{',', '.'}, {'.', ' '}, {',', ' '}, {'.', '\''}, {',', '\''}};
  if (reads(style)) return "";
  if (reads(NumberStyle{})) return options_for({}, style);
  std::string text;
  for (const NumberStyle& other : kCommas)
    if (reads(other)) text += (text.empty() ? "" : " or ") + options_for(other, style);
  if (!text.empty()) return text;
  for (const NumberStyle& other : kOthers)
    if (reads(other)) return options_for(other, style);
  return "";
}

}  // namespace espalier

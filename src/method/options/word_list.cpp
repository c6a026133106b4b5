#include "method/options/word_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "espalier/error.h"

namespace espalier {

std::vector<std::string> parse_words(std::string_view name, std::string_view text, std::span<const std::string> words) {
  std::vector<std::string> given;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    given.emplace_back(rest.substr(0, comma));
    if (std::ranges::find(words, given.back()) == words.end()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} must be {}, or several of them with commas between them, got {}{}", name,
                              listed(words, "or"), text.empty() ? "nothing" : text, suggestion(given.back(), words)));
    }
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  std::vector<std::string> ordered(words.begin(), words.end());
  std::erase_if(ordered, [&](const std::string& word) { return std::ranges::find(given, word) == given.end(); });
  return ordered;
}

std::string word_list_text(std::span<const std::string> words) { return fmt::format("{}", fmt::join(words, ",")); }

}  // namespace espalier

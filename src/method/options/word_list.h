// Lists of words from a fixed set, given as text: "graft,boost".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

// The words in the text, each once and in the order of the set. Errors name the option `name`.
std::vector<std::string> parse_words(std::string_view name, std::string_view text, std::span<const std::string> words);

// The text that parse_words() reads back.
std::string word_list_text(std::span<const std::string> words);

}  // namespace espalier

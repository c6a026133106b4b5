// Lists of words out of a fixed set that are given as text: "graft,boost".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

// Those that are there, each once and in the order of the set. Errors are those of the option `name`.
std::vector<std::string> parse_words(std::string_view name, std::string_view text, std::span<const std::string> words);

// Which parse_words() reads again.
std::string word_list_text(std::span<const std::string> words);

}  // namespace espalier

// Text in UTF-16, which spreadsheets write: known by its mark, and made UTF-8 before anything else reads it.
#pragma once

#include <string>
#include <string_view>

namespace espalier {

bool looks_like_utf16(std::string_view bytes) noexcept;

// Without the mark. Throws where the bytes are not UTF-16; `name` stands for the file in messages.
std::string utf16_to_utf8(std::string_view bytes, const std::string& name);

}  // namespace espalier

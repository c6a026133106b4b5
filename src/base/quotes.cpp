#include "base/quotes.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace espalier {

std::string in_quotes(std::string_view name) {
  const std::string json = nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string text;
  for (std::size_t i = 0; i < json.size(); ++i) {
    // Control characters that JSON may leave as they are: DEL, and U+0080 … U+009F, in UTF-8 C2 80 … C2 9F.
    const auto byte = static_cast<unsigned char>(json[i]);
    const auto next = static_cast<unsigned char>(i + 1 < json.size() ? json[i + 1] : 0);
    if (byte == 0x7f) {
      text += "\\u007f";
    } else if (byte == 0xc2 && next < 0xa0) {
      text += fmt::format("\\u{:04x}", next);
      ++i;
    } else {
      text += json[i];
    }
  }
  return text;
}

std::string printable(std::string_view name) {
  const std::string quoted = in_quotes(name);
  return std::string_view(quoted).substr(1, quoted.size() - 2) == name ? std::string(name) : quoted;
}

}  // namespace espalier

// Lists of names with commas between them, as in age,income. Names may contain commas themselves.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

// At every place the longest text up to a comma that is one of the known names, with or without the blanks around it;
// if none is, the text up to the next comma. A name may be in quotes, as in CSV: "price, net",age.
std::vector<std::string> names_in(std::string_view list, std::span<const std::string> known);

}  // namespace espalier

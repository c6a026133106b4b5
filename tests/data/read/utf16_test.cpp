#include "data/read/utf16.h"

#include <gtest/gtest.h>

#include "data/expect_error.h"
#include "espalier/error.h"

namespace espalier {
namespace {

using namespace std::string_literals;

TEST(Utf16, IsKnownByItsMark) {
  EXPECT_TRUE(looks_like_utf16("\xFF\xFE\x61\0"s));
  EXPECT_TRUE(looks_like_utf16("\xFE\xFF\0\x61"s));
  EXPECT_FALSE(looks_like_utf16("\xEF\xBB\xBF\x61"s));
  EXPECT_FALSE(looks_like_utf16("a"));
}

// One character of each length in UTF-8: U+0061, U+00E9, U+20AC and U+1F333, which is D83C DF33.
TEST(Utf16, BecomesUtf8InBothOrdersOfBytes) {
  const std::string expected = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8C\xB3";
  EXPECT_EQ(utf16_to_utf8("\xFF\xFE\x61\0\xE9\0\xAC\x20\x3C\xD8\x33\xDF"s, "t.csv"), expected);
  EXPECT_EQ(utf16_to_utf8("\xFE\xFF\0\x61\0\xE9\x20\xAC\xD8\x3C\xDF\x33"s, "t.csv"), expected);
  EXPECT_EQ(utf16_to_utf8("\xFF\xFE", "t.csv"), "");
}

TEST(Utf16, ThatIsBrokenIsRefusedWithThePlace) {
  const auto refused = [](const std::string& bytes, int at) {
    EXPECT_ERROR(utf16_to_utf8(bytes, "t.csv"), ErrorCode::data, "t.csv: broken UTF-16 at byte " + std::to_string(at));
  };
  refused("\xFF\xFE\x61\0\x62"s, 5);            // half a unit
  refused("\xFF\xFE\x61\0\x3C\xD8"s, 5);        // a first surrogate at the end
  refused("\xFF\xFE\x3C\xD8\x61\0"s, 3);        // and one without a second
  refused("\xFF\xFE\x61\0\x33\xDF\x61\0"s, 5);  // a second without a first
}

}  // namespace
}  // namespace espalier

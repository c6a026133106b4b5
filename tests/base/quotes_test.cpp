#include "base/quotes.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

TEST(Quotes, AreThoseOfJsonWithEveryControlCharacterEscaped) {
  EXPECT_EQ(in_quotes("a"), "\"a\"");
  EXPECT_EQ(in_quotes("a \"b\"\n"), "\"a \\\"b\\\"\\n\"");
  EXPECT_EQ(in_quotes("\x1b[31m"), "\"\\u001b[31m\"");
}

TEST(Quotes, BytesThatAreNoUtf8AreReplaced) { EXPECT_EQ(in_quotes("\xff"), "\"\xef\xbf\xbd\""); }

TEST(Printable, LeavesNamesAsTheyAreUnlessTheyCouldUpsetATerminal) {
  EXPECT_EQ(printable("größe"), "größe");
  EXPECT_EQ(printable("a\x7f\xc2\x9b"
                      "b"),
            "\"a\\u007f\\u009bb\"");
  EXPECT_EQ(in_quotes("a"), "\"a\"");
}

}  // namespace
}  // namespace espalier

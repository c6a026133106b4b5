#include "method/options/word_list.h"

#include <gtest/gtest.h>

#include "data/expect_error.h"

namespace espalier {
namespace {

using Words = std::vector<std::string>;

const Words kSet = {"gif", "graft", "boost"};

Words parsed(std::string_view text) { return parse_words("candidates", text, kSet); }

TEST(WordList, HasEachWordOnceInTheOrderOfTheSet) {
  EXPECT_EQ(parsed("boost"), (Words{"boost"}));
  EXPECT_EQ(parsed("boost,gif"), (Words{"gif", "boost"}));
  EXPECT_EQ(parsed("boost,gif,boost"), (Words{"gif", "boost"}));
}

TEST(WordList, IsReadBackFromItsText) { EXPECT_EQ(parsed(word_list_text(kSet)), kSet); }

TEST(WordList, AWordThatIsNotOfTheSetIsAnError) {
  const std::string must = "candidates must be gif, graft or boost, or several of them with commas between them, got ";
  EXPECT_ERROR(parsed("gif,bost"), ErrorCode::usage, must + "gif,bost (did you mean \"boost\"?)");
  EXPECT_ERROR(parsed(""), ErrorCode::usage, must + "nothing");
  EXPECT_ERROR(parsed("gif,"), ErrorCode::usage, must + "gif,");
}

}  // namespace
}  // namespace espalier

#include "base/text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier {
namespace {

using Words = std::vector<std::string>;

TEST(Nearest, FindsTheWordBehindOneSlip) {
  const Words verbs = {"train", "predict", "evaluate", "inspect"};
  EXPECT_EQ(nearest("trian", verbs), "train") << "two neighbours swapped";
  EXPECT_EQ(nearest("predct", verbs), "predict") << "a letter missing";
  EXPECT_EQ(nearest("evaluatte", verbs), "evaluate") << "a letter too many";
  EXPECT_EQ(nearest("inspekt", verbs), "inspect") << "another letter";
  EXPECT_EQ(nearest("train", verbs), "train");
}

TEST(Nearest, AllowsOneSlipForEveryThreeLetters) {
  const Words words = {"abcdef"};
  EXPECT_EQ(nearest("abcdxy", words), "abcdef");
  EXPECT_EQ(nearest("abcxyz", words), "");
  EXPECT_EQ(nearest("ac", Words{"ab"}), "ab");
  EXPECT_EQ(nearest("cd", Words{"ab"}), "");
}

TEST(Nearest, PrefersTheFewestSlipsThenTheFirst) {
  EXPECT_EQ(nearest("depths", Words{"depth", "depths"}), "depths");
  EXPECT_EQ(nearest("bat", Words{"cat", "hat"}), "cat");
}

TEST(Nearest, OverlooksLetterCaseAndBlanksFirst) {
  EXPECT_EQ(nearest("AGE", Words{"wage", "Age"}), "Age");
  EXPECT_EQ(nearest("id", Words{"ib", " ID "}), " ID ");
  EXPECT_EQ(nearest("  SPECIES\t", Words{"species"}), "species");
  EXPECT_EQ(nearest("Age", Words{"age", "Age"}), "Age") << "the word itself goes before";
}

TEST(Nearest, IsEmptyWithoutCandidates) { EXPECT_EQ(nearest("train", Words{}), ""); }

TEST(Listed, PutsCommasAndTheLastWord) {
  EXPECT_EQ(listed(Words{}), "");
  EXPECT_EQ(listed(Words{"a"}), "a");
  EXPECT_EQ(listed(Words{"a", "b"}), "a and b");
  EXPECT_EQ(listed(Words{"a", "b", "c"}, "or"), "a, b or c");
}

TEST(Suggestion, AsksOnlyIfSomethingIsNear) {
  EXPECT_EQ(suggestion("trian", Words{"train"}), " (did you mean \"train\"?)");
  EXPECT_EQ(suggestion("zebra", Words{"train"}), "");
}

}  // namespace
}  // namespace espalier

#include "espalier/instruction_sets.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "espalier/error.h"

namespace espalier {
namespace {

TEST(InstructionSets, NothingBetterThanTheLimitIsUsedUntilItIsLifted) {
  const std::vector<std::string> all = instruction_sets();
  ASSERT_FALSE(all.empty());
  for (std::size_t i = 0; i < all.size(); ++i) {
    limit_instruction_sets(all[i]);
    EXPECT_EQ(instruction_sets(), std::vector<std::string>(all.begin() + static_cast<std::ptrdiff_t>(i), all.end()));
  }
  limit_instruction_sets("");
  EXPECT_EQ(instruction_sets(), all);
}

TEST(InstructionSets, AnUnknownNameIsAnErrorThatListsTheKnownOnes) {
  try {
    limit_instruction_sets("mmx");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_TRUE(std::string(error.what()).ends_with(", got \"mmx\"")) << error.what();
    EXPECT_NE(std::string(error.what()).find(instruction_sets().back()), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace espalier

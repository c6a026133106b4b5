#include "base/assert.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace espalier {
namespace {

TEST(Assert, NamesTheConditionAndThePlaceThatFailed) {
  const int depth = 0;
  try {
    ESPALIER_ASSERT(depth > 0);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::logic_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("depth > 0"), std::string::npos) << message;
    EXPECT_NE(message.find("assert_test.cpp:"), std::string::npos) << message;
  }
}

TEST(Assert, EvaluatesItsConditionOnce) {
  int evaluated = 0;
  ESPALIER_ASSERT(++evaluated == 1);
  EXPECT_EQ(evaluated, 1);
}

}  // namespace
}  // namespace espalier

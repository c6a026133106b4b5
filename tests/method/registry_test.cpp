#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "espalier/error.h"
#include "espalier/method.h"
#include "espalier/options.h"

namespace espalier {
namespace {

TEST(Registry, FindsEveryMethodByItsName) {
  ASSERT_FALSE(methods().empty());
  for (const Method& method : methods()) EXPECT_EQ(&find_method(method.name), &method);
}

TEST(Registry, AMistypedMethodGetsASuggestion) {
  try {
    find_method("tre");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(std::string(error.what()).find("did you mean \"tree\"?"), std::string::npos);
  }
}

TEST(Registry, AMethodOfOneTargetRefusesSeveralAndNamesThoseThatTakeThem) {
  const Method& gif = find_method("gif");
  EXPECT_NO_THROW(check_target_count(gif, 5));
  EXPECT_NO_THROW(check_target_count(find_method("tree"), 1));
  try {
    check_target_count(find_method("tree"), 2);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_STREQ(error.what(), "method tree predicts one target; gif predicts several");
  }
}

TEST(Registry, EveryOptionHasHelpAndADefaultWithinItsRange) {
  for (const Method& method : methods()) {
    EXPECT_FALSE(method.summary.empty());
    std::set<std::string> names;
    for (const OptionInfo& option : method.options) {
      EXPECT_TRUE(names.insert(option.name).second) << option.name;
      EXPECT_FALSE(option.help.empty()) << option.name;
      if (option.default_value.empty() || option.type == OptionType::flag) continue;
      EXPECT_NO_THROW(method.check({{option.name, option.default_value}})) << option.name;
      if (option.type == OptionType::choice) {
        EXPECT_EQ(std::count(option.choices.begin(), option.choices.end(), option.default_value), 1) << option.name;
      } else if (option.type == OptionType::integer || option.type == OptionType::number) {
        EXPECT_GE(std::stod(option.default_value), option.low) << option.name;
        EXPECT_LE(std::stod(option.default_value), option.high) << option.name;
      }
    }
  }
}

TEST(Registry, OnlyOptionsThatLookAtHeldOutRowsNeedThem) {
  const Method& tree = find_method("tree");
  EXPECT_FALSE(needs_validation(tree, {}));
  EXPECT_FALSE(needs_validation(tree, {{"prune", "cost-complexity"}}));
  EXPECT_TRUE(needs_validation(tree, {{"prune", "validation"}}));
  EXPECT_TRUE(needs_validation(tree, {{"stop", "leaf"}}));
}

TEST(Registry, ADefaultThatIsSpelledOutNeedsNoHeldOutRows) {
  const Method& boost = find_method("boost");
  EXPECT_FALSE(needs_validation(boost, {{"judge", "loss"}}));
  EXPECT_TRUE(needs_validation(boost, {{"judge", "error"}}));
  EXPECT_TRUE(needs_validation(boost, {{"patience", "5"}}));
}

// They choose by folds where there are none.
TEST(Registry, AnnealedMethodsTakeHeldOutRowsAndNeedNone) {
  for (const std::string_view name : {"ret", "rules", "linear"}) {
    const Method& method = find_method(name);
    EXPECT_TRUE(method.takes_validation) << name;
    EXPECT_FALSE(needs_validation(method, {})) << name;
  }
}

}  // namespace
}  // namespace espalier

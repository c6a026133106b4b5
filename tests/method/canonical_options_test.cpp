#include "method/canonical_options.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

OptionInfo option(std::string name, OptionType type, std::string default_value) {
  OptionInfo info;
  info.name = std::move(name);
  info.type = type;
  info.default_value = std::move(default_value);
  return info;
}

const std::vector<OptionInfo> kInfos = {
    option("trees", OptionType::integer, "100"),   option("depth", OptionType::integer, ""),
    option("rate", OptionType::number, "0.1"),     option("alpha", OptionType::number, ""),
    option("judge", OptionType::choice, "loss"),   option("vector-leaves", OptionType::flag, "false"),
    option("increasing", OptionType::columns, ""),
};

OptionValues canonical(const OptionValues& given) { return canonical_options(kInfos, given); }

TEST(CanonicalOptions, LeaveOutWhatIsEqualToItsDefault) {
  EXPECT_EQ(
      canonical({{"trees", "100"}, {"rate", "0.1"}, {"judge", "loss"}, {"vector-leaves", "false"}, {"increasing", ""}}),
      OptionValues());
}

TEST(CanonicalOptions, KeepWhatDiffersFromItsDefaultOrHasNone) {
  const OptionValues given = {{"trees", "10"},           {"depth", "3"},       {"alpha", "0"}, {"judge", "error"},
                              {"vector-leaves", "true"}, {"increasing", "a,b"}};
  EXPECT_EQ(canonical(given), given);
}

TEST(CanonicalOptions, WriteANumberInOneWay) {
  for (const char* text : {"0.10", "1e-1", ".1", "0.1000000000000000055"}) {
    EXPECT_EQ(canonical({{"rate", text}}), OptionValues()) << text;
    EXPECT_EQ(canonical({{"alpha", text}}), (OptionValues{{"alpha", "0.1"}})) << text;
  }
  EXPECT_EQ(canonical({{"alpha", "-0"}}), (OptionValues{{"alpha", "0"}}));
  EXPECT_EQ(canonical({{"depth", "007"}}), (OptionValues{{"depth", "7"}}));
  EXPECT_EQ(canonical({{"trees", "0100"}}), OptionValues());
}

TEST(CanonicalOptions, LeaveToTheMethodWhatItWillRefuse) {
  const OptionValues wrong = {{"depth", ""}, {"trees", "1e2"}, {"rate", "0.1x"}, {"unknown", "0.10"}};
  EXPECT_EQ(canonical(wrong), wrong);
}

}  // namespace
}  // namespace espalier

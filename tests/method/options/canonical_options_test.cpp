#include "method/options/canonical_options.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

OptionInfo option(std::string name, OptionType type, std::string default_value) {
  OptionInfo info;
  info.name = std::move(name);
  info.type = type;
  info.default_value = std::move(default_value);
  info.low = 0;
  info.high = 100;
  return info;
}

const std::vector<OptionInfo> kInfos = {
    option("trees", OptionType::integer, "100"),   option("depth", OptionType::integer, ""),
    option("rate", OptionType::number, "0.1"),     option("alpha", OptionType::number, ""),
    option("judge", OptionType::choice, "loss"),   option("vector-leaves", OptionType::flag, "false"),
    option("increasing", OptionType::columns, ""), option("depths", OptionType::integers, "2-7"),
    option("shrinkage", OptionType::numbers, ""),  option("pool", OptionType::file, ""),
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

TEST(CanonicalOptions, WriteAListInOneWay) {
  EXPECT_EQ(canonical({{"depths", "2,3,4-7"}}), OptionValues());
  EXPECT_EQ(canonical({{"depths", "02-04,6"}}), (OptionValues{{"depths", "2-4,6"}}));
  EXPECT_EQ(canonical({{"shrinkage", "1e1,0.50"}}), (OptionValues{{"shrinkage", "10,0.5"}}));
}

TEST(CanonicalOptions, WriteATimeAndWordsInOneWay) {
  OptionInfo words = option("fruits", OptionType::words, "");
  words.choices = {"apple", "pear", "quince"};
  OptionInfo time = option("time", OptionType::duration, "5m");
  time.high = 86400;
  const std::vector<OptionInfo> infos = {words, time};
  const auto one_way = [&](const OptionValues& given) { return canonical_options(infos, given); };
  for (const char* same : {"300", "300s", "5.0m", "5m"}) EXPECT_EQ(one_way({{"time", same}}), OptionValues()) << same;
  EXPECT_EQ(one_way({{"time", "90.0"}}), (OptionValues{{"time", "90s"}}));
  EXPECT_EQ(one_way({{"time", "60m"}}), (OptionValues{{"time", "1h"}}));
  EXPECT_EQ(one_way({{"time", "0m"}}), (OptionValues{{"time", "0s"}}));
  EXPECT_EQ(one_way({{"fruits", "pear,apple,pear"}}), (OptionValues{{"fruits", "apple,pear"}}));
  const OptionValues wrong = {{"time", "soon"}, {"fruits", "apple,plum"}};
  EXPECT_EQ(one_way(wrong), wrong);
}

TEST(CanonicalOptions, LeaveAFilesNameAsItIs) {
  EXPECT_EQ(canonical({{"pool", "../a,1-3.esp"}}), (OptionValues{{"pool", "../a,1-3.esp"}}));
}

TEST(CanonicalOptions, LeaveToTheMethodWhatItWillRefuse) {
  const OptionValues wrong = {{"depth", ""},     {"trees", "1e2"},    {"rate", "0.1x"}, {"unknown", "0.10"},
                              {"depths", "7-2"}, {"shrinkage", ",,"}, {"pool", ""}};
  EXPECT_EQ(canonical(wrong), wrong);
}

}  // namespace
}  // namespace espalier

#include "method/options/options.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "espalier/error.h"

namespace espalier {
namespace {

enum class Colour : std::uint8_t { red, green };
constexpr Choices<Colour, 2> kColours = {{{"red", Colour::red}, {"green", Colour::green}}};

constexpr std::array<std::string_view, 3> kFruits = {"apple", "pear", "quince"};

struct Example {
  int depth = 6;
  double rate = 0.5;
  std::optional<int> leaves;
  std::optional<Colour> shade;
  Colour colour = Colour::green;
  bool fast = false;
  std::vector<int> depths = {2, 3, 4};
  std::vector<double> rates;
  std::string pool;
  double time = 300;
  std::vector<std::string> fruits;

  template <class Visit>
  static void fields(Visit&& visit) {
    visit("depth", &Example::depth, Range{1, 32}, "how deep");
    visit("rate", &Example::rate, Range{0, 1}, "how fast");
    visit("leaves", &Example::leaves, Range{2, 100}, "how many");
    visit("shade", &Example::shade, kColours, "which shade");
    visit("colour", &Example::colour, kColours, "which colour");
    visit("fast", &Example::fast, Flag{}, "whether");
    visit("depths", &Example::depths, IntegerList{1, 64}, "which depths");
    visit("rates", &Example::rates, NumberList{0, 1}, "which rates");
    visit("pool", &Example::pool, FileName{}, "which file");
    visit("time", &Example::time, Duration{0, 86400}, "how long");
    visit("fruits", &Example::fruits, WordList{kFruits}, "which fruits");
  }
};

std::string message(const OptionValues& values) {
  try {
    parse_options<Example>(values);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "";
}

TEST(Options, AreDescribedFromTheirFields) {
  const std::vector<OptionInfo> infos = describe<Example>();
  ASSERT_EQ(infos.size(), 11U);
  EXPECT_EQ(infos[0].name, "depth");
  EXPECT_EQ(infos[0].type, OptionType::integer);
  EXPECT_EQ(infos[0].default_value, "6");
  EXPECT_EQ(infos[0].high, 32);
  EXPECT_EQ(infos[1].type, OptionType::number);
  EXPECT_EQ(infos[1].default_value, "0.5");
  EXPECT_EQ(infos[2].default_value, "");
  EXPECT_EQ(infos[3].default_value, "");
  EXPECT_EQ(infos[4].default_value, "green");
  EXPECT_EQ(infos[4].choices, (std::vector<std::string>{"red", "green"}));
  EXPECT_EQ(infos[5].type, OptionType::flag);
}

TEST(Options, ListsAndFilesAreDescribedWithTheirLimitsAndDefaults) {
  const std::vector<OptionInfo> infos = describe<Example>();
  EXPECT_EQ(infos[6].type, OptionType::integers);
  EXPECT_EQ(infos[6].default_value, "2-4");
  EXPECT_EQ(infos[6].low, 1);
  EXPECT_EQ(infos[6].high, 64);
  EXPECT_EQ(infos[7].type, OptionType::numbers);
  EXPECT_EQ(infos[7].default_value, "");
  EXPECT_EQ(infos[7].high, 1);
  EXPECT_EQ(infos[8].type, OptionType::file);
  EXPECT_EQ(infos[8].default_value, "");
}

TEST(Options, TimesAndWordsAreDescribedWithTheirLimitsAndDefaults) {
  const std::vector<OptionInfo> infos = describe<Example>();
  EXPECT_EQ(infos[9].type, OptionType::duration);
  EXPECT_EQ(infos[9].default_value, "5m");
  EXPECT_EQ(infos[9].high, 86400);
  EXPECT_EQ(infos[10].type, OptionType::words);
  EXPECT_EQ(infos[10].default_value, "");
  EXPECT_EQ(infos[10].choices, (std::vector<std::string>{"apple", "pear", "quince"}));
}

TEST(Options, ListsTakeThePlaceOfTheirDefaults) {
  const auto options = parse_options<Example>({{"depths", "5,9-11"}, {"rates", "0.5,1"}, {"pool", "a b.esp"}});
  EXPECT_EQ(options.depths, (std::vector<int>{5, 9, 10, 11}));
  EXPECT_EQ(options.rates, (std::vector<double>{0.5, 1}));
  EXPECT_EQ(options.pool, "a b.esp");
  EXPECT_EQ(parse_options<Example>({}).depths, (std::vector<int>{2, 3, 4}));
}

TEST(Options, ATimeIsInSecondsMinutesOrHours) {
  const auto seconds = [](const char* text) { return parse_options<Example>({{"time", text}}).time; };
  EXPECT_EQ(parse_options<Example>({}).time, 300);
  EXPECT_EQ(seconds("30s"), 30);
  EXPECT_EQ(seconds("30"), 30);
  EXPECT_EQ(seconds("2m"), 120);
  EXPECT_EQ(seconds("1.5h"), 5400);
  EXPECT_EQ(seconds("0"), 0);
}

TEST(Options, WordsAreKeptOnceAndInTheOrderOfTheSet) {
  EXPECT_TRUE(parse_options<Example>({}).fruits.empty());
  EXPECT_EQ(parse_options<Example>({{"fruits", "pear"}}).fruits, (std::vector<std::string>{"pear"}));
  EXPECT_EQ(parse_options<Example>({{"fruits", "quince,apple,quince"}}).fruits,
            (std::vector<std::string>{"apple", "quince"}));
}

TEST(Options, TakeTheValuesGivenAndKeepTheOthersDefaults) {
  const auto options = parse_options<Example>({{"leaves", "7"}, {"colour", "red"}, {"fast", "true"}, {"rate", "1e-3"}});
  EXPECT_EQ(options.depth, 6);
  EXPECT_EQ(options.rate, 1e-3);
  EXPECT_EQ(options.leaves, 7);
  EXPECT_EQ(options.colour, Colour::red);
  EXPECT_FALSE(options.shade);
  EXPECT_TRUE(options.fast);
}

TEST(Options, AValueOutsideItsRangeIsNamedWithTheRange) {
  EXPECT_EQ(message({{"depth", "0"}}), "depth must be a whole number in [1, 32], got 0");
  EXPECT_EQ(message({{"depth", "2.5"}}), "depth must be a whole number in [1, 32], got 2.5");
  EXPECT_EQ(message({{"depth", ""}}), "depth must be a whole number in [1, 32], got nothing");
  EXPECT_EQ(message({{"depth", "99999999999999999999"}}),
            "depth must be a whole number in [1, 32], got 99999999999999999999");
  EXPECT_EQ(message({{"rate", "nan"}}), "rate must be in [0, 1], got nan");
  EXPECT_EQ(message({{"rate", "0.5x"}}), "rate must be in [0, 1], got 0.5x");
  EXPECT_EQ(message({{"fast", "maybe"}}), "fast must be true or false, got maybe");
  EXPECT_EQ(message({{"depths", "2-65"}}),
            "depths must be whole numbers, or ranges such as 2-7, in [1, 64] with commas between them, got 2-65");
  EXPECT_EQ(message({{"rates", "0.5,2"}}), "rates must be numbers in [0, 1] with commas between them, got 0.5,2");
  for (const char* wrong : {"5 m", "5d", "m", "-1s", "25h", "nan", "1m30s"}) {
    EXPECT_EQ(message({{"time", wrong}}),
              fmt::format("time must be a time such as 30s, 5m or 1h, from 0s to 24h, got {}", wrong));
  }
  EXPECT_EQ(message({{"time", ""}}), "time must be a time such as 30s, 5m or 1h, from 0s to 24h, got nothing");
  EXPECT_EQ(message({{"pool", ""}}), "pool must be the name of a file, got nothing");
}

TEST(Options, AMistypedChoiceOrNameGetsASuggestion) {
  EXPECT_EQ(message({{"colour", "gren"}}), "colour must be red or green, got gren (did you mean \"green\"?)");
  EXPECT_EQ(message({{"fruits", "apple,paer"}}),
            "fruits must be apple, pear or quince, or several of them with commas between them, got apple,paer (did "
            "you mean \"pear\"?)");
  EXPECT_EQ(message({{"dept", "3"}}), "unknown option \"dept\" (did you mean \"depth\"?)");
}

}  // namespace
}  // namespace espalier

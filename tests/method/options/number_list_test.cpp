#include "method/options/number_list.h"

#include <gtest/gtest.h>

#include <limits>

#include "espalier/error.h"

namespace espalier {
namespace {

using Integers = std::vector<int>;
using Numbers = std::vector<double>;

Integers integers(std::string_view text) { return parse_integers("depths", text, {1, 64}); }
Numbers numbers(std::string_view text) { return parse_numbers("shrinkage", text, {0, 1e6}); }

template <class Parse>
std::string message(Parse&& parse, std::string_view text) {
  try {
    parse(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "";
}

TEST(NumberList, ReadsNumbersWithCommasBetweenThemAndRangesOfWholeOnes) {
  EXPECT_EQ(integers("5"), (Integers{5}));
  EXPECT_EQ(integers("2-7"), (Integers{2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(integers("2,4,6"), (Integers{2, 4, 6}));
  EXPECT_EQ(integers("1,4-6,9"), (Integers{1, 4, 5, 6, 9}));
  EXPECT_EQ(integers("3-3"), (Integers{3}));
  EXPECT_EQ(numbers("0.5,1"), (Numbers{0.5, 1}));
  EXPECT_EQ(numbers("1e-3,.5,100"), (Numbers{1e-3, 0.5, 100}));
}

TEST(NumberList, KeepsTheOrderAndWhatIsThereTwice) {
  EXPECT_EQ(integers("7,2,2"), (Integers{7, 2, 2}));
  EXPECT_EQ(numbers("10,3,10"), (Numbers{10, 3, 10}));
}

TEST(NumberList, ReadsNegativeNumbersAndRangesOfThem) {
  EXPECT_EQ(parse_integers("steps", "-3--1", {-10, 10}), (Integers{-3, -2, -1}));
  EXPECT_EQ(parse_integers("steps", "-2-1,-5", {-10, 10}), (Integers{-2, -1, 0, 1, -5}));
  EXPECT_EQ(parse_numbers("steps", "-0.5,1", {-1, 1}), (Numbers{-0.5, 1}));
}

TEST(NumberList, RefusesAnyOtherTextWithTheLimitsAndWhatWasGiven) {
  EXPECT_EQ(message(integers, "7-2"),
            "depths must be whole numbers, or ranges such as 2-7, in [1, 64] with commas between them, got 7-2");
  EXPECT_EQ(message(integers, ""),
            "depths must be whole numbers, or ranges such as 2-7, in [1, 64] with commas between them, got nothing");
  EXPECT_EQ(message(numbers, "0.5,nan"),
            "shrinkage must be numbers in [0, 1000000] with commas between them, got 0.5,nan");
  for (const char* text : {"2-",
                           "-",
                           "-2",
                           "2--7",
                           "2-7-9",
                           ",,",
                           ",2",
                           "2,",
                           "2;4",
                           "2, 4",
                           " 2",
                           "2.5",
                           "1e1",
                           "x",
                           "nan",
                           "0",
                           "65",
                           "0-4",
                           "60-65",
                           "+2",
                           "99999999999999999999",
                           "1-99999999999999999999"}) {
    EXPECT_NE(message(integers, text), "") << text;
  }
  for (const char* text : {"2-7", ",,", "1,", "", "nan", "inf", "-inf", "-1", "1e7", "1e999", "0x10", "1 2", "1,x"}) {
    EXPECT_NE(message(numbers, text), "") << text;
  }
}

// 1-1000000000 would be 4 GB.
TEST(NumberList, HasAMostOfNumbersThatNoRangeMayExceed) {
  const auto any = [](std::string_view text) {
    return parse_integers("levels", text,
                          {std::numeric_limits<int>::min(), static_cast<double>(std::numeric_limits<int>::max())});
  };
  EXPECT_EQ(any("1-10000").size(), kMostListed);
  EXPECT_EQ(any("1-9999,5").size(), kMostListed);
  for (const char* text : {"1-10001", "1-10000,5", "1-1000000000", "-2147483648-2147483647", "1-9999,1-9999"}) {
    EXPECT_EQ(message(any, text), std::string("levels must be at most 10000 numbers, got ") + text);
  }
  EXPECT_EQ(any("2147483646-2147483647"), (Integers{2147483646, 2147483647}));
}

TEST(NumberList, IsWrittenInOneWay) {
  EXPECT_EQ(list_text(Integers{2, 3, 4, 5}), "2-5");
  EXPECT_EQ(list_text(Integers{2, 3, 5, 6, 7, 1}), "2,3,5-7,1");
  EXPECT_EQ(list_text(Integers{7, 6, 5}), "7,6,5");
  EXPECT_EQ(list_text(Integers{-3, -2, -1}), "-3--1");
  EXPECT_EQ(list_text(Integers{}), "");
  EXPECT_EQ(list_text(Integers{2147483647, -2147483647 - 1}), "2147483647,-2147483648");
  EXPECT_EQ(list_text(Numbers{0.5, 1e-3, 100, -0.0}), "0.5,0.001,100,0");
}

TEST(NumberList, IsReadBackFromWhatIsWritten) {
  for (const char* text : {"2-7", "2,4,6", "1,4-6,9", "64", "1,2", "3,2,1", "1-3,1-3"}) {
    EXPECT_EQ(list_text(integers(text)), text);
  }
  for (const char* text : {"0.1", "3,10,30,100", "1e-05,0.25"}) EXPECT_EQ(list_text(numbers(text)), text);
}

}  // namespace
}  // namespace espalier

#include "data/read/number_style.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace espalier {
namespace {

constexpr NumberStyle kGerman{',', '.'}, kFrench{',', ' '}, kEnglish{'.', ','}, kSwiss{'.', '\''}, kComma{',', '\0'};

// The number, or "none".
std::string read(std::string_view text, const NumberStyle& style) {
  double number = 0;
  return parse_number(text, style, number) ? fmt::format("{}", number) : "none";
}

TEST(NumberStyle, DecimalsStandBehindTheMark) {
  EXPECT_EQ(read("1,5", kComma), "1.5");
  EXPECT_EQ(read(" -,25 ", kComma), "-0.25");
  EXPECT_EQ(read("+1,5e2", kComma), "150");
  EXPECT_EQ(read("12345", kComma), "12345");
  EXPECT_EQ(read("-inf", kComma), "-inf");
  EXPECT_EQ(read("1.5", kComma), "none");
  EXPECT_EQ(read("1,5,2", kComma), "none");
  EXPECT_EQ(read("1,5", NumberStyle{}), "none");
}

TEST(NumberStyle, GroupsHaveThreeDigits) {
  EXPECT_EQ(read("1,234,567.5", kEnglish), "1234567.5");
  EXPECT_EQ(read("-1.234,5", kGerman), "-1234.5");
  EXPECT_EQ(read("12 345,5", kFrench), "12345.5");
  EXPECT_EQ(read("1'000", kSwiss), "1000");
  EXPECT_EQ(read("1234567.5", kEnglish), "1234567.5") << "nobody must group";
  for (const char* text :
       {"1,5", "1,00", "1,0000", "1234,567", "1,,000", ",100", "1,234,", "1,234,56", "0,123", "1.2,345"})
    EXPECT_EQ(read(text, kEnglish), "none") << text;
}

TEST(NumberStyle, WhatIsNoNumberIsNone) {
  for (const char* text : {"", " ", "-", "red", "1,5 EUR", "1 000", "--1,5", "nan"})
    EXPECT_EQ(read(text, kComma), "none");
  EXPECT_EQ(read(std::string(kLongestStyled, '7') + ",5", kComma), "none");
}

TEST(NumberStyle, OptionsAreNamedThatReadATextAsANumber) {
  const auto options = [](const char* text, const NumberStyle& style = {}) {
    return options_that_read(style, [&](const NumberStyle& other) { return read(text, other) != "none"; });
  };
  EXPECT_EQ(options("1,5"), "--decimal ,");
  EXPECT_EQ(options("1,234.5"), "--thousands ,");
  EXPECT_EQ(options("1,000"), "--decimal , or --thousands ,");
  EXPECT_EQ(options("1.234,5"), "--decimal , --thousands .");
  EXPECT_EQ(options("12 345"), "--thousands space");
  EXPECT_EQ(options("1'000"), "--thousands \"'\"");
  EXPECT_EQ(options("red"), "");
  EXPECT_EQ(options("1.5"), "");
  EXPECT_EQ(options("1.5", kComma), "--decimal .");
  EXPECT_EQ(options("1.5", kGerman), "--decimal . --thousands none");
  EXPECT_EQ(options("1.234,5", kComma), "--thousands .");
}

}  // namespace
}  // namespace espalier

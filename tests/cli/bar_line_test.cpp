// The progress bar's line, without a terminal.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "cli/terminal.h"

namespace espalier::cli {
namespace {

std::size_t characters(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

// Every sequence has as many bytes as its first one says.
bool whole_utf8(const std::string& line) {
  for (std::size_t i = 0; i < line.size();) {
    const auto lead = static_cast<unsigned char>(line[i]);
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if ((lead & 0xC0u) == 0x80u || i + length > line.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(line[i + k]) & 0xC0u) != 0x80u) return false;
    }
    i += length;
  }
  return true;
}

TEST(BarLine, HasStageBarPercentageRateAndTimeWhereThereIsRoom) {
  // 250 of 1000 in 10 s: 25 a second, so 30 s are left.
  EXPECT_EQ(bar_line({"growing", 250, 1000}, 10, 80, false),
            "growing  " + std::string(7, '#') + std::string(23, '.') + "  25%  25/s  ETA 0:30");
  EXPECT_EQ(bar_line({"reading stdin", 4096, 0}, 2, 80, false), "reading stdin  4096  2.0k/s");
}

TEST(BarLine, IsNeverWiderThanTheTerminal) {
  for (const std::uint64_t total : {std::uint64_t{0}, std::uint64_t{100}, std::uint64_t{3000000000}}) {
    for (const char* stage : {"x", "cross-validation", "reading a_file_with_quite_a_long_name_indeed.csv"}) {
      for (int width = 1; width <= 120; ++width) {
        const std::string line = bar_line({stage, total / 3, total}, 7000, width, true);
        EXPECT_LE(characters(line), static_cast<std::size_t>(width)) << line;
        EXPECT_FALSE(line.empty());
      }
    }
  }
}

TEST(BarLine, KeepsThePercentageInTwentyAndInThirtyColumns) {
  EXPECT_EQ(bar_line({"cross-validation", 42, 100}, 10, 20, false), "cross-vali  42%");
  EXPECT_EQ(bar_line({"cross-validation", 42, 100}, 10, 30, false), "cross-vali  #####........  42%");
}

TEST(BarLine, IsNeverCutInsideACharacter) {
  for (int width = 1; width <= 80; ++width) {
    for (const std::string stage : {"reading été_ünïcödé_ñandú_çà_et_là.csv", "reading 日本語のとても長い名前.csv"}) {
      for (const std::uint64_t total : {std::uint64_t{0}, std::uint64_t{100}}) {
        const std::string line = bar_line({stage, 50, total}, 10, width, true);
        EXPECT_TRUE(whole_utf8(line)) << width << ": " << line;
      }
    }
  }
}

// 日 and the like are two columns wide.
TEST(BarLine, CountsTheColumnsOfWideCharacters) {
  EXPECT_EQ(bar_line({"日本語日本語日本語", 1, 0}, 1, 20, false), "日本語日本  1  1.0/s");
}

TEST(BarLine, BytesThatAreNoUtf8DoNotGrowIt) {
  const std::string line = bar_line({std::string(50, '\xff') + std::string(50, '\x80'), 50, 100}, 10, 30, false);
  EXPECT_LE(line.size(), 30u);
}

}  // namespace
}  // namespace espalier::cli

#include "method/options/duration.h"

#include <gtest/gtest.h>

#include "data/expect_error.h"

namespace espalier {
namespace {

constexpr Duration kUpToADay = {0, 86400};

double seconds(std::string_view text) { return parse_duration("time", text, kUpToADay); }

TEST(Duration, IsANumberOfSecondsMinutesOrHours) {
  EXPECT_EQ(seconds("30"), 30);
  EXPECT_EQ(seconds("30s"), 30);
  EXPECT_EQ(seconds("5m"), 300);
  EXPECT_EQ(seconds("1.5h"), 5400);
  EXPECT_EQ(seconds("24h"), 86400);
}

TEST(Duration, OutsideItsLimitsOrNotATimeIsAnError) {
  for (const char* text : {"-1", "25h", "nan", "inf", "soon", "5d", "5 m", "h"})
    EXPECT_ERROR(seconds(text), ErrorCode::usage,
                 std::string("time must be a time such as 30s, 5m or 1h, from 0s to 24h, got ") + text);
  EXPECT_ERROR(seconds(""), ErrorCode::usage, "time must be a time such as 30s, 5m or 1h, from 0s to 24h, got nothing");
}

TEST(Duration, HasOneSpellingInTheLargestUnitThatDividesIt) {
  EXPECT_EQ(duration_text(0), "0s");
  EXPECT_EQ(duration_text(seconds("-0")), "0s");
  EXPECT_EQ(duration_text(90), "90s");
  EXPECT_EQ(duration_text(120), "2m");
  EXPECT_EQ(duration_text(5400), "90m");
  EXPECT_EQ(duration_text(7200), "2h");
  EXPECT_EQ(seconds(duration_text(0.25)), 0.25);
}

}  // namespace
}  // namespace espalier

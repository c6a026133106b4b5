#include "base/span_meter.h"

#include <gtest/gtest.h>

#include <ctime>

namespace espalier {
namespace {

double seconds_of_thread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void take(double milliseconds) {
  const double end = seconds_of_thread() + milliseconds / 1000;
  while (seconds_of_thread() < end) {
  }
}

// Only bounds that hold on a busy machine, whose pauses may count a little.
TEST(SpanMeter, ALoopTakesItsWorkDividedOrItsLongestBlock) {
  const SpanTimes even = measure_span([] { measure_loop(16, [](std::size_t) { take(2); }); });
  EXPECT_GE(even.seconds[0], 0.032);
  EXPECT_GE(even.seconds[3], 0.002);
  EXPECT_LE(even.seconds[3], even.seconds[2]);
  EXPECT_LE(even.seconds[2], even.seconds[1]);
  EXPECT_LE(even.seconds[1], even.seconds[0]);
  const SpanTimes uneven = measure_span([] { measure_loop(4, [](std::size_t b) { take(b == 0 ? 20 : 1); }); });
  EXPECT_GE(uneven.seconds[3], 0.020);
  EXPECT_GE(uneven.seconds[0], 0.023);
}

TEST(SpanMeter, WhatIsOutsideOfLoopsTakesAsLongOnAnyNumber) {
  const SpanTimes times = measure_span([] {
    take(10);
    measure_loop(2, [](std::size_t) { take(5); });
    take(10);
  });
  for (const double seconds : times.seconds) EXPECT_GE(seconds, 0.025);
}

TEST(SpanMeter, LoopsWithinABlockAreDividedToo) {
  const SpanTimes times =
      measure_span([] { measure_loop(2, [](std::size_t) { measure_loop(8, [](std::size_t) { take(5); }); }); });
  EXPECT_GE(times.seconds[0], 0.080);
  EXPECT_GE(times.seconds[3], 0.005);
  EXPECT_LT(times.seconds[3], times.seconds[0]);
}

}  // namespace
}  // namespace espalier

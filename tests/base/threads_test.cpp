#include "base/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.h"
#include "espalier/error.h"
#include "espalier/run.h"

namespace espalier {
namespace {

constexpr int kCounts[] = {1, 2, 7};

TEST(Threads, EachVisitsEveryItemOnce) {
  for (const int count : kCounts) {
    std::vector<std::atomic<int>> visits(1000);
    Threads(count).each(visits.size(), [&](std::size_t i) { ++visits[i]; });
    for (std::size_t i = 0; i < visits.size(); ++i) EXPECT_EQ(visits[i], 1) << "item " << i << ", threads " << count;
  }
}

TEST(Threads, BlocksCoverTheRangeAndOnlyTheLastIsShort) {
  for (const int count : kCounts) {
    std::vector<std::atomic<int>> visits(1003);
    std::atomic<int> short_blocks = 0;
    Threads(count).blocks(visits.size(), 10, [&](std::size_t begin, std::size_t end) {
      EXPECT_EQ(begin % 10, 0U);
      if (end - begin != 10) ++short_blocks;
      for (std::size_t i = begin; i < end; ++i) ++visits[i];
    });
    EXPECT_EQ(short_blocks, 1);
    for (const auto& visit : visits) EXPECT_EQ(visit, 1);
  }
}

// The library never prints; oneTBB would, when asked for more threads than there are cores.
TEST(Threads, MoreThreadsThanCoresAreSilent) {
  testing::internal::CaptureStderr();
  Threads(300).each(1000, [](std::size_t) {});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Threads, NothingIsCalledForAnEmptyRange) {
  Threads threads(2);
  threads.each(0, [](std::size_t) { ADD_FAILURE(); });
  threads.blocks(0, 5, [](std::size_t, std::size_t) { ADD_FAILURE(); });
  const auto never = [](std::size_t, std::size_t) { return 1; };
  EXPECT_EQ(threads.reduce(0, 5, 42, never, [](int a, int b) { return a + b; }), 42);
}

// Terms of very different sizes: almost any other order of the additions gives other bits.
TEST(Threads, ReduceGivesTheSameBitsOnAnyNumberOfThreads) {
  std::vector<double> values(100001);
  Random random(1, "threads_test");
  for (double& value : values) value = random.normal() / random.uniform() / random.uniform();
  const auto sum = [&](int count) {
    const auto map = [&](std::size_t begin, std::size_t end) {
      double part = 0;
      for (std::size_t i = begin; i < end; ++i) part += values[i];
      return part;
    };
    const double total = Threads(count).reduce(values.size(), 1000, 0.0, map, [](double a, double b) { return a + b; });
    return std::bit_cast<std::uint64_t>(total);
  };
  EXPECT_EQ(sum(1), sum(2));
  EXPECT_EQ(sum(1), sum(7));
  EXPECT_EQ(sum(1), sum(0));
}

TEST(Threads, ReduceJoinsFromTheFirstBlockToTheLast) {
  const auto letter = [](std::size_t begin, std::size_t) { return std::string(1, static_cast<char>('a' + begin / 3)); };
  const auto append = [](const std::string& text, const std::string& more) { return text + more; };
  for (const int count : kCounts) {
    EXPECT_EQ(Threads(count).reduce(20, 3, std::string(), letter, append), "abcdefg");
  }
}

TEST(Threads, ExceptionsReachTheCaller) {
  for (const int count : kCounts) {
    Threads threads(count);
    const auto fail = [](std::size_t i) {
      if (i == 57) throw Error(ErrorCode::data, "row 57");
    };
    try {
      threads.each(100, fail);
      ADD_FAILURE() << "nothing was thrown on " << count << " threads";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::data);
      EXPECT_STREQ(error.what(), "row 57");
    }
    int visited = 0;  // and the threads are usable afterwards
    threads.blocks(5, 5, [&](std::size_t begin, std::size_t end) { visited += static_cast<int>(end - begin); });
    EXPECT_EQ(visited, 5);
  }
}

TEST(Threads, ALoopThatReportsNothingItselfCanBeStopped) {
  const espalier::Run run{1, 2, [](const Progress&) { return false; }};
  for (const int count : {1, 2}) {
    Reporter reporter(run, "sorting", 1);
    Threads threads(count, &reporter);
    const auto begin = std::chrono::steady_clock::now();
    const auto endless = [&] { threads.each(1U << 30, [](std::size_t) {}); };
    EXPECT_THROW(endless(), Error);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(45));
  }
}

}  // namespace
}  // namespace espalier

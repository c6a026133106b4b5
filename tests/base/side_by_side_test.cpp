#include "base/side_by_side.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/threads.h"

namespace espalier {
namespace {

TEST(SideBySide, RunsEachOnceOnAnyNumberOfThreads) {
  for (const int threads : {0, 1, 2, 7}) {
    for (const std::size_t n : {0U, 1U, 20U}) {
      std::vector<std::atomic<int>> runs(n);
      side_by_side(n, threads, 100, [&](std::size_t i) { ++runs[i]; });
      for (const auto& count : runs) EXPECT_EQ(count, 1);
    }
  }
}

TEST(SideBySide, BeginsInOrder) {
  std::mutex mutex;
  std::vector<std::size_t> begun;
  side_by_side(10, 1, 100, [&](std::size_t i) {
    const std::lock_guard lock(mutex);
    begun.push_back(i);
  });
  ASSERT_EQ(begun.size(), 10U);
  for (std::size_t i = 0; i < begun.size(); ++i) EXPECT_EQ(begun[i], i);
}

// Each waits until the other has begun.
TEST(SideBySide, RunsGoOnAtTheSameTime) {
  std::latch both(2);
  side_by_side(2, 2, 2, [&](std::size_t) { both.arrive_and_wait(); });
}

TEST(SideBySide, NoMoreThanWhatIsAllowedAtATime) {
  std::atomic<int> running = 0, highest = 0;
  side_by_side(50, 7, 3, [&](std::size_t) {
    const int now = ++running;
    for (int before = highest; before < now && !highest.compare_exchange_weak(before, now);) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // long enough for all others to begin
    --running;
  });
  EXPECT_LE(highest, 3);
}

TEST(SideBySide, NoMoreThreadsThanAllowedWorkOnTheLoopsOfAllRuns) {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  side_by_side(4, 2, 4, [&](std::size_t) {
    Threads(2).each(100, [&](std::size_t) {
      const std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    });
  });
  EXPECT_LE(threads.size(), 2U);
}

// The second fails while the first still runs, and the first after it.
TEST(SideBySide, OfTwoErrorsThatOfTheFirstIsThrown) {
  std::latch failing(1);
  try {
    side_by_side(2, 2, 2, [&](std::size_t i) {
      if (i == 1) failing.count_down();
      failing.wait();
      throw std::runtime_error(std::to_string(i));
    });
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "0");
  }
}

TEST(SideBySide, NothingBeginsAfterAnError) {
  int begun = 0;
  const auto fail = [&] {
    side_by_side(10, 1, 1, [&](std::size_t i) {
      ++begun;
      if (i == 2) throw std::runtime_error("2");
    });
  };
  EXPECT_THROW(fail(), std::runtime_error);
  EXPECT_EQ(begun, 3);
}

// The second and the third run until the first has failed; the zeroth, which began before it, is needed all the same.
TEST(SideBySide, RunsAfterOneThatFailedAreNoLongerNeeded) {
  std::latch all(4);
  std::atomic<int> told = 0;
  std::atomic<bool> first_needed = false;
  const auto fail = [&] {
    side_by_side(4, 4, 4, [&](std::size_t i, const StillNeeded& needed) {
      all.arrive_and_wait();
      if (i == 1) throw std::runtime_error("1");
      const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
      if (i == 0) {
        while (told < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
        first_needed = needed();
        return;
      }
      while (needed() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
      told += !needed();
      throw std::runtime_error("stopped");
    });
  };
  try {
    fail();
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "1");
  }
  EXPECT_EQ(told, 2);
  EXPECT_TRUE(first_needed);
}

TEST(SharedProgress, IsStoppedForGoodOnceTheCallbackSaysSo) {
  int calls = 0;
  SharedProgress progress([&](const Progress& of) {
    ++calls;
    return of.done < 2;
  });
  EXPECT_TRUE(progress({"", 1, 3}));
  EXPECT_FALSE(progress({"", 2, 3}));
  EXPECT_FALSE(progress({"", 0, 3}));
  EXPECT_TRUE(progress.stopped());
  EXPECT_EQ(calls, 2);
}

TEST(SharedProgress, GoesOnWithoutACallback) {
  SharedProgress progress({});
  EXPECT_TRUE(progress({"", 1, 1}));
  EXPECT_FALSE(progress.stopped());
}

}  // namespace
}  // namespace espalier

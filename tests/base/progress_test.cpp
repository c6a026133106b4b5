#include "base/progress.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "base/threads.h"
#include "espalier/error.h"

namespace espalier {
namespace {

TEST(Reporter, NeedsNoCallback) {
  const espalier::Run run;
  Reporter reporter(run, "growing", 3);
  for (int i = 0; i < 3; ++i) EXPECT_NO_THROW(reporter.advance());
}

TEST(Reporter, TellsStageStepsAndTotal) {
  espalier::Run run;
  std::vector<Progress> seen;
  run.progress = [&](const Progress& progress) {
    seen.push_back(progress);
    return true;
  };
  Reporter reporter(run, "growing", 4);
  reporter.advance();
  reporter.advance(3);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].stage, "growing");
  EXPECT_EQ(seen[0].done, 1U);
  EXPECT_EQ(seen[0].total, 4U);
  EXPECT_EQ(seen[1].done, 4U);
}

TEST(Reporter, IsSeldomMonotoneAndEndsAtTheTotalOnManyThreads) {
  constexpr std::uint64_t kSteps = 50000;
  espalier::Run run;
  std::vector<std::uint64_t> done;  // no lock: the callback is called from one thread at a time
  run.progress = [&](const Progress& progress) {
    done.push_back(progress.done);
    return true;
  };
  const auto begin = std::chrono::steady_clock::now();
  Reporter reporter(run, "growing", kSteps);
  Threads(7).each(kSteps, [&](std::size_t) { reporter.advance(); });
  // One in a thousand steps, and one where 50 ms went by without.
  const auto pauses = (std::chrono::steady_clock::now() - begin) / std::chrono::milliseconds(50);
  EXPECT_LE(done.size(), 1001U + static_cast<std::size_t>(pauses));
  ASSERT_FALSE(done.empty());
  for (std::size_t i = 1; i < done.size(); ++i) EXPECT_LE(done[i - 1], done[i]);
  EXPECT_EQ(done.back(), kSteps);
}

TEST(Reporter, ReportsEveryStepWhileTheTotalIsNotKnown) {
  espalier::Run run;
  int calls = 0;
  run.progress = [&](const Progress& progress) {
    ++calls;
    EXPECT_EQ(progress.total, 0U);
    return true;
  };
  Reporter reporter(run, "reading", 0);
  for (int i = 0; i < 5; ++i) reporter.advance();
  EXPECT_EQ(calls, 5);
}

TEST(Reporter, StopsWithAnErrorOnceTheCallbackAsksToStop) {
  espalier::Run run;
  int calls = 0;
  run.progress = [&](const Progress& progress) {
    ++calls;
    return progress.done < 3;
  };
  Reporter reporter(run, "growing", 10);
  reporter.advance();
  reporter.advance();
  for (int i = 0; i < 3; ++i) {
    try {
      reporter.advance();
      ADD_FAILURE() << "went on after the stop";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::interrupted);
    }
  }
  EXPECT_EQ(calls, 3) << "the callback is not asked again";
}

TEST(Reporter, PulsesOnlyAfterASilence) {
  espalier::Run run;
  std::vector<Progress> seen;
  run.progress = [&](const Progress& progress) {
    seen.push_back(progress);
    return seen.size() < 3;
  };
  Reporter reporter(run, "growing", 10);
  reporter.advance(4);
  const auto reported = std::chrono::steady_clock::now();
  while (seen.size() == 1) reporter.pulse();
  EXPECT_GE(std::chrono::steady_clock::now() - reported, std::chrono::milliseconds(45));
  EXPECT_EQ(seen[1].stage, "growing");
  EXPECT_EQ(seen[1].done, 4U);
  EXPECT_THROW(while (true) reporter.pulse(), Error);
}

TEST(Reporter, ReportsStepsThatTakeLongThoughTheyAreFew) {
  espalier::Run run;
  int calls = 0;
  run.progress = [&](const Progress&) { return ++calls < 2; };
  Reporter reporter(run, "growing", 1000000000);  // a thousandth is a million steps
  EXPECT_THROW(while (true) reporter.advance(), Error);
}

TEST(Reporter, StopsALoopOnManyThreads) {
  espalier::Run run;
  run.progress = [](const Progress& progress) { return progress.done < 100; };
  Reporter reporter(run, "growing", 100000);
  std::atomic<int> finished = 0;
  const auto step = [&](std::size_t) {
    reporter.advance();
    ++finished;
  };
  EXPECT_THROW(Threads(7).each(100000, step), Error);
  EXPECT_LT(finished, 100000);
}

}  // namespace
}  // namespace espalier

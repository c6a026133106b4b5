// Each test is a process of its own: limits cannot be lifted again, and oneTBB keeps its threads.
#include "base/start_workers.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <set>
#include <thread>

#include "base/threads.h"
#include "support/test_size.h"

namespace espalier {
namespace {

constexpr int kMany = 64;

// Leaves room for `more` bytes besides what the process has.
void limit_address_space(std::size_t more) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlimit limit = {pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + more, RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(2);
}

// The sum of 1 … n on as many threads as may be had.
std::uint64_t sum_to(std::uint64_t n) {
  std::atomic<std::uint64_t> sum = 0;
  Threads(kMany).each(n, [&](std::size_t i) { sum += i + 1; });
  return sum;
}

class StartWorkers : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};
using StartWorkersDeathTest = StartWorkers;

TEST_F(StartWorkersDeathTest, AsManyThreadsAsWantedAreThereIfNothingForbidsIt) {
  const auto work = [] {
    const bool all = start_workers(kMany) == kMany && start_workers(3) == 3 && start_workers(1) == 1;
    _exit(all && Threads(kMany).count() == kMany && sum_to(100000) == 5000050000U ? 0 : 1);
  };
  EXPECT_EXIT(work(), testing::ExitedWithCode(0), "");
}

// A stack of oneTBB's takes 4 MB, so that 64 of them do not fit into 100 MB.
TEST_F(StartWorkersDeathTest, WhereMemoryIsLimitedThereAreFewerThreadsAndTheWorkIsDone) {
  if (test::kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  const auto work = [] {
    limit_address_space(std::size_t{100} << 20);
    const int started = start_workers(kMany);
    _exit(started >= 1 && started < kMany && Threads(kMany).count() == started && sum_to(100000) == 5000050000U ? 0
                                                                                                                : 1);
  };
  EXPECT_EXIT(work(), testing::ExitedWithCode(0), "");
}

// Not even one stack.
TEST_F(StartWorkersDeathTest, WhereNoThreadCanBeStartedTheCallerWorksAlone) {
  if (test::kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  const auto work = [] {
    limit_address_space(std::size_t{3} << 20);
    _exit(start_workers(2) == 1 && sum_to(100000) == 5000050000U ? 0 : 1);
  };
  EXPECT_EXIT(work(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace espalier

// The search of ret and rules, tested from outside: a trace shows what was tried.
#include "method/annealed/annealed_search.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "method/annealed/annealed_run.h"

namespace espalier {
namespace {

using test::quick_with;

class AnnealedSearchOf : public test::AnnealedRun {};

std::set<double> shrinkages_in(const std::vector<TracePoint>& trace) {
  std::set<double> result;
  for (const TracePoint& point : trace) result.insert(point.shrinkage);
  return result;
}

TEST_P(AnnealedSearchOf, MoreEffortTriesEveryShrinkageAndLessOnlyThoseBesideTheBest) {
  FitRequest request{nullptr, &held_out, Budget{6, unit()}, quick_with({{"shrinkage", "1e8,10,1e7,1e5,30,1e6"}})};
  request.trace = true;
  const std::set<double> some = shrinkages_in(run(request).trace);
  EXPECT_EQ(some, (std::set<double>{10, 30, 1e5, 1e6}));  // from the middle towards the best
  request.options["effort"] = "high";
  EXPECT_EQ(shrinkages_in(run(request).trace).size(), 6U);
}

// How many epochs the runs of the two shrinkages have: the one that is not taken, and the one that is.
std::set<std::size_t> epochs_in(const std::vector<TracePoint>& trace) {
  std::map<double, std::size_t> epochs;
  for (const TracePoint& point : trace)
    if (point.phase == "select") epochs[point.shrinkage] = std::max(epochs[point.shrinkage], point.epoch);
  std::set<std::size_t> result;
  for (const auto& [shrinkage, most] : epochs) result.insert(most);
  return result;
}

TEST_P(AnnealedSearchOf, OnlyTheSearchForALargeModelAnnealsForLessThanTheFinalFit) {
  const auto epochs = [&](std::size_t most, const char* effort) {
    FitRequest request{nullptr, &held_out, Budget{most, unit()}, quick_with({{"trees", "60"}, {"effort", effort}})};
    request.trace = true;
    return epochs_in(run(request).trace).size();
  };
  EXPECT_EQ(epochs(60, "normal"), 2U);
  EXPECT_EQ(epochs(60, "high"), 1U);
  EXPECT_EQ(epochs(20, "normal"), 1U);
}

// The sizes that were fitted further at the shrinkage that was not taken: the other has those beside the best too.
std::set<std::size_t> compared_sizes(const std::vector<TracePoint>& trace) {
  std::map<double, std::set<std::size_t>> sizes;
  for (const TracePoint& point : trace)
    if (point.phase == "refit") sizes[point.shrinkage].insert(point.survivors);
  return std::ranges::min_element(sizes, {}, [](const auto& of) { return of.second.size(); })->second;
}

TEST_P(AnnealedSearchOf, ShrinkagesAreComparedBySomeSizesAndByTheLargestWithinTheBudget) {
  std::string levels = "1";
  for (int level = 2; level <= 20; ++level) levels += fmt::format(",{}", level);
  FitRequest request{nullptr, &held_out, Budget{20, unit()}, quick_with({{"levels", levels}})};
  request.trace = true;
  EXPECT_EQ(compared_sizes(run(request).trace), (std::set<std::size_t>{1, 4, 8, 12, 16, 20}));
  // In leaves: every fourth from the largest down, which is too large, the smallest, and one more.
  bool has_more = false;
  for (const std::size_t leaves : {28U, 34U, 40U}) {
    request.budget = {leaves, Unit::leaves};
    const std::set<std::size_t> sizes = compared_sizes(run(request).trace);
    has_more |=
        std::ranges::any_of(sizes, [&](std::size_t size) { return size > 1 && (*sizes.rbegin() - size) % 4 != 0; });
  }
  EXPECT_TRUE(has_more);
}

// However few of the runs that were planned for are made.
TEST_P(AnnealedSearchOf, TheProgressReachesItsEnd) {
  for (const bool with_validation : {true, false}) {
    for (const char* effort : {"normal", "high"}) {
      FitRequest request{nullptr, with_validation ? &held_out : nullptr, Budget{6, unit()},
                         quick_with({{"shrinkage", "1e8,10,1e7,1e5,30,1e6"}, {"effort", effort}})};
      std::map<std::string, Progress> last;
      run(request, 1, [&](const Progress& progress) {
        if (progress.total > 0) last[progress.stage] = progress;
        return true;
      });
      ASSERT_FALSE(last.empty());
      for (const auto& [stage, progress] : last) EXPECT_EQ(progress.done, progress.total) << stage << ", " << effort;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, AnnealedSearchOf, test::kAnnealedRuns, test::name_of_run);

}  // namespace
}  // namespace espalier

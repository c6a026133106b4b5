#include "grow/combined/best_extensions.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

std::vector<std::uint32_t> proposals(const BestExtensions& best) {
  std::vector<std::uint32_t> numbers;
  for (const Extension& extension : best.best()) numbers.push_back(extension.proposal);
  return numbers;
}

TEST(BestExtensions, KeepsTheBestInOrderAndOfEqualOnesTheFirst) {
  BestExtensions best(3);
  const double losses[] = {5, 3, 4, 3, 9, 3, 1};
  for (std::uint32_t i = 0; i < 7; ++i) best.offer({losses[i], 0, i, i});
  EXPECT_EQ(proposals(best), (std::vector<std::uint32_t>{6, 1, 3}));
}

TEST(BestExtensions, TakesASetOnlyOnce) {
  BestExtensions best(3);
  best.offer({2, 0, 0, 7});
  best.offer({2, 1, 1, 7});
  best.offer({3, 1, 2, 8});
  EXPECT_EQ(proposals(best), (std::vector<std::uint32_t>{0, 2}));
}

TEST(DrawSome, DrawsAShareOfTheNumbersAndAtLeastOne) {
  EXPECT_EQ(draw_some(4, 1, Random(1, "some")), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(draw_some(10, 0.25, Random(1, "some")).size(), 3U);
  EXPECT_EQ(draw_some(10, 1e-6, Random(1, "some")).size(), 1U);
  std::vector<int> counts(10);
  for (std::uint64_t i = 0; i < 2000; ++i)
    for (const std::uint32_t number : draw_some(10, 0.3, Random(1, "some", i))) ++counts[number];
  for (const int count : counts) EXPECT_NEAR(count, 600, 100);  // five standard deviations
}

}  // namespace
}  // namespace espalier

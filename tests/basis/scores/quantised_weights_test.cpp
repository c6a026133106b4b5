#include "basis/scores/quantised_scores.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "basis/random_basis.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

using test::random_floats;

TEST(QuantisedWeights, AreWithinHalfAStepOfTheWeights) {
  Random random(1, "weights");
  const Basis basis(1, test::telling_terminals());
  const std::vector<float> weights = random_floats(basis.terminals(), random);
  const QuantisedWeights quantised(basis, weights);
  for (std::size_t i = 0; i < weights.size(); ++i)
    EXPECT_LE(std::abs(weights[i] - quantised.step() * static_cast<float>(quantised.value(i))),
              0.5001F * quantised.step());
}

TEST(QuantisedWeights, OneStepIsTheLargestSumOfEightTreesDividedByWhat16BitsHold) {
  const Basis basis(1, std::vector<std::uint32_t>(16, 2));
  std::vector<float> weights(32, 0.5F);
  weights[3] = -4;  // tree 1
  EXPECT_FLOAT_EQ(QuantisedWeights(basis, weights).step(), 7.5F / 32759);
}

TEST(QuantisedWeights, ZerosGiveZeroAndWhatIsNotFiniteGivesNaN) {
  const Basis basis(3, std::vector<std::uint32_t>{2, 300});
  std::vector<float> weights(302);
  std::vector<float> scores(3, 1);
  add_quantised_scores(basis, {0, 3}, QuantisedWeights(basis, weights), std::span(scores));
  EXPECT_EQ(scores, std::vector<float>(3, 1));
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    for (const std::size_t at : {0U, 1U, 2U, 300U}) {  // with finite weights before and after
      std::fill(weights.begin(), weights.end(), 0.5F);
      weights[at] = bad;
      add_quantised_scores(basis, {0, 3}, QuantisedWeights(basis, weights), std::span(scores));
      for (const float score : scores) EXPECT_TRUE(std::isnan(score));
    }
  }
}

TEST(QuantisedWeights, OfTheSmallestAndLargestSizesAreRoundedToo) {
  const Basis basis(1, std::vector<std::uint32_t>(8, 2));
  for (const float size : {std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::max()}) {
    const QuantisedWeights quantised(basis, std::vector<float>(16, size));
    EXPECT_TRUE(std::isfinite(quantised.step()));
    EXPECT_LE(std::abs(quantised.value(0)), 4095);
  }
}

}  // namespace
}  // namespace espalier

#include "basis/scores/vector_scores.h"

#include <gtest/gtest.h>

#include "basis/random_basis.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

using test::random_basis;
using test::random_floats;

TEST(VectorScores, AreAddedTreeAfterTree) {
  test::on_every_instruction_set([] {
    for (const std::size_t width : {1, 4, 5, 8, 12, 28}) {
      Random random(width, "scores");
      const Basis basis = random_basis(700, {3, 1, 40, 300, 2, 17}, random);
      const RowRange rows{64, 613};
      const std::vector<float> weights = random_floats(basis.terminals() * width, random);
      std::vector<float> scores = random_floats(rows.size() * width, random), expected = scores;
      for (std::size_t t = 0; t < basis.trees(); ++t)
        for (std::size_t j = 0; j < expected.size(); ++j)
          expected[j] += weights[(basis.offset(t) + basis.id(t, rows.begin + j / width)) * width + j % width];
      add_vector_scores(basis, rows, weights, width, scores.data());
      EXPECT_EQ(scores, expected) << width;
    }
  });
}

}  // namespace
}  // namespace espalier

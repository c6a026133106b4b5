#include "basis/scores/register_scores.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"
#include "basis/ids/basis.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

TEST(RegisterScores, AreThoseOfThePlainLoopForEveryNumberOfTerminalsThatTheyAreFor) {
  constexpr std::size_t kRows = 2 * Basis::kTile;
  test::on_every_instruction_set([] {
    ASSERT_LE(most_register_terminals(), kMostRegisterTerminals);
    for (std::uint32_t terminals = 1; terminals <= most_register_terminals(); ++terminals) {
      Random random(terminals, "rows");
      RegisterTrees trees{};
      trees.count = 2;  // and a second tree of two terminals
      std::vector<std::vector<std::uint8_t>> ids(2, std::vector<std::uint8_t>(kRows));
      std::vector<float> expected(kRows, 0.5F);
      for (std::size_t t = 0; t < 2; ++t) {
        RegisterTrees::Tree& tree = trees.trees[t];
        tree.terminals = t == 0 ? terminals : 2;
        tree.ids = ids[t].data();
        for (float& weight : tree.weights) weight = static_cast<float>(random.normal());
        for (std::uint8_t& id : ids[t]) id = static_cast<std::uint8_t>(random.below(tree.terminals));
        for (std::size_t i = 0; i < kRows; ++i) expected[i] += tree.weights[ids[t][i]];
      }
      std::vector<float> scores(kRows, 0.5F);
      add_register_scores(trees, kRows, scores.data());
      EXPECT_EQ(scores, expected) << terminals;
    }
  });
}

}  // namespace
}  // namespace espalier

#include "predict/row/match.h"

#include <gtest/gtest.h>

#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "predict/row/ranked_rows.h"
#include "support/forests.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

// All rows of a forest of one tree through one kind of MatchTree.
template <std::size_t words>
void expect_reference_terminals(int numeric, int terminals, double deep) {
  const Model model = test::make_forest({.numeric = numeric, .deep = deep, .terminals = {terminals}}, 1);
  const auto& forest = std::get<Forest>(model.body);
  const std::uint32_t tree = 0;
  const WalkColumns columns(model.features, forest, std::span(&tree, 1));
  const RankThresholds thresholds(forest, columns, std::span(&tree, 1));
  const RankColumns ranks(thresholds);
  const MatchTree<words> match_tree = make_match_tree<words>(forest, forest.trees[0], thresholds);
  const Table table = test::make_rows(model, 300, 1);
  const std::vector<std::uint32_t> expected = test::reference_terminals(model, table);
  test::on_every_instruction_set([&] {
    test::each_ranked_row(table, columns, ranks, [&](std::size_t i, const float*, const std::int8_t* ranked) {
      std::uint32_t terminal = 0;
      match(std::span(&match_tree, 1), ranked, ranks.count(), &terminal);
      ASSERT_EQ(terminal, expected[i]) << terminals << " terminals, row " << i;
    });
  });
}

TEST(Match, FindsTheTerminalThatTheWalkFinds) {
  for (const double deep : {0.0, 0.5, 1.0})
    for (const int numeric : {1, 15, 30}) {  // up to 31 and up to 61 columns
      for (const int terminals : {2, 3, 16, 17, 31, 32}) expect_reference_terminals<1>(numeric, terminals, deep);
      for (const int terminals : {2, 33, 63, 64}) expect_reference_terminals<2>(numeric, terminals, deep);
    }
}

}  // namespace
}  // namespace espalier

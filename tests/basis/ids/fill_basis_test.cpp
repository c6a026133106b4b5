#include "basis/ids/fill_basis.h"

#include <gtest/gtest.h>

#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/predict.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

using samples::view_of;

void expect_ids(const Basis& basis, const std::vector<std::uint32_t>& terminals) {
  ASSERT_EQ(terminals.size(), basis.rows() * basis.trees());
  for (std::size_t row = 0; row < basis.rows(); ++row)
    for (std::size_t t = 0; t < basis.trees(); ++t)
      ASSERT_EQ(basis.id(t, row), terminals[row * basis.trees() + t]) << "row " << row << ", tree " << t;
}

TEST(MakeBasis, HoldsTheTerminalsThatPredictionReachesOnAnyNumberOfThreads) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Model model = samples::random_model(seed);
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, seed == 1 ? 9000 : 100, random);
    const auto& forest = std::get<Forest>(model.body);
    for (const int threads : {1, 2, 7}) {
      espalier::Run run;
      run.threads = threads;
      const Basis basis = make_basis(forest, model.features, view_of(table), run);
      ASSERT_EQ(basis.rows(), table.rows);
      ASSERT_EQ(basis.trees(), forest.trees.size());
      for (std::size_t t = 0; t < basis.trees(); ++t) EXPECT_EQ(basis.terminals(t), forest.trees[t].splits + 1);
      expect_ids(basis, predict_terminals(model, view_of(table)));
    }
  }
}

TEST(MakeBasis, ATreeOfManyTerminalsHasWideIds) {
  const Model model = samples::chain(1000);
  Table table;
  table.rows = 2;
  table.columns = {{samples::numeric("x"), {-1, 999.5F}, {}}};
  const Basis basis = make_basis(std::get<Forest>(model.body), model.features, view_of(table));
  EXPECT_EQ(basis.id_bytes(0), 2U);
  expect_ids(basis, predict_terminals(model, view_of(table)));
}

TEST(MakeBasis, TheTreesOfAPoolHaveTheTerminalsOfTheirForest) {
  Random random(3, "pool");
  Pool pool = samples::random_pool({.trees = 12}, random);
  std::erase_if(pool.trees, [](const Tree& tree) { return tree.nodes.size() == 1; });
  ASSERT_GE(pool.trees.size(), 3U);
  Model model;
  model.features = pool.features;
  model.body = make_forest(pool, pool.grown_weights());
  const Table table = samples::random_rows(model, 50, random);
  expect_ids(make_basis(pool, view_of(table)), predict_terminals(model, view_of(table)));
}

TEST(MakeBasis, StopsWhenItIsToldTo) {
  Table table;
  table.rows = 5000;
  table.columns = {{samples::numeric("age"), std::vector<float>(5000, 1), {}}};
  const Model model = samples::tiny();
  espalier::Run run;
  run.progress = [](const Progress&) { return false; };
  samples::expect_error(ErrorCode::interrupted, "interrupted",
                        [&] { make_basis(std::get<Forest>(model.body), model.features, view_of(table), run); });
}

}  // namespace
}  // namespace espalier

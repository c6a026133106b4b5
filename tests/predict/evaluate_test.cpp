#include <gtest/gtest.h>

#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/loss.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "support/tables.h"

namespace espalier {
namespace {

// Left of 2.5 it predicts 1, else 4.
Model stump() {
  Pool pool;
  pool.features = {{"x", ColumnType::numeric, {}}};
  pool.intercept = {0};
  Tree tree;
  tree.nodes.resize(3);
  tree.nodes[0] = {0, 2.5F, 0, 1, 2, false, 4, 1};
  tree.weights = {0, 1, 4};
  pool.trees = {tree};
  return make_model(test::regression({0}), Link::identity, pool.features, make_forest(pool, pool.grown_weights()));
}

class EvaluateStump : public testing::Test {
 protected:
  const Model model = stump();
  const Table table = test::table_of({test::numeric("x", {1, 2, 3, 4})});

  std::string message(const Target& target) {
    try {
      evaluate(model, table, target);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(EvaluateStump, MeasuresAgainstTheTruthWithTheRowsWeights) {
  // Predicted 1, 1, 4, 4 against 1, 3, 4, 5.
  const auto plain = std::get<RegressionMetrics>(evaluate(model, table, test::regression({1, 3, 4, 5})));
  EXPECT_DOUBLE_EQ(plain.mse, (4.0 + 1) / 4);
  EXPECT_DOUBLE_EQ(plain.mae, (2.0 + 1) / 4);
  const auto weighted = evaluate(model, table, test::regression({1, 3, 4, 5}, {1, 0, 1, 2}));
  EXPECT_DOUBLE_EQ(error_of(weighted), 2.0 / 4);
}

TEST_F(EvaluateStump, RefusesTargetsThatDoNotFit) {
  EXPECT_EQ(message(test::regression({1, 2})), "the target must have 4 rows like the table, has 2");
  EXPECT_EQ(message(test::classes({0, 1, 0, 1})),
            "the target must have the model's task, classification or regression");
  EXPECT_EQ(message(test::regression({1, 2, 3, 4}, {0, 0, 0, 0})),
            "rows to evaluate: all row weights are zero; at least one row must count");
}

}  // namespace
}  // namespace espalier

#include "method/annealed/readable_rules.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "support/samples.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(Legible, TakesTheFewestDigitsThatPartTwoNumbers) {
  EXPECT_EQ(readable_between(0.11F, 0.12F), 0.115F);
  EXPECT_EQ(readable_between(0, 100), 50.0F);
  EXPECT_EQ(readable_between(3, 4), 3.5F);
  EXPECT_EQ(readable_between(-1.234567F, 2.345678F), 0.6F);
  EXPECT_EQ(readable_between(-1, 1), 0.0F);
  EXPECT_FALSE(std::signbit(readable_between(-1, 1)));
  EXPECT_EQ(readable_between(1234.5F, 1240.5F), 1238.0F);
}

TEST(Legible, PartsAnyTwoNumbers) {
  Random random(1, "legible");
  for (int i = 0; i < 10000; ++i) {
    const auto a = static_cast<float>(random.normal() * std::pow(10, 6 * random.normal()));
    float b = a;
    for (std::uint64_t steps = random.below(3) + 1; steps > 0; --steps) b = std::nextafterf(b, kInfinity);
    if (i % 2 == 0) b = a + std::abs(a) * static_cast<float>(random.uniform());
    if (!(a < b)) continue;
    const float between = readable_between(a, b);
    EXPECT_TRUE(a <= between && between < b) << a << " " << between << " " << b;
  }
  const float most = std::numeric_limits<float>::max(), least = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(readable_between(-most, most), 0.0F);
  EXPECT_EQ(readable_between(0, least), 0.0F);
}

// One rule on x <= threshold and y > 10.3: the other sides are absent.
Pool rule(float threshold, bool missing_left) {
  Pool pool;
  pool.features = {{"x", ColumnType::numeric, {}}, {"y", ColumnType::numeric, {}}};
  pool.intercept = {0};
  Tree tree;
  tree.nodes.resize(3);
  tree.nodes[0] = {0, threshold, 0, 1, kNone, missing_left};
  tree.nodes[1] = {1, 10.3F, 0, kNone, 2, missing_left};
  tree.weights = {0, 0, 1};
  pool.trees = {tree};
  return pool;
}

Model model_of(const Pool& pool) {
  return make_model(test::regression({1, 2}), Link::identity, pool.features, make_forest(pool, pool.grown_weights()));
}

TEST(Legible, ThresholdsLieBetweenTheTrainingValuesThatTheyPart) {
  const Table table = test::table_of({test::numeric("x", {1, 2, 3, 4}), test::numeric("y", {10, 20, 30, 40})});
  for (const float threshold : {2.0F, 2.00001F, 2.7123F}) {
    Pool pool = rule(threshold, true);
    shorten_thresholds(pool, table);
    EXPECT_EQ(pool.trees[0].nodes[0].threshold, 2.5F);
    EXPECT_EQ(pool.trees[0].nodes[1].threshold, 15.0F);
  }
  Pool beyond = rule(7.1F, true);  // parts nothing
  shorten_thresholds(beyond, table);
  EXPECT_EQ(beyond.trees[0].nodes[0].threshold, 7.1F);
}

TEST(Legible, AColumnOfAnotherTypeIsLeftAlone) {
  const Table table =
      test::table_of({test::categorical("x", {"a", "b"}, {0, 1, 0, 1}), test::numeric("y", {10, 20, 30, 40})});
  Pool pool = rule(2.25F, true);
  shorten_thresholds(pool, table);
  EXPECT_EQ(pool.trees[0].nodes[0].threshold, 2.25F);
}

TEST(Legible, AConditionDoesNotHoldForAMissingValueUnlessTrainingSawSome) {
  const Table whole = test::table_of({test::numeric("x", {1, 2, 3}), test::numeric("y", {1, 2, 3})});
  const Table holes = test::table_of({test::numeric("x", {1, test::kNaN, 3}), test::numeric("y", {1, 2, test::kNaN})});
  const auto goes_left = [](const Model& model, std::size_t split) {
    return std::get<Forest>(model.body).splits[split].missing_left;
  };
  for (const bool missing_left : {false, true}) {
    Model model = model_of(rule(2.0F, missing_left));
    let_missing_values_fail(model, std::vector<TableView>{whole});
    EXPECT_FALSE(goes_left(model, 0));
    EXPECT_TRUE(goes_left(model, 1));
    Model as_grown = model_of(rule(2.0F, missing_left));
    let_missing_values_fail(as_grown, std::vector<TableView>{whole, holes});
    EXPECT_EQ(goes_left(as_grown, 0), missing_left);
    EXPECT_EQ(goes_left(as_grown, 1), missing_left);
  }
}

TEST(Legible, TheTrainingRowsHaveTheSameScores) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Model model = samples::random_model(seed);
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 200, random);
    const std::vector<double> scores = predict_scores(model, table);
    Pool pool = to_pool(model);
    shorten_thresholds(pool, table);
    model.body = make_forest(pool, pool.grown_weights());
    let_missing_values_fail(model, std::vector<TableView>{table});
    EXPECT_EQ(predict_scores(model, table), scores) << seed;
  }
}

}  // namespace
}  // namespace espalier

#include "method/annealed/pool_options.h"

#include <gtest/gtest.h>

#include "data/expect_error.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/method.h"
#include "espalier/model.h"
#include "method/annealed/annealed_sample.h"
#include "method/saved_model.h"

namespace espalier {
namespace {

Pool make(const PoolOptions& options, const LabelledRows& rows) {
  const LabelledView train = {rows.table, rows.target};
  Threads threads(1);
  return make_pool(options, SquaredLoss{}, train, 1, threads);
}

TEST(PoolOptions, WithoutANumberOfTreesThereAreFiveForEveryRow) {
  const LabelledRows rows = test::annealed_sample(60, 0, 1);
  PoolOptions options, spelt_out;
  spelt_out.trees = 300;
  const Pool pool = make(options, rows), same = make(spelt_out, rows);
  ASSERT_EQ(pool.trees.size(), same.trees.size());
  for (std::size_t t = 0; t < pool.trees.size(); ++t) EXPECT_EQ(pool.trees[t].weights, same.trees[t].weights);
}

TEST(PoolOptions, EverySettingReachesTheBoosting) {
  const LabelledRows rows = test::annealed_sample(200, 0, 1);
  PoolOptions plain;
  plain.trees = 6;
  plain.chains = 2;
  plain.depths = {2, 3};
  const Pool pool = make(plain, rows);
  const auto differs = [&](const auto& change) {
    PoolOptions other = plain;
    change(other);
    const Pool changed = make(other, rows);
    if (changed.trees.size() != pool.trees.size()) return true;
    for (std::size_t t = 0; t < pool.trees.size(); ++t) {
      if (changed.trees[t].weights != pool.trees[t].weights) return true;
    }
    return false;
  };
  EXPECT_FALSE(differs([](PoolOptions&) {}));
  EXPECT_TRUE(differs([](PoolOptions& s) { s.trees = 7; }));
  EXPECT_TRUE(differs([](PoolOptions& s) { s.chains = 3; }));
  EXPECT_TRUE(differs([](PoolOptions& s) { s.depths = {1}; }));
  EXPECT_TRUE(differs([](PoolOptions& s) { s.rate = 0.1; }));
  EXPECT_TRUE(differs([](PoolOptions& s) { s.l2 = 50; }));
  EXPECT_TRUE(differs([](PoolOptions& s) { s.min_weight = 60; }));
  EXPECT_TRUE(differs([](PoolOptions& s) { s.start_spread = 2; }));
}

TEST(PoolOptions, ASavedModelTakesThePlaceOfBoosting) {
  const LabelledRows rows = test::annealed_sample(200, 0, 1);
  const LabelledView train = {rows.table, rows.target};
  const Model whole = fit(find_method("boost"), {&train, nullptr, {}, {{"trees", "9"}}}, {}).model;
  const test::SavedModel saved(whole, "pool_settings");
  PoolOptions options;
  options.pool = saved.path();
  EXPECT_EQ(make(options, rows).trees.size(), 9U);
}

TEST(PoolOptions, AModelWithoutTreesIsRefused) {
  const LabelledRows rows = test::annealed_sample(50, 0, 1);
  Forest constant;
  constant.intercept = {1};
  const test::SavedModel saved(make_model(rows.target, Link::identity, {}, constant), "pool_constant");
  PoolOptions options;
  options.pool = saved.path();
  EXPECT_ERROR(make(options, rows), ErrorCode::usage,
               "pool must be a model with trees, got a constant (" + saved.path() + ")");
}

}  // namespace
}  // namespace espalier

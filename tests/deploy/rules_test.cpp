#include <gtest/gtest.h>

#include <algorithm>

#include "deploy/trees.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/folds.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/rules.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

using samples::ages;
using samples::leaf;
using samples::one_tree;
using samples::split_at;

TEST(Rules, MergeIntervalsAndMentionMissingValues) {
  EXPECT_EQ(draw_rules(one_tree()),
            "kind: a, b or c, with its probability; one tree, 4 rules\n"
            "\n"
            "IF (width <= 0.8 or is missing) THEN a 1.00  (covers 50 rows, leaf 0)\n"
            "IF 0.8 < width <= 1.75 AND color in {red, blue} THEN b 0.75  (covers 80 rows, leaf 1)\n"
            "IF 0.8 < width <= 1.75 AND (color in {green} or is missing) THEN c 0.88  (covers 20 rows, leaf 2)\n"
            "IF width > 1.75 THEN b 0.50  (covers 50 rows, leaf 3)\n");
}

TEST(Rules, OfSeveralTreesAddUp) {
  EXPECT_EQ(draw_rules(ages(2)),
            "price: 3.5 + every rule that holds (6 in all)\n"
            "\n"
            "IF 2 < age <= 5 THEN -2  (tree 1, leaf 1)\n"
            "IF 2 < age <= 5 THEN -2  (tree 2, leaf 1)\n"
            "IF age <= 2 THEN +1  (tree 1, leaf 0)\n"
            "IF age <= 2 THEN +1  (tree 2, leaf 0)\n"
            "IF (age > 5 or is missing) THEN +0.25  (tree 1, leaf 2)\n"
            "IF (age > 5 or is missing) THEN +0.25  (tree 2, leaf 2)\n");
}

// The models of the method `rules`: chosen leaves only.
Model rule_model(std::vector<std::uint32_t> leaves, std::vector<double> weights) {
  Pool pool = to_pool(ages(1));  // age <= 5 ? (age <= 2 ? node 2 : node 3) : node 4
  Selection selection;
  selection.intercept = {-0.5};
  selection.parts = {{0, std::move(leaves), std::move(weights)}};
  Model model = make_model(samples::class_target("risk", {"low", "high"}), Link::logistic, pool.features,
                           make_forest(pool, selection));
  auto& forest = std::get<Forest>(model.body);
  NodeStatistics statistics;
  statistics.split_rows.assign(forest.splits.size(), 100);
  statistics.split_gain.assign(forest.splits.size(), 1);
  statistics.terminal_rows.assign(forest.absent.size(), 40);
  statistics.outcomes.assign(forest.absent.size(), 0.75F);
  forest.statistics = statistics;
  return model;
}

TEST(Rules, OfARuleModelAreItsLeavesAndSayWhatTheyAdd) {
  const Model model = rule_model({3}, {1.25});
  EXPECT_EQ(draw_rules(model),
            "the log-odds of risk = high: -0.5 + every rule that holds (1 in all)\n"
            "\n"
            "IF 2 < age <= 5 THEN +1.25  (covers 40 rows, 75% high, leaf 1)\n");
  // The leaves are the terminals, two of them absent children.
  EXPECT_EQ(size_of(model).rules, 1U);
  EXPECT_EQ(size_of(model).leaves, 3U);
  EXPECT_EQ(size_of(model).nodes, 3U);
}

TEST(Rules, OfWeightZeroAreLeftOut) {
  // A leaf that stays with a weight of 0 is a node of the model, and so counts in its size.
  const Model model = rule_model({2, 3}, {0, 1});
  const std::vector<Rule> rules = rules_of(model);
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].text, "IF 2 < age <= 5 THEN +1  (covers 40 rows, 75% high, leaf 1)");
  EXPECT_EQ(size_of(model).rules, 2U);
}

TEST(Rules, OfAbsentChildrenWithAValueAreListed) {
  // The root adds 1 wherever a row stops, the left child 2 more.
  const Model model = rule_model({0, 1, 2}, {1, 2, 4});
  EXPECT_EQ(draw_rules(model),
            "the log-odds of risk = high: -0.5 + every rule that holds (3 in all)\n"
            "\n"
            "IF age <= 2 THEN +7  (covers 40 rows, 75% high, leaf 0)\n"
            "IF 2 < age <= 5 THEN +3  (covers 40 rows, 75% high, leaf 1)\n"
            "IF (age > 5 or is missing) THEN +1  (covers 40 rows, 75% high, leaf 2)\n");
  EXPECT_EQ(size_of(model).rules, 3U);
}

TEST(Rules, OfSeveralClassesNameThoseThatTheyAddTo) {
  const std::string scores = "the log-probabilities of kind, up to a constant: (a 0.25, b -0.5, c 0.125)";
  EXPECT_EQ(
      draw_rules(samples::mixed()),
      scores +
          " + every rule that holds (6 in all)\n"
          "\n"
          "IF color in {green} AND width <= 2 THEN a +0.5, b +0.5, c +1.5  (covers 10 rows, 100% c, tree 1, leaf 2)\n"
          "IF (color in {red, blue} or is missing) AND width <= 1 THEN a +1  (covers 20 rows, 75% a, tree 1, leaf 0)\n"
          "IF (color in {red, blue} or is missing) AND (width > 1 or is missing) THEN b +1"
          "  (covers 40 rows, 75% b, tree 1, leaf 1)\n"
          "IF color in {green} AND (width > 2 or is missing) THEN a +0.5, b +0.5, c +0.5"
          "  (covers 30 rows, 50% a, tree 1, leaf 3)\n"
          "IF width <= 1 THEN c +0.5  (covers 70 rows, 50% a, tree 2, leaf 0)\n"
          "IF (width > 1 or is missing) THEN c -0.5  (covers 30 rows, 75% c, tree 2, leaf 1)\n");
}

TEST(Rules, AsDataHaveConditionsWeightsAndOutcome) {
  const std::vector<Rule> rules = rules_of(samples::mixed());
  ASSERT_EQ(rules.size(), 6U);
  RuleCondition green, narrow;  // and neither is met by a missing value
  green.feature = 1;
  green.labels = {1};
  narrow.at_most = 2;
  EXPECT_EQ(rules[0].conditions, (std::vector<RuleCondition>{green, narrow}));
  EXPECT_EQ(rules[0].weights, (std::vector<double>{0.5, 0.5, 1.5}));
  EXPECT_EQ(rules[0].rows, 10);
  EXPECT_EQ(rules[0].outcome, (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(rules[4].weights, (std::vector<double>{0, 0, 0.5}));
  EXPECT_EQ(rules[4].tree, 1U);
}

// A split that sends every label, and what is missing, one way.
TEST(Rules, AConditionThatExcludesNothingIsNotPrinted) {
  Pool pool;
  pool.features = {samples::categorical("c", {"p", "q"})};
  pool.intercept = {0};
  Tree tree;
  tree.nodes = {split_at(0, 0, 1, 2), leaf(), leaf()};
  tree.nodes[0].missing_left = true;
  tree.category_words = {0b11};
  tree.weights = {0, 2, 3};
  pool.trees = {tree, tree};
  const Model model = make_model(samples::regression_target("y"), Link::identity, pool.features,
                                 make_forest(pool, pool.grown_weights()));
  EXPECT_EQ(draw_rules(model),
            "y: 0 + every rule that holds (2 in all)\n\nALWAYS +2  (tree 1, leaf 0)\nALWAYS +2  (tree 2, leaf 0)\n");
}

TEST(Rules, IntersectCategories) {
  Pool pool;
  pool.features = {samples::categorical("c", {"p", "q", "r, s", ""})};
  pool.intercept = {0};
  Tree tree;  // c in {p, q, "r, s"} ? (c in {q, "r, s", ""} ? 1 : 2) : 3; missing: left, then right
  tree.nodes = {split_at(0, 0, 1, 2), split_at(0, 0, 3, 4), leaf(), leaf(), leaf()};
  tree.nodes[0].missing_left = true;
  tree.nodes[1].categories = 1;
  tree.category_words = {0b0111, 0b1110};
  tree.weights = {0, 0, 3, 1, 2};
  pool.trees = {tree};
  const Model model = make_model(samples::regression_target("y"), Link::identity, pool.features,
                                 make_forest(pool, pool.grown_weights()));
  EXPECT_EQ(draw_rules(model),
            "y: one tree, 3 rules\n"
            "\n"
            "IF c in {q, \"r, s\"} THEN 1  (leaf 0)\n"
            "IF (c in {p} or is missing) THEN 2  (leaf 1)\n"
            "IF c in {\"\"} THEN 3  (leaf 2)\n");
}

TEST(Rules, APathForMissingValuesAloneSaysSo) {
  Pool pool;
  pool.features = {samples::numeric("x")};
  pool.intercept = {0};
  Tree tree;  // x <= 1, or missing ? (x <= 2 ? 1 : 2, and missing) : 3
  tree.nodes = {split_at(0, 1, 1, 2), split_at(0, 2, 3, 4), leaf(), leaf(), leaf()};
  tree.nodes[0].missing_left = true;
  tree.weights = {0, 0, 3, 1, 2};
  pool.trees = {tree};
  const Model model = make_model(samples::regression_target("y"), Link::identity, pool.features,
                                 make_forest(pool, pool.grown_weights()));
  EXPECT_EQ(draw_rules(model),
            "y: one tree, 3 rules\n"
            "\n"
            "IF x <= 1 THEN 1  (leaf 0)\n"
            "IF x is missing THEN 2  (leaf 1)\n"
            "IF x > 1 THEN 3  (leaf 2)\n");
}

TEST(Rules, OfAChainOfTwentyThousandSplitsAreALineEach) {
  const std::string rules = draw_rules(samples::chain(20000));
  EXPECT_EQ(std::count(rules.begin(), rules.end(), '\n'), 2 + 20001);
}

TEST(Rules, ALinearModelHasNone) {
  samples::expect_error(ErrorCode::usage, "a linear model has no rules", [] { rules_of(samples::line()); });
  samples::expect_error(ErrorCode::usage, "a linear model has no rules", [] { draw_rules(samples::line()); });
}

}  // namespace
}  // namespace espalier

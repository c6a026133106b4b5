#include <gtest/gtest.h>

#include <algorithm>

#include "deploy/trees.h"
#include "espalier/deploy.h"
#include "model/samples.h"

namespace espalier {
namespace {

using samples::ages;
using samples::leaf;
using samples::one_tree;
using samples::split_at;

TEST(Rules, MergeIntervalsAndMentionMissingValues) {
  EXPECT_EQ(draw_rules(one_tree()),
            "kind: a, b or c, with its probability; one tree\n"
            "\n"
            "IF (width <= 0.8 or is missing) THEN a 1.00  (covers 50 rows)\n"
            "IF 0.8 < width <= 1.75 AND color in {red, blue} THEN b 0.75  (covers 80 rows)\n"
            "IF 0.8 < width <= 1.75 AND (color in {green} or is missing) THEN c 0.88  (covers 20 rows)\n"
            "IF width > 1.75 THEN b 0.50  (covers 50 rows)\n");
}

TEST(Rules, OfSeveralTreesAddUp) {
  const std::string tree =
      "IF age <= 2 THEN +1\n"
      "IF 2 < age <= 5 THEN -2\n"
      "IF (age > 5 or is missing) THEN +0.25\n";
  EXPECT_EQ(draw_rules(ages(2)), "price: 3.5 + every rule that holds\n\n" + tree + tree);
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
  const Model model =
      make_model(samples::regression_target("y"), Link::identity, pool.features, compact(pool, pool.grown_weights()));
  EXPECT_EQ(draw_rules(model),
            "y: one tree\n"
            "\n"
            "IF c in {q, \"r, s\"} THEN 1\n"
            "IF (c in {p} or is missing) THEN 2\n"
            "IF c in {\"\"} THEN 3\n");
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
  const Model model =
      make_model(samples::regression_target("y"), Link::identity, pool.features, compact(pool, pool.grown_weights()));
  EXPECT_EQ(draw_rules(model),
            "y: one tree\n"
            "\n"
            "IF x <= 1 THEN 1\n"
            "IF x is missing THEN 2\n"
            "IF x > 1 THEN 3\n");
}

TEST(Rules, OfAChainOfTwentyThousandSplitsAreALineEach) {
  const std::string rules = draw_rules(samples::chain(20000));
  EXPECT_EQ(std::count(rules.begin(), rules.end(), '\n'), 2 + 20001);
}

}  // namespace
}  // namespace espalier

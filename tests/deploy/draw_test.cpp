#include <gtest/gtest.h>

#include <algorithm>

#include "deploy/trees.h"
#include "espalier/draw.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/rules.h"
#include "espalier/target.h"
#include "support/samples.h"

namespace espalier {
namespace {

using samples::ages;
using samples::leaf;
using samples::one_tree;
using samples::split_at;

// Two stumps on x whose left leaves hold `left`, with the link of a classification.
Model two_stumps(Link link, const std::vector<std::string>& classes, const std::vector<double>& left) {
  Pool pool;
  pool.features = {samples::numeric("x")};
  pool.intercept.assign(left.size(), 0.5);
  Tree tree;
  tree.nodes = {split_at(0, 1, 1, 2), leaf(), leaf()};
  tree.weights.assign(3 * left.size(), 0);
  std::copy(left.begin(), left.end(), tree.weights.begin() + static_cast<std::ptrdiff_t>(left.size()));
  pool.trees = {tree, tree};
  return make_model(samples::class_target("kind", classes), link, pool.features,
                    make_forest(pool, pool.grown_weights()));
}

TEST(Draw, ATreeWithNamesRowsAndProbabilities) {
  EXPECT_EQ(draw(one_tree()),
            "kind: a, b or c, with its probability; one tree\n"
            "\n"
            "width <= 0.8?  (200 rows)\n"
            "├─ yes or missing: a 1.00  (50 rows, 25%, leaf 0)\n"
            "└─ no: width <= 1.75?  (150 rows, 75%)\n"
            "   ├─ yes: color in {red, blue}?  (100 rows, 50%)\n"
            "   │  ├─ yes: b 0.75  (80 rows, 40%, leaf 1)\n"
            "   │  └─ no or missing: c 0.88  (20 rows, 10%, leaf 2)\n"
            "   └─ no or missing: b 0.50  (50 rows, 25%, leaf 3)\n");
}

TEST(Draw, InAsciiCutAtTheDepth) {
  DrawOptions options;
  options.unicode = false;
  options.max_depth = 2;
  EXPECT_EQ(draw(one_tree(), options),
            "kind: a, b or c, with its probability; one tree\n"
            "\n"
            "width <= 0.8?  (200 rows)\n"
            "|- yes or missing: a 1.00  (50 rows, 25%, leaf 0)\n"
            "`- no: width <= 1.75?  (150 rows, 75%)\n"
            "   |- yes: ... (3 more nodes, leaves 1 to 2)\n"
            "   `- no or missing: b 0.50  (50 rows, 25%, leaf 3)\n");
}

TEST(Draw, OfSeveralTreesShowsWhatEachAdds) {
  DrawOptions options;
  options.max_trees = 1;
  EXPECT_EQ(draw(ages(3), options),
            "price: 3.5 + one leaf of each of 3 trees\n"
            "\n"
            "tree 1\n"
            "age <= 5?\n"
            "├─ yes: age <= 2?\n"
            "│  ├─ yes: +1  (leaf 0)\n"
            "│  └─ no or missing: -2  (leaf 1)\n"
            "└─ no or missing: +0.25  (leaf 2)\n"
            "\n"
            "… (2 more trees)\n");
}

TEST(Draw, AOneTreeRegressionShowsInterceptPlusValue) {
  EXPECT_NE(draw(ages(1)).find("└─ no or missing: 3.75  (leaf 2)\n"), std::string::npos) << draw(ages(1));
}

TEST(Draw, VectorLeavesNameTheirClasses) {
  const std::string text = draw(samples::mixed());
  EXPECT_NE(
      text.find("the log-probabilities of kind, up to a constant: (a 0.25, b -0.5, c 0.125) + one leaf of each of "
                "2 trees\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("yes: a +1  (20 rows, 20%, leaf 0)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("no or missing: c -0.5  (30 rows, 30%, leaf 1)\n"), std::string::npos) << text;
}

TEST(Draw, SeveralTargetsAreNamedAtTheLeaves) {
  const std::string text = draw(samples::several());
  for (const char* part : {"width, height: (width 0.5, height -1) + one leaf of each of 2 trees\n",
                           "yes: width +1, height +10  (", "no or missing: height +3  ("})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
}

TEST(Draw, OneTreeOfSeveralTargetsShowsWhatIsPredictedOfManyTheFirst) {
  Pool pool;
  pool.features = {samples::numeric("x")};
  Target target = samples::regression_target("");
  target.names = {"a", "b"};
  pool.intercept = {0.5, 10};
  Tree tree;
  tree.nodes = {split_at(0, 1, 1, 2), leaf(), leaf()};
  tree.weights = {0, 0, 1, 2, 3, 4};
  pool.trees = {tree};
  const auto text = [&] {
    return draw(make_model(target, Link::identity, pool.features, make_forest(pool, pool.grown_weights())));
  };
  EXPECT_EQ(text().substr(0, text().find('\n')), "a, b: one tree");
  EXPECT_NE(text().find("yes: a 1.5, b 12"), std::string::npos) << text();
  pool.trees.clear();
  EXPECT_EQ(text(), "a, b: always a 0.5, b 10\n");
  target.names = {"a", "b", "c", "d", "e"};
  pool.intercept = {1, 2, 3, 4, 5};
  EXPECT_EQ(text(), "a, b, c and 2 more: always a 1, b 2, c 3 and 2 more\n");
}

TEST(Draw, TheFirstLineSaysWhatTheSumOfTheTreesIs) {
  const auto first_line = [](const Model& model) {
    const std::string text = draw(model);
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(first_line(two_stumps(Link::logistic, {"no", "yes"}, {1})),
            "the log-odds of kind = yes: 0.5 + one leaf of each of 2 trees");
  EXPECT_EQ(first_line(two_stumps(Link::probability, {"no", "yes"}, {1})),
            "the probability of kind = yes: 0.5 + one leaf of each of 2 trees");
  EXPECT_EQ(first_line(two_stumps(Link::probability, {"a", "b", "c"}, {1, 2, 3})),
            "the probabilities of kind: (a 0.5, b 0.5, c 0.5) + one leaf of each of 2 trees");
}

TEST(Draw, OfManyClassesALeafShowsTheThreeThatItMovesMost) {
  const std::string text = draw(two_stumps(Link::softmax, {"a", "b", "c", "d", "e"}, {0.1, -4, 0.2, 3, -0.5}));
  EXPECT_NE(text.find("yes: b -4, d +3, e -0.5 and 2 smaller  (leaf 0)\n"), std::string::npos) << text;
}

TEST(Draw, TheConstantModelIsALine) {
  Forest forest;
  forest.intercept = {3};
  const Model model = make_model(samples::regression_target("y"), Link::identity, {}, forest);
  EXPECT_EQ(draw(model), "y: always 3\n");
  EXPECT_EQ(draw_rules(model), "y: always 3\n");
}

TEST(Draw, NamesThatWouldUpsetATerminalAreQuoted) {
  Model model = ages(1);
  model.features[0].name = "a\x1b[31m\n\xff";
  EXPECT_NE(draw(model).find("\"a\\u001b[31m\\n\uFFFD\" <= 5?\n"), std::string::npos) << draw(model);
}

TEST(Draw, OfEverythingIsCutWhereTreesAreAHundredSplitsDeep) {
  const std::string text = draw(samples::chain(300), draw_all());
  EXPECT_NE(text.find(": 100  (leaf 99)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("(201 more nodes, leaves 100 to 300)"), std::string::npos) << text;
  EXPECT_NE(draw(ages(20), draw_all()).find("\ntree 20\n"), std::string::npos);
}

TEST(Draw, OfAChainOfTwentyThousandSplitsCountsWhatItLeavesOut) {
  // Eight splits are drawn; 19992 others and the one leaf are not.
  EXPECT_NE(draw(samples::chain(20000)).find("(19993 more nodes, leaves 8 to 20000)"), std::string::npos);
}

}  // namespace
}  // namespace espalier

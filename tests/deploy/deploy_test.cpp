#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "espalier/deploy.h"
#include "espalier/route.h"
#include "model/samples.h"

namespace espalier {
namespace {

using samples::leaf;
using samples::split_at;

// One tree on width and color, three classes by probabilities:
// width <= 0.8 (missing left)? a : width <= 1.75? (color in {red, blue}? b : c) : (absent; the weight of the split)
Model one_tree() {
  Pool pool;
  pool.features = {samples::numeric("width"), samples::categorical("color", {"red", "green", "blue"})};
  pool.intercept = {0, 0, 0};
  Tree tree;
  tree.nodes = {split_at(0, 0.8F, 1, 2), leaf(), split_at(0, 1.75F, 3, kNone), split_at(1, 0, 4, 5), leaf(), leaf()};
  tree.nodes[0].missing_left = true;
  tree.category_words = {0b101};
  const double rows[] = {200, 50, 150, 100, 80, 20};
  const double gains[] = {6, 0, 3, 1, 0, 0};
  for (std::size_t i = 0; i < 6; ++i) tree.nodes[i].rows = rows[i], tree.nodes[i].gain = gains[i];
  tree.weights = {0, 0, 0, 1, 0, 0, 0.125, 0.5, 0.375, 0, 0, 0, -.125, .25, -.125, -.125, -.375, .5};
  pool.trees = {tree};
  return make_model(samples::class_target("kind", {"a", "b", "c"}), Link::probability, pool.features,
                    compact(pool, pool.grown_weights()));
}

// The same two splits on age, again and again.
Model ages(int trees) {
  Pool pool;
  pool.features = {samples::numeric("age")};
  pool.intercept = {3.5};
  Tree tree;  // age <= 5 ? (age <= 2 ? 1 : -2) : 0.25
  tree.nodes = {split_at(0, 5, 1, 2), split_at(0, 2, 3, 4), leaf(), leaf(), leaf()};
  tree.weights = {0, 0, 0.25, 1, -2};
  pool.trees.assign(static_cast<std::size_t>(trees), tree);
  return make_model(samples::regression_target("price"), Link::identity, pool.features,
                    compact(pool, pool.grown_weights()));
}

TEST(Importances, AreSharesOfTheGainByFallingGain) {
  const std::vector<Importance> result = importances(one_tree());
  ASSERT_EQ(result.size(), 2U);
  EXPECT_EQ(result[0].feature, "width");
  EXPECT_DOUBLE_EQ(result[0].gain, 0.9);
  EXPECT_EQ(result[0].splits, 2U);
  EXPECT_EQ(result[1].feature, "color");
  EXPECT_EQ(result[1].type, ColumnType::categorical);
  EXPECT_DOUBLE_EQ(result[1].gain, 0.1);
}

TEST(Importances, WithoutStatisticsAreCountsOfSplits) {
  const std::vector<Importance> result = importances(ages(2));
  ASSERT_EQ(result.size(), 1U);
  EXPECT_EQ(result[0].gain, 0);
  EXPECT_EQ(result[0].splits, 4U);
}

TEST(Draw, ATreeWithNamesRowsAndProbabilities) {
  EXPECT_EQ(draw(one_tree()),
            "kind: a, b or c, with its probability; one tree\n"
            "\n"
            "width <= 0.8?  (200 rows)\n"
            "├─ yes or missing: a 1.00  (50 rows, 25%)\n"
            "└─ no: width <= 1.75?  (150 rows, 75%)\n"
            "   ├─ yes: color in {red, blue}?  (100 rows, 50%)\n"
            "   │  ├─ yes: b 0.75  (80 rows, 40%)\n"
            "   │  └─ no: c 0.88  (20 rows, 10%)\n"
            "   └─ no: b 0.50  (50 rows, 25%)\n");
}

TEST(Draw, InAsciiCutAtTheDepth) {
  DrawOptions options;
  options.unicode = false;
  options.max_depth = 2;
  EXPECT_EQ(draw(one_tree(), options),
            "kind: a, b or c, with its probability; one tree\n"
            "\n"
            "width <= 0.8?  (200 rows)\n"
            "|- yes or missing: a 1.00  (50 rows, 25%)\n"
            "`- no: width <= 1.75?  (150 rows, 75%)\n"
            "   |- yes: ... (3 more nodes)\n"
            "   `- no: b 0.50  (50 rows, 25%)\n");
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
            "│  ├─ yes: +1\n"
            "│  └─ no: -2\n"
            "└─ no: +0.25\n"
            "\n"
            "… (2 more trees)\n");
}

TEST(Draw, AOneTreeRegressionShowsInterceptPlusValue) {
  EXPECT_NE(draw(ages(1)).find("└─ no: 3.75\n"), std::string::npos) << draw(ages(1));
}

TEST(Draw, VectorLeavesNameTheirClasses) {
  const std::string text = draw(samples::mixed());
  EXPECT_NE(
      text.find("the log-probabilities of kind, up to a constant: (a 0.25, b -0.5, c 0.125) + one leaf of each of "
                "2 trees\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("yes: a +1, b +0, c +0  (20 rows, 20%)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("no: c -0.5  (30 rows, 30%)\n"), std::string::npos) << text;
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

TEST(Draw, ThresholdsHaveTheDigitsThatTellThemApart) {
  Model model = ages(1);
  std::get<Forest>(model.body).splits[0].threshold = 0.1F;
  std::get<Forest>(model.body).splits[1].threshold = std::nextafter(0.1F, 1.0F);
  EXPECT_NE(draw(model).find("age <= 0.1?"), std::string::npos) << draw(model);
  EXPECT_NE(draw(model).find("age <= 0.10000001?"), std::string::npos) << draw(model);
}

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

TEST(Deploy, AChainOfTwentyThousandSplitsIsShownAndExported) {
  const Model model = samples::chain(20000);
  EXPECT_NE(draw(model).find("(19993 more nodes)"), std::string::npos);
  const std::string rules = draw_rules(model);
  EXPECT_EQ(std::count(rules.begin(), rules.end(), '\n'), 2 + 20001);
  EXPECT_GT(export_dot(model).size(), 20000U);
  EXPECT_EQ(nlohmann::json::parse(export_json(model))["trees"][0]["splits"].size(), 20000U);
}

// Whether Graphviz takes the text; true where it is not installed.
bool graphviz_accepts(const std::string& text) {
  if (std::system("dot -V > /dev/null 2>&1") != 0) return true;
  const auto path = std::filesystem::temp_directory_path() / ("espalier_" + std::to_string(::getpid()) + ".dot");
  std::ofstream(path) << text;
  const int status = std::system(("test -z \"$(dot -Tcanon -o /dev/null '" + path.string() + "' 2>&1)\"").c_str());
  std::filesystem::remove(path);
  return status == 0;
}

TEST(Dot, HasANodeForEverySplitAndTerminal) {
  const std::string text = export_dot(one_tree());
  EXPECT_NE(text.find("t0s0 [label=\"width <= 0.8?\\n200 rows\"];"), std::string::npos) << text;
  EXPECT_NE(text.find("t0s0 -> t0e0 [label=\"yes or missing\"];"), std::string::npos) << text;
  EXPECT_NE(text.find("t0s0 -> t0s1 [label=\"no\", style=dashed];"), std::string::npos) << text;
  EXPECT_NE(text.find("t0e3 [label=\"b 0.50\\n50 rows\", shape=box, style=dotted];"), std::string::npos) << text;
  EXPECT_TRUE(graphviz_accepts(text)) << text;
}

TEST(Dot, EscapesWhatGraphvizWouldTakeForSyntax) {
  Model model = one_tree();
  model.features[0].name = "a \"quoted\\\" name\n\xff]};";
  model.features[1].labels[0] = "\\N";
  model.target = "\"";
  const std::string text = export_dot(model);
  // As a JSON string first, then every quote and backslash once more for Graphviz.
  EXPECT_NE(text.find("\\\"a \\\\\\\"quoted\\\\\\\\\\\\\\\" name\\\\n\uFFFD]};\\\" <= 0.8?"), std::string::npos)
      << text;
  EXPECT_TRUE(graphviz_accepts(text)) << text;
}

// The schema of docs/format.md, read by a predictor that knows nothing else.
std::vector<double> predict_from_json(const nlohmann::json& model, const std::map<std::string, double>& numbers,
                                      const std::map<std::string, std::string>& labels) {
  std::vector<double> scores = model["intercept"];
  for (const auto& tree : model["trees"]) {
    int node = 0;
    while (node >= 0) {
      const auto& split = tree["splits"][static_cast<std::size_t>(node)];
      const auto& feature = model["features"][split["feature"].get<std::size_t>()];
      const std::string name = feature["name"];
      bool left = split["missing"] == "left";
      if (feature["type"] == "numeric") {
        if (numbers.count(name)) left = numbers.at(name) <= split["threshold"].get<double>();
      } else if (labels.count(name)) {
        const std::vector<std::string> known = feature["labels"];
        const auto code = std::find(known.begin(), known.end(), labels.at(name)) - known.begin();
        const std::vector<std::ptrdiff_t> set = split["categories"];
        if (code < std::ssize(known)) left = std::find(set.begin(), set.end(), code) != set.end();
      }
      node = split[left ? "left" : "right"];
    }
    const std::vector<double> value = tree["terminals"][static_cast<std::size_t>(-1 - node)]["value"];
    for (std::size_t k = 0; k < value.size(); ++k)
      scores[tree["output"].is_null() ? k : tree["output"].get<std::size_t>()] += value[k];
  }
  return scores;
}

TEST(Json, HoldsAllThatPredictionNeeds) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Model model = samples::random_model(seed);
    const nlohmann::json json = nlohmann::json::parse(export_json(model));
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 10, random);
    const std::vector<double> scores = predict_scores(model, samples::view_of(table));
    for (std::size_t row = 0; row < table.rows; ++row) {
      std::map<std::string, double> numbers;
      std::map<std::string, std::string> labels;
      for (const Column& column : table.columns) {
        const std::string& name = column.feature.name;
        if (column.feature.type == ColumnType::categorical) {
          if (column.codes[row] >= 0) labels[name] = column.feature.labels[static_cast<std::size_t>(column.codes[row])];
        } else if (!std::isnan(column.values[row])) {
          numbers[name] = column.values[row];
        }
      }
      const std::vector<double> expected = predict_from_json(json, numbers, labels);
      for (std::size_t k = 0; k < expected.size(); ++k) ASSERT_EQ(scores[row * expected.size() + k], expected[k]);
    }
  }
}

TEST(Json, HasTheDocumentedKeysInOrder) {
  const auto json = nlohmann::ordered_json::parse(export_json(samples::mixed()));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"format", "version", "task", "link", "target", "classes", "features",
                                            "intercept", "trees", "provenance"}));
  EXPECT_EQ(json["format"], "espalier-forest");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["link"], "softmax");
  EXPECT_EQ(json["provenance"]["settings"]["trees"], "2");
  EXPECT_EQ(json["trees"][0]["splits"][0]["rows"], 100);
  EXPECT_EQ(json["trees"][0]["splits"][0]["gain"], 10);
  EXPECT_EQ(json["trees"][0]["terminals"][3]["absent"], true);
  EXPECT_EQ(json["trees"][1]["output"], 2);
}

TEST(Json, ReplacesBytesThatAreNoUtf8) {
  Model model = ages(1);
  model.features[0].name = "a\xff";
  EXPECT_EQ(nlohmann::json::parse(export_json(model))["features"][0]["name"], "a\uFFFD");
}

}  // namespace
}  // namespace espalier

// inspect and export: what a person or another program sees of a model.
#include <fmt/format.h>

#include <set>
#include <sstream>

#include "cli/cli_fixture.h"
#include "cli/tiny_data.h"

namespace espalier::cli {
namespace {

class Inspect : public Cli {
 protected:
  void train(const std::string& data, const Arguments& more = {}) {
    write("data.csv", data);
    Arguments all = {"train", "data.csv", "--target", "y", "-o", "model.esp"};
    all.insert(all.end(), more.begin(), more.end());
    ASSERT_EQ(run(all).status, 0);
  }
  void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
    for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
};

// x alone separates the rows: y falls by all of its variance in one split; z is never used.
TEST_F(Inspect, JsonHasSizeAndImportances) {
  train("x,z,y\n1,5,1.5\n2,5,1.5\n3,5,7.5\n4,5,7.5\n");
  const Outcome outcome = run({"inspect", "model.esp", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const nlohmann::json json = outcome.json();
  EXPECT_EQ(json["task"], "regression");
  EXPECT_EQ(json["model"]["method"], "tree");
  EXPECT_EQ(json["model"]["leaves"], 2);
  EXPECT_EQ(json["model"]["bytes"], std::filesystem::file_size(folder() / "model.esp"));
  ASSERT_EQ(json["features"].size(), 1u);
  EXPECT_EQ(json["features"][0]["name"], "x");
  EXPECT_EQ(json["features"][0]["type"], "numeric");
  EXPECT_EQ(json["features"][0]["splits"], 1);
  EXPECT_NEAR(json["features"][0]["gain"], 1, 1e-6);
}

TEST_F(Inspect, TellsHowDeepTheTreesAre) {
  train(kRegression, {"--method", "boost", "--trees", "4", "--leaves", "2", "--min-rows", "1", "--min-weight", "0"});
  EXPECT_EQ(run({"inspect", "model.esp", "--json"}).json()["depths"],
            nlohmann::json::parse(R"([{"depth": 1, "trees": 4}])"));
  expect_parts(run({"inspect", "model.esp"}).out, {"depth     trees  share of trees\n1             4  100.0% "});
}

TEST_F(Inspect, TheSummaryTellsMethodSizeAndDrawsASmallTree) {
  train(kClasses, {"--depth", "1", "--seed", "5"});
  const std::string text = run({"inspect", "model.esp"}).out;
  const std::string bytes = std::to_string(std::filesystem::file_size(folder() / "model.esp"));
  expect_parts(text, {"classification of \"y\"", "no, yes", "tree, depth 1, seed 5",
                      "1 tree, 3 nodes, 2 leaves, " + bytes + " bytes, 2 rules", "100.0%", "2.5"});
}

TEST_F(Inspect, AStrippedModelSaysWhatIsAbsent) {
  train(kClasses, {"--strip"});
  expect_parts(run({"inspect", "model.esp"}).out, {"method     not in this file", "statistics not in this file"});
  const nlohmann::json json = run({"inspect", "model.esp", "--json"}).json();
  EXPECT_TRUE(json["model"]["method"].is_null());
  EXPECT_TRUE(json["features"][0]["gain"].is_null());
  EXPECT_EQ(json["model"]["bytes"], std::filesystem::file_size(folder() / "model.esp"));
}

TEST_F(Inspect, RulesAreOneLineALeaf) {
  train(kRegression);
  const std::string text = run({"inspect", "model.esp", "--rules"}).out;
  expect_parts(text, {"1.5", "2.5", "3.5", "7.5", "9.5"});
}

// The leaves of the mode say the class; how the rows came out stands beside it. 2 of the 3 rows with x <= 3 are "no".
TEST_F(Inspect, RulesSayHowTheirRowsCameOut) {
  train("x,y\n1,no\n2,no\n3,yes\n4,yes\n5,yes\n6,yes\n", {"--leaf", "mode", "--depth", "1", "--min-rows", "3"});
  expect_parts(run({"inspect", "model.esp", "--rules"}).out,
               {"IF (x <= 3.5 or is missing) THEN no 1.00  (covers 3 rows, 33% positive, leaf 0)",
                "IF x > 3.5 THEN yes 1.00  (covers 3 rows, 100% positive, leaf 1)"});
}

TEST_F(Inspect, TextDrawsEveryTree) {
  train(kRegression);
  expect_parts(run({"inspect", "model.esp", "--text"}).out, {"x", "2.5", "9.5"});
}

// The prediction of a row's leaf, in a tree deeper than the summary draws.
TEST_F(Inspect, TextAndRulesHaveTheLeavesThatPredictWrites) {
  std::string data = "x,y\n";
  for (int i = 0; i < 13; ++i) data += fmt::format("{},{}\n", i, 1 << i);  // one row after the other splits off
  train(data, {"--method", "tree", "--min-rows", "1", "--task", "regression"});
  const std::string text = run({"inspect", "model.esp", "--text"}).out,
                    rules = run({"inspect", "model.esp", "--rules"}).out;
  std::istringstream leaves(run({"predict", "model.esp", "data.csv", "--output", "leaf"}).out);
  std::istringstream values(run({"predict", "model.esp", "data.csv"}).out);
  std::string leaf, value;
  std::getline(leaves, leaf);
  std::getline(values, value);
  EXPECT_EQ(leaf, "tree_1");
  std::set<std::string> seen;
  while (std::getline(leaves, leaf) && std::getline(values, value)) {
    const std::string shown = fmt::format("{:.4g}  (", std::stod(value));
    for (const std::string& of : {text, rules}) {
      const std::size_t end = of.find(", leaf " + leaf + ")\n");
      ASSERT_NE(end, std::string::npos) << leaf << " in " << of;
      const std::string line = of.substr(of.rfind('\n', end) + 1, end - of.rfind('\n', end));
      EXPECT_NE(line.find(shown), std::string::npos) << shown << " in " << line;
    }
    seen.insert(leaf);
  }
  EXPECT_GT(seen.size(), 10u);
}

TEST_F(Inspect, ReadsStandardInput) {
  train(kRegression);
  EXPECT_EQ(shell("$espalier inspect - --json < model.esp").json()["task"], "regression");
}

TEST_F(Inspect, AConstantModelHasNoFeatures) {
  train("x,y\n1,2.5\n2,2.5\n");
  EXPECT_EQ(run({"inspect", "model.esp"}).status, 0);
  EXPECT_EQ(run({"inspect", "model.esp", "--json"}).json()["features"], nlohmann::json::array());
}

TEST_F(Inspect, ExportWritesDotAndJson) {
  train(kRegression, {"--depth", "1"});
  const Outcome dot = run({"export", "model.esp", "--format", "dot"});
  EXPECT_EQ(dot.status, 0) << dot.err;
  expect_parts(dot.out, {"digraph", "2.5", "8.5"});
  EXPECT_EQ(run({"export", "model.esp", "--format", "json", "-o", "model.json"}).status, 0);
  const nlohmann::json json = nlohmann::json::parse(read("model.json"));
  const double intercept = json["intercept"][0];
  const nlohmann::json& terminals = json["trees"][0]["terminals"];
  EXPECT_EQ(intercept + terminals[0]["value"][0].get<double>(), 2);
  EXPECT_EQ(intercept + terminals[1]["value"][0].get<double>(), 8.5);
}

TEST_F(Inspect, ExportNeedsAFormatItKnows) {
  train(kRegression);
  expect_refused(run({"export", "model.esp"}), 2, {"--format is required"});
  expect_refused(run({"export", "model.esp", "--format", "jsn"}), 2, {"dot, json", "did you mean \"json\"?"});
}

}  // namespace
}  // namespace espalier::cli

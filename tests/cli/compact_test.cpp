// compact: a smaller model from a saved one.
#include "cli/cli_fixture.h"

namespace espalier::cli {
namespace {

class Compact : public Cli {
 protected:
  void train(const std::string& generator, const Arguments& more) {
    ASSERT_EQ(run({"generate", generator, "--rows", "400", "--seed", "1", "-o", "data.csv"}).status, 0);
    Arguments words = {"train", "data.csv", "--target", "target", "--method", "tree", "-o", "model.esp"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(words);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }

  Outcome compact(const std::string& budget, const Arguments& more = {}) {
    Arguments words = {"compact", "model.esp", "--data", "data.csv", "--budget", budget, "-o", "small.esp"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
};

TEST_F(Compact, WritesAModelWithinTheBudgetThatEveryVerbReads) {
  train("friedman1", {"--method", "boost", "--trees", "20"});
  for (const std::string budget : {"30leaves", "40nodes", "4trees", "1KB", "25rules"}) {
    const Outcome outcome = compact(budget, {"--json"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const nlohmann::json json = outcome.json();
    EXPECT_EQ(json["task"], "regression");
    EXPECT_EQ(json["rows"], 400);
    EXPECT_EQ(json["before"]["model"]["trees"], 20);
    EXPECT_LE(json["model"]["leaves"], json["before"]["model"]["leaves"]);
    EXPECT_TRUE(json["train"].contains("mse"));
    EXPECT_EQ(json["chosen"].get<std::string>().substr(0, 5), "refit");
    EXPECT_EQ(json["model"]["bytes"], std::filesystem::file_size(folder() / "small.esp"));
    EXPECT_EQ(run({"evaluate", "small.esp", "data.csv", "--json"}).json()["mse"], json["train"]["mse"]);
    EXPECT_EQ(run({"inspect", "small.esp"}).status, 0);
    EXPECT_EQ(run({"export", "small.esp", "--format", "json"}).status, 0);
  }
  EXPECT_LE(std::filesystem::file_size(folder() / "small.esp"), 4096U);
}

TEST_F(Compact, SaysHowTheModelWasMade) {
  train("ringnorm", {"--method", "forest", "--trees", "5"});
  const Outcome outcome = compact("20leaves");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("before     5 trees"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("after "), std::string::npos);
  EXPECT_NE(outcome.err.find("chosen     refit "), std::string::npos);
  const std::string text = run({"inspect", "small.esp"}).out;
  EXPECT_NE(text.find("compact, of forest, trees 5, seed 1, budget 20leaves, rows 100000, seed 1, chosen refit"),
            std::string::npos)
      << text;
  ASSERT_EQ(compact("20leaves", {"--strip"}).status, 0);
  EXPECT_TRUE(run({"inspect", "small.esp", "--json"}).json()["model"]["method"].is_null());
}

TEST_F(Compact, HoldsAFractionOfTheRowsOut) {
  train("friedman1", {"--method", "boost", "--trees", "20"});
  const Outcome outcome = compact("30leaves", {"--valid", "0.25", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["rows"], 300);
  EXPECT_TRUE(outcome.json()["validation"].contains("mse"));
  EXPECT_NE(compact("30leaves", {"--valid", "0.25"}).err.find("300 to prune and refit on, 100 held out"),
            std::string::npos);
  EXPECT_EQ(compact("30leaves", {"--valid", "1.5"}).status, 2);
  EXPECT_EQ(compact("30leaves", {"--valid", "nowhere.csv"}).status, 3);
}

TEST_F(Compact, GivesTheSameFileOnAnyNumberOfThreads) {
  train("waveform", {"--method", "boost", "--trees", "10"});
  ASSERT_EQ(compact("40leaves", {"--threads", "1"}).status, 0);
  const std::string first = read("small.esp");
  ASSERT_EQ(compact("40leaves", {"--threads", "3"}).status, 0);
  EXPECT_EQ(read("small.esp"), first);
}

TEST_F(Compact, ChoosesByTheRowsThatAreGiven) {
  train("friedman1", {"--method", "boost", "--trees", "20"});
  ASSERT_EQ(run({"generate", "friedman1", "--rows", "200", "--seed", "2", "-o", "valid.csv"}).status, 0);
  const Outcome outcome = compact("50leaves", {"--valid", "valid.csv", "--json", "--seed", "3", "--rows", "300"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(outcome.json()["validation"].contains("mse"));
  EXPECT_NE(outcome.err.find("400 to prune and refit on, 200 held out"), std::string::npos) << outcome.err;
}

TEST_F(Compact, MissingValuesUnknownCategoriesAndWeightsAreTaken) {
  std::string data = "x,colour,w,y\n", other = data;
  for (int i = 0; i < 60; ++i) {
    const std::string rest = std::string(i % 3 == 0   ? "red"
                                         : i % 3 == 1 ? "blue"
                                                      : "") +
                             "," + std::to_string(i % 4) + "," + (i % 3 == 0 || i > 40 ? "yes" : "no") + "\n";
    data += std::to_string(i) + "," + rest;
    other += (i % 5 == 0 ? "" : std::to_string(i)) + "," + (i % 7 == 0 ? "green,1,yes\n" : rest);
  }
  write("train.csv", data);
  write("data.csv", other);
  ASSERT_EQ(run({"train", "train.csv", "--target", "y", "--weight", "w", "--method", "extra", "--trees", "4", "-o",
                 "model.esp"})
                .status,
            0);
  const Outcome outcome = compact("6leaves", {"--weight", "w", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_LE(outcome.json()["model"]["leaves"], 6);
}

TEST_F(Compact, ABudgetTooSmallForASplitGivesAConstant) {
  train("friedman1", {"--depth", "1"});
  const Outcome outcome = compact("1leaf", {"--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["model"]["leaves"], 0);
  EXPECT_NE(outcome.err.find("too small for a split"), std::string::npos);
  expect_refused(compact("9bytes"), 2, {"the size of a constant model"});
}

TEST_F(Compact, RefusesWhatItCannotDo) {
  train("friedman1", {"--method", "linear"});
  expect_refused(compact("10leaves"), 2, {"linear model"});
  train("friedman1", {});
  expect_refused(compact("10features"), 2, {"does not support a budget in features"});
  expect_refused(compact("many"), 2, {"budget"});
  expect_refused(run({"compact", "model.esp", "--budget", "10leaves", "-o", "small.esp"}), 2, {"--data"});
  expect_refused(run({"compact", "model.esp", "--data", "data.csv", "-o", "small.esp"}), 2, {"--budget"});
  expect_refused(run({"compact", "model.esp", "--data", "data.csv", "--budget", "9leaves", "-o", "data.csv"}), 2,
                 {"would replace the data"});
  expect_refused(run({"compact", "data.csv", "--data", "data.csv", "--budget", "9leaves", "-o", "small.esp"}), 4, {});
  write("data.csv", "x1,target\n1,2\n");
  expect_refused(compact("10leaves"), 3, {"no column"});
  write("tiny.csv", "x,y\n1,a\n2,a\n3,b\n4,b\n");
  ASSERT_EQ(run({"train", "tiny.csv", "--target", "y", "-o", "model.esp"}).status, 0);
  write("data.csv", "x,y\n1,a\n2,c\n");
  expect_refused(compact("10leaves"), 3, {"c"});
}

}  // namespace
}  // namespace espalier::cli

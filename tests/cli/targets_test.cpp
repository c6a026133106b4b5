// Several targets, from the flag to the model and back.
#include "cli/cli_fixture.h"

namespace espalier::cli {
namespace {

class Targets : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    std::string text = "x,z,a,b,kind\n";
    for (int i = 0; i < 40; ++i) {
      const int x = i % 8, z = i / 8;
      text += std::to_string(x) + "," + std::to_string(z) + "," + std::to_string(x + 0.5) + "," +
              std::to_string(100 * x + z) + "," + (x > 3 ? "big" : "small") + "\n";
    }
    write("data.csv", text);
  }
  Outcome train(const Arguments& more) {
    Arguments all = {"train", "data.csv", "--method", "gif", "--budget", "200nodes", "--ignore", "kind", "-o", "m.esp"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
};

TEST_F(Targets, AreAListOrAFlagEach) {
  const Outcome list = train({"--target", "a,b"});
  ASSERT_EQ(list.status, 0) << list.err;
  EXPECT_NE(list.err.find("regression of \"a\", \"b\"\n"), std::string::npos) << list.err;
  const std::string model = read("m.esp");
  ASSERT_EQ(train({"--target", "a", "--target", "b"}).status, 0);
  EXPECT_EQ(read("m.esp"), model);
}

TEST_F(Targets, WithoutAMethodAreFittedByOneThatCan) {
  for (const Arguments& targets : {Arguments{"--target", "a,b"}, Arguments{"--target", "a", "--target", "b"}}) {
    Arguments all = {"train", "data.csv", "--ignore", "kind", "--trees", "3", "-o", "m.esp"};
    all.insert(all.end(), targets.begin(), targets.end());
    const Outcome outcome = run(all);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("\nmethod     gif (default for several targets)\n"), std::string::npos) << outcome.err;
  }
}

TEST_F(Targets, AColumnWithACommaInItsNameIsOne) {
  write("comma.csv", "x,\"a,b\",a,b\n1,1.5,9,9\n2,2.5,9,9\n3,3.5,9,9\n");
  const Outcome outcome = run({"train", "comma.csv", "--target", "a,b", "-o", "m.esp"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("regression of \"a,b\"\n"), std::string::npos) << outcome.err;
  EXPECT_EQ(run({"evaluate", "m.esp", "comma.csv", "--json"}).json()["mse"], 0);
}

TEST_F(Targets, ArePredictedAColumnEach) {
  ASSERT_EQ(train({"--target", "a,b"}).status, 0);
  const Outcome outcome = run({"predict", "m.esp", "data.csv", "--keep", "kind"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("kind,prediction_a,prediction_b\n")) << outcome.out;
  EXPECT_TRUE(run({"predict", "m.esp", "data.csv", "--output", "score"}).out.starts_with("score_a,score_b\n"));
}

TEST_F(Targets, AreEvaluatedEachAndInTheMean) {
  ASSERT_EQ(train({"--target", "a,b"}).status, 0);
  const nlohmann::json json = run({"evaluate", "m.esp", "data.csv", "--json"}).json();
  const nlohmann::json &a = json["targets"]["a"], &b = json["targets"]["b"];
  for (const char* name : {"mse", "mae", "r2"}) {
    const double mean = (a[name].get<double>() + b[name].get<double>()) / 2;
    EXPECT_NEAR(json[name].get<double>(), mean, 1e-9 * std::abs(mean)) << name;
  }
  // In another order they are the same targets.
  EXPECT_EQ(run({"evaluate", "m.esp", "data.csv", "--target", "b,a", "--json"}).json(), json);
  const std::string table = run({"evaluate", "m.esp", "data.csv"}).out;
  EXPECT_NE(table.find("regression of \"a\", \"b\", 40 rows\n"), std::string::npos) << table;
  EXPECT_NE(table.find("\na       "), std::string::npos) << table;
  EXPECT_NE(table.find("\n(mean)  "), std::string::npos) << table;
  expect_refused(run({"evaluate", "m.esp", "data.csv", "--target", "a"}), 2,
                 {"there must be 2 target columns", "got 1"});
}

TEST_F(Targets, HaveTheirOwnMetricsInTrainAndCv) {
  const nlohmann::json train_json = train({"--target", "a,b", "--valid", "0.2", "--json"}).json();
  EXPECT_TRUE(train_json["train"]["targets"]["b"].contains("r2"));
  EXPECT_TRUE(train_json["validation"]["targets"]["a"].contains("mse"));
  const Arguments cv = {"cv",       "data.csv", "--method", "gif", "--budget", "50nodes",
                        "--ignore", "kind",     "--target", "a,b", "--folds",  "2"};
  Arguments as_json = cv;
  as_json.push_back("--json");
  EXPECT_TRUE(run(as_json).json()["metrics"]["targets"]["a"]["mse"].contains("sd"));
  const std::string table = run(cv).out;
  EXPECT_NE(table.find("\nmse of a "), std::string::npos) << table;
  EXPECT_NE(table.find("\nr2 of b "), std::string::npos) << table;
}

TEST_F(Targets, AreShownWithTheirNames) {
  ASSERT_EQ(train({"--target", "a,b", "--trees", "3"}).status, 0);
  const std::string summary = run({"inspect", "m.esp"}).out;
  EXPECT_NE(summary.find("regression of \"a\", \"b\"\n"), std::string::npos) << summary;
  const std::string rules = run({"inspect", "m.esp", "--rules"}).out;
  EXPECT_TRUE(rules.starts_with("a, b: (a ")) << rules;
  EXPECT_EQ(run({"export", "m.esp", "--format", "json"}).json()["targets"], (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(run({"export", "m.esp", "--format", "dot"}).status, 0);
}

TEST_F(Targets, AreRefusedWhereTheyCannotBe) {
  expect_refused(run({"train", "data.csv", "--method", "tree", "--target", "a,b", "-o", "m.esp"}), 2,
                 {"method tree predicts one target; gif predicts several"});
  // Known before the data are read.
  expect_refused(run({"train", "none.csv", "--method", "tree", "--target", "a", "--target", "b", "-o", "m.esp"}), 2,
                 {"method tree predicts one target; gif predicts several"});
  expect_refused(train({"--target", "a,b", "--task", "classification"}), 2, {"classification takes one target"});
  expect_refused(train({"--target", "a,a"}), 2, {"column \"a\" is named twice"});
  expect_refused(train({"--target", "a,c"}), 3, {"has no column \"c\""});
  expect_refused(run({"train", "data.csv", "--method", "gif", "--target", "a,kind", "-o", "m.esp"}), 3,
                 {"target \"kind\" must be numeric for regression", "it holds text such as \"big\""});
  expect_refused(train({"--target", "a,b", "--class-weight", "balanced"}), 2, {"class-weight needs classes"});
  write("gap.csv", "x,a,b\n1,2.5,3\n2,1.5,\n");
  expect_refused(run({"train", "gap.csv", "--method", "gif", "--target", "a,b", "-o", "m.esp"}), 3,
                 {"gap.csv:3: column \"b\": the target is missing"});
}

}  // namespace
}  // namespace espalier::cli

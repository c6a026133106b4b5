#include "cli/cli_fixture.h"
#include "cli/tiny_data.h"

namespace espalier::cli {
namespace {

class Evaluate : public Cli {
 protected:
  void train(const std::string& data) {
    write("data.csv", data);
    ASSERT_EQ(run({"train", "data.csv", "--target", "y", "--depth", "1", "-o", "model.esp"}).status, 0);
  }
};

std::vector<std::string> keys(const nlohmann::ordered_json& json) {
  std::vector<std::string> names;
  for (const auto& item : json.items()) names.push_back(item.key());
  return names;
}

TEST_F(Evaluate, GivesExactlyTheClassificationMetrics) {
  train(kClasses);
  const Outcome outcome = run({"evaluate", "model.esp", "data.csv", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(keys(nlohmann::ordered_json::parse(outcome.out)),
            (std::vector<std::string>{"task", "rows", "error", "log_loss", "auc", "balanced_accuracy", "model"}));
  const nlohmann::json json = outcome.json();
  EXPECT_EQ(json["task"], "classification");
  EXPECT_EQ(json["rows"], 5);
  EXPECT_NEAR(json["error"], 0.2, 1e-12);
  EXPECT_NEAR(json["log_loss"], kLogLoss, 1e-6);
  EXPECT_NEAR(json["auc"], 5.0 / 6, 1e-12);
  EXPECT_NEAR(json["balanced_accuracy"], 5.0 / 6, 1e-12);
  EXPECT_EQ(json["model"]["bytes"], std::filesystem::file_size(folder() / "model.esp"));
  EXPECT_EQ(keys(nlohmann::ordered_json::parse(outcome.out)["model"]),
            (std::vector<std::string>{"method", "trees", "nodes", "leaves", "rules", "features", "bytes"}));
}

TEST_F(Evaluate, GivesExactlyTheRegressionMetrics) {
  train(kRegression);
  const Outcome outcome = run({"evaluate", "model.esp", "data.csv", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(keys(nlohmann::ordered_json::parse(outcome.out)),
            (std::vector<std::string>{"task", "rows", "mse", "mae", "r2", "model"}));
  EXPECT_NEAR(outcome.json()["mse"], 0.625, 1e-6);
  EXPECT_NEAR(outcome.json()["mae"], 0.75, 1e-6);
  EXPECT_NEAR(outcome.json()["r2"], 1 - 2.5 / 44.75, 1e-6);
}

TEST_F(Evaluate, UndefinedMetricsAreNull) {
  train(kClasses);
  write("one.csv", "x,y\n1,no\n2,no\n");
  EXPECT_TRUE(run({"evaluate", "model.esp", "one.csv", "--json"}).json()["auc"].is_null());
  train(kRegression);
  write("one.csv", "x,y\n1,3.5\n4,3.5\n");
  EXPECT_TRUE(run({"evaluate", "model.esp", "one.csv", "--json"}).json()["r2"].is_null());
}

TEST_F(Evaluate, ATargetOfAnotherNameCanBeGiven) {
  train(kRegression);
  write("renamed.csv", "x,truth\n1,2\n4,8.5\n");
  EXPECT_EQ(run({"evaluate", "model.esp", "renamed.csv", "--target", "truth", "--json"}).json()["mse"], 0);
}

TEST_F(Evaluate, WeightsCount) {
  train(kRegression);
  write("weighted.csv", "x,y,w\n1,2,3\n4,10.5,1\n");  // errors 0 and 2, weights 3 and 1
  EXPECT_NEAR(run({"evaluate", "model.esp", "weighted.csv", "--weight", "w", "--json"}).json()["mse"], 1, 1e-12);
}

TEST_F(Evaluate, WithoutJsonItIsATable) {
  train(kClasses);
  const Outcome outcome = run({"evaluate", "model.esp", "data.csv"});
  EXPECT_EQ(outcome.err, "");
  for (const char* part : {"classification of \"y\", 5 rows\n", "error ", "20%\n", "balanced_accuracy ", "0.8333\n",
                           "1 tree, 3 nodes, 2 leaves"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << " in " << outcome.out;
  }
}

}  // namespace
}  // namespace espalier::cli

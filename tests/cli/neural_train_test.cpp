// Neural rules from the first row to the last prediction, and options that contradict each other.
#include <algorithm>

#include "cli/cli_fixture.h"

namespace espalier::cli {
namespace {

class NeuralCli : public Cli {
 protected:
  Outcome train(const std::string& data, std::vector<std::string> more) {
    EXPECT_EQ(run({"generate", data, "--rows", "200", "-o", "data.csv"}).status, 0);
    std::vector<std::string> words = {"train",    "data.csv", "--target",   "target", "-o",      "model.esp",
                                      "--method", "neural",   "--epochs",   "5",      "--batch", "32",
                                      "--depth",  "2,3",      "--ensemble", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
};

TEST_F(NeuralCli, WhatWasChosenIsToldByTrainAndInspect) {
  const Outcome told = train("friedman1", {});
  ASSERT_EQ(told.status, 0) << told.err;
  EXPECT_NE(told.err.find("chosen     transform "), std::string::npos) << told.err;
  const std::string text = run({"inspect", "model.esp"}).out;
  EXPECT_NE(text.find("chosen transform "), std::string::npos) << text;
  EXPECT_NE(text.find(" rules in 2 networks, "), std::string::npos) << text;
}

TEST_F(NeuralCli, AModelOfEveryTaskAndFormPredictsAndIsEvaluatedInspectedAndExported) {
  for (const std::string data : {"friedman1", "twonorm", "waveform"}) {
    for (const std::string form : {"plain", "deep"}) {
      SCOPED_TRACE(data + " " + form);
      const Outcome trained = train(data, {"--form", form, "--quiet"});
      ASSERT_EQ(trained.status, 0) << trained.err;
      const std::string predictions = run({"predict", "model.esp", "data.csv"}).out;
      EXPECT_EQ(std::count(predictions.begin(), predictions.end(), '\n'), 1 + 200);
      const nlohmann::json judged = run({"evaluate", "model.esp", "data.csv", "--json"}).json();
      EXPECT_GT(judged["model"]["rules"], 0);
      EXPECT_EQ(run({"inspect", "model.esp"}).status, 0);
      EXPECT_EQ(run({"inspect", "model.esp", "--rules"}).status, 0);
      const nlohmann::json json = run({"export", "model.esp", "--format", "json"}).json();
      EXPECT_EQ(json["format"], "espalier-neural");
      EXPECT_EQ(json["nets"].size(), 2U);
    }
  }
}

TEST_F(NeuralCli, KeepsToABudgetInRulesOrBytes) {
  ASSERT_EQ(train("twonorm", {"--budget", "4rules", "--quiet"}).status, 0);
  EXPECT_LE(run({"inspect", "model.esp", "--json"}).json()["model"]["rules"], 4);
  ASSERT_EQ(train("twonorm", {"--budget", "2KB", "--quiet"}).status, 0);
  EXPECT_LE(run({"inspect", "model.esp", "--json"}).json()["model"]["bytes"], 2048);
}

TEST_F(NeuralCli, ThePaperIsAPreset) {
  const Outcome told = train("twonorm", {"--preset", "paper", "--ensemble", "1", "--depth", "2"});
  ASSERT_EQ(told.status, 0) << told.err;
  EXPECT_NE(told.err.find("transform standard, inputs tree, depth 2, "), std::string::npos) << told.err;
}

TEST_F(NeuralCli, WhatItDoesNotHaveIsWrongUsage) {
  expect_refused(train("twonorm", {"--form", "flat", "--quiet"}), 2, {"form must be plain or deep, got flat"});
  expect_refused(train("twonorm", {"--transform", "log", "--quiet"}), 2,
                 {"transform must be auto, standard, rank or mixed, got log"});
  expect_refused(train("twonorm", {"--inputs", "some", "--quiet"}), 2, {"inputs must be auto, tree or all"});
  expect_refused(train("twonorm", {"--depth", "0", "--quiet"}), 2, {"depth"});
  expect_refused(train("twonorm", {"--budget", "5trees", "--quiet"}), 2,
                 {"neural does not support a budget in trees, only in rules and bytes; methods that support it: "});
}

}  // namespace
}  // namespace espalier::cli

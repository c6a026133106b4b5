// The command line of gif: presets, and models at every stage.
#include "cli/cli_fixture.h"

namespace espalier::cli {
namespace {

class GifCli : public Cli {
 protected:
  Outcome train(std::vector<std::string> more) {
    EXPECT_EQ(run({"generate", "friedman1", "--rows", "200", "-o", "data.csv"}).status, 0);
    std::vector<std::string> words = {"train", "data.csv", "--target", "target", "-o", "model.esp"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
};

TEST_F(GifCli, APresetSetsOptionsAndFlagsBesideItWin) {
  const Outcome outcome =
      train({"--rate", "0.5", "--method", "gif", "--preset=paper", "--trees", "20", "--budget", "60nodes"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string text = run({"inspect", "model.esp"}).out;
  for (const char* setting : {"rate 0.5", "trees 20", "split local", "patience 0", "refit 0", "window 1"})
    EXPECT_NE(text.find(setting), std::string::npos) << setting << "\n" << text;
  EXPECT_EQ(text.find("chosen"), std::string::npos);
}

TEST_F(GifCli, AnUnknownPresetIsAnError) {
  EXPECT_EQ(train({"--method", "gif", "--preset", "papr"}).err,
            "espalier: gif has no preset \"papr\" (did you mean \"paper\"?); it has paper\n");
  const Outcome none = train({"--method", "tree", "--preset", "paper"});
  EXPECT_EQ(none.status, 2);
  EXPECT_EQ(none.err, "espalier: tree has no preset \"paper\"\n");
}

TEST_F(GifCli, EvaluateMeasuresAStage) {
  ASSERT_EQ(train({"--method", "gif", "--preset", "paper", "--budget", "60nodes"}).status, 0);
  const auto at = [&](const std::string& stage) {
    return run({"evaluate", "model.esp", "data.csv", "--stage", stage, "--json"});
  };
  EXPECT_EQ(at("1").json()["model"]["nodes"], 0);
  EXPECT_LE(at("20").json()["model"]["nodes"], 20);
  EXPECT_EQ(at("20").json()["model"]["method"], "gif");
  EXPECT_LT(at("40").json()["mse"], at("20").json()["mse"]);
  EXPECT_EQ(at("60").out, run({"evaluate", "model.esp", "data.csv", "--json"}).out);
  EXPECT_EQ(at("0").status, 2);
  ASSERT_EQ(train({"--method", "tree"}).status, 0);
  EXPECT_EQ(at("5").err,
            "espalier: the model has no record of its stages; gif keeps one, unless the model is stripped or has a "
            "budget in bytes\n");
}

TEST_F(GifCli, WhatWasChosenIsToldByTrainAndInspect) {
  const Outcome told = train({"--method", "gif", "--trees", "30,10", "--budget", "60nodes"});
  EXPECT_NE(told.err.find("chosen     global splits, trees "), std::string::npos) << told.err;
  const std::string text = run({"inspect", "model.esp"}).out;
  EXPECT_NE(text.find("chosen global splits, trees "), std::string::npos) << text;
  const auto chosen = [&](const std::string& nodes) {
    return train({"--method", "gif", "--trees", "30,10", "--budget", nodes + "nodes", "--json"}).json()["chosen"];
  };
  EXPECT_TRUE(chosen("60").get<std::string>().starts_with("global splits, trees ")) << chosen("60");
  EXPECT_TRUE(chosen("1").is_null());
}

}  // namespace
}  // namespace espalier::cli

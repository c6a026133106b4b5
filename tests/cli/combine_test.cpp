// The output of combine on the command line: its choice, the loss of every round, and options that contradict each
// other.
#include "cli/cli_fixture.h"

#include <algorithm>

namespace espalier::cli {
namespace {

class CombineCli : public Cli {
 protected:
  Outcome train(std::vector<std::string> more) {
    EXPECT_EQ(run({"generate", "friedman1", "--rows", "200", "-o", "data.csv"}).status, 0);
    std::vector<std::string> words = {"train",     "data.csv", "--target", "target",  "-o",
                                      "model.esp", "--method", "combine",  "--trees", "10"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
};

TEST_F(CombineCli, WhatWasChosenIsToldByTrainAndInspect) {
  const Outcome told = train({"--rounds", "20"});
  ASSERT_EQ(told.status, 0) << told.err;
  EXPECT_NE(told.err.find("chosen     trees 10, rounds "), std::string::npos) << told.err;
  EXPECT_NE(run({"inspect", "model.esp"}).out.find("chosen trees 10, rounds "), std::string::npos);
}

TEST_F(CombineCli, ThePathHasTheLossOfEveryRound) {
  ASSERT_EQ(train({"--preset", "paper", "--rounds", "7", "--path", "path.csv"}).status, 0);
  const std::string path = read("path.csv");
  EXPECT_EQ(path.substr(0, path.find('\n')).find("trees,nodes,leaves,rules,features,bytes,train_error"), 0U) << path;
  EXPECT_NE(path.find("train_loss"), std::string::npos) << path;
  EXPECT_EQ(std::count(path.begin(), path.end(), '\n'), 1 + 1 + 7);  // a heading, the constant, the rounds
}

TEST_F(CombineCli, OptionsThatDoNotGoTogetherAreWrongUsage) {
  const Outcome both = train({"--loss", "log", "--search", "greedy"});
  EXPECT_EQ(both.status, 2);
  EXPECT_EQ(both.err,
            "espalier: search must be blocked for loss log, since the greedy search only knows the squared loss\n");
  EXPECT_EQ(train({"--loss", "log"}).status, 2);
  expect_refused(train({"--budget", "5trees", "--quiet"}), 2,
                 {"combine does not support a budget in trees, only in leaves, nodes and bytes; methods that support "
                  "it: tree, boost, forest, "});
}

}  // namespace
}  // namespace espalier::cli

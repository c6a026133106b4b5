// The output of auto on the command line: what was tried, what was chosen and why.
#include "cli/cli_fixture.h"

namespace espalier::cli {
namespace {

class AutoCli : public Cli {
 protected:
  Outcome train(std::vector<std::string> more, const Surroundings& surroundings = {}) {
    EXPECT_EQ(run({"generate", "friedman1", "--rows", "200", "-o", "data.csv"}).status, 0);
    std::vector<std::string> words = {"train",    "data.csv", "--target", "target",   "-o",
                                      "auto.esp", "--method", "auto",     "--budget", "12leaves"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words, surroundings);
  }
};

TEST_F(AutoCli, TellsWhatWasTriedAndWhyOneWasChosen) {
  const Outcome told = train({"--candidates", "boost,gif"});
  ASSERT_EQ(told.status, 0) << told.err;
  for (const char* part :
       {"\nchosen     ", "): mse ", " on 40 held-out rows; ", "gif ", "compacted boost ", ", boost "})
    EXPECT_NE(told.err.find(part), std::string::npos) << part << "\n" << told.err;
  const std::string text = run({"inspect", "auto.esp"}).out;
  EXPECT_NE(text.find("method     auto, candidates boost,gif, budget 12leaves, seed 1, chosen "), std::string::npos)
      << text;
  EXPECT_EQ(run({"evaluate", "auto.esp", "data.csv", "--json"}).json()["model"]["method"], "auto");
}

// Methods that have no budget of their own keep none; graft says what its own is.
TEST_F(AutoCli, WithoutABudgetCapsOnlyWhatHasADefault) {
  EXPECT_EQ(run({"generate", "friedman1", "--rows", "200", "-o", "data.csv"}).status, 0);
  const auto chosen = [&](const char* candidate) {
    return run({"train", "data.csv", "--target", "target", "--method", "auto", "--candidates", candidate, "-o",
                "auto.esp", "--json"})
        .json();
  };
  const nlohmann::json boost = chosen("boost");
  EXPECT_GT(boost["model"]["leaves"].get<int>(), 256);
  EXPECT_EQ(boost["model"]["trees"], 100);
  const std::string text = chosen("graft")["chosen"];
  EXPECT_NE(text.find(", at most 256leaves by default)"), std::string::npos) << text;
}

TEST_F(AutoCli, TellsWhatThereWasNoTimeFor) {
  const Outcome told = train({"--candidates", "gif,rules,ret", "--time", "0s", "--json"});
  ASSERT_EQ(told.status, 0) << told.err;
  const std::string message = "gif and ret were left out for lack of time (0s)";
  EXPECT_NE(told.err.find("espalier: warning: " + message), std::string::npos) << told.err;
  EXPECT_EQ(told.json()["warnings"], nlohmann::json({message}));
  EXPECT_TRUE(told.json()["chosen"].get<std::string>().ends_with(": the only one tried")) << told.out;
}

TEST_F(AutoCli, TheModelIsWithinItsBudgetAndTheSameEachTime) {
  ASSERT_EQ(train({"--candidates", "gif,boost", "--budget", "400bytes"}).status, 0);
  const std::string first = read("auto.esp");
  EXPECT_LE(first.size(), 400U);
  ASSERT_EQ(train({"--candidates", "boost,gif", "--budget", "400bytes", "--time", "1h", "--threads", "2"}).status, 0);
  EXPECT_EQ(read("auto.esp"), first);
}

TEST_F(AutoCli, RefusesWhatIsNoCandidate) {
  expect_refused(train({"--candidates", "graft,bost"}), 2, {"candidates must be", "did you mean \"boost\"?"});
  expect_refused(train({"--time", "5d"}), 2, {"time must be a time such as 30s, 5m or 1h", "got 5d"});
}

TEST_F(AutoCli, HelpNamesTheCandidates) {
  const std::string help = run({"train", "--method", "auto", "--help"}).out;
  EXPECT_NE(help.find("--candidates graft|rules|boost|gif|ret,…"), std::string::npos) << help;
  EXPECT_NE(help.find("--time TIME"), std::string::npos) << help;
}

}  // namespace
}  // namespace espalier::cli

// datasets and generate.
#include "cli/cli_fixture.h"

#include <algorithm>

namespace espalier::cli {
namespace {

class Generate : public Cli {};

const std::vector<std::string> kNames = {"xor",      "rotated-xor", "friedman1", "friedman2", "friedman3", "hwang5",
                                         "ringnorm", "twonorm",     "hastie",    "waveform",  "madelon"};

TEST_F(Generate, DatasetsListsThemAll) {
  const Outcome table = run({"datasets"});
  EXPECT_EQ(table.status, 0);
  for (const std::string& name : kNames) EXPECT_NE(table.out.find(name), std::string::npos) << name;
  const nlohmann::json json = run({"datasets", "--json"}).json();
  EXPECT_EQ(json.size(), kNames.size());
  for (const nlohmann::json& entry : json) {
    EXPECT_NE(std::find(kNames.begin(), kNames.end(), entry["name"]), kNames.end()) << entry;
    EXPECT_FALSE(entry["summary"].get<std::string>().empty());
  }
}

TEST_F(Generate, OneDatasetShowsFormulaAndOptimum) {
  const std::string text = run({"datasets", "friedman1"}).out;
  for (const char* part : {"formula", "sin", "noise", "(default 1)", "optimum"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
  EXPECT_EQ(run({"datasets", "friedman1", "--json"}).json()["default_noise"], 1);
}

TEST_F(Generate, WritesAHeaderAndAsManyRowsAsAskedFor) {
  for (const std::string& name : kNames) {
    const Outcome outcome = run({"generate", name, "--rows", "3"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("x1,x2,")) << name;
    EXPECT_NE(outcome.out.find(",target\n"), std::string::npos) << name;
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 4) << name;
  }
}

TEST_F(Generate, MoreRowsExtendTheTableAndAnotherSeedChangesIt) {
  const std::string few = run({"generate", "friedman1", "--rows", "5"}).out;
  EXPECT_TRUE(run({"generate", "friedman1", "--rows", "9"}).out.starts_with(few));
  EXPECT_EQ(run({"generate", "friedman1", "--rows", "5", "--seed", "1"}).out, few);
  EXPECT_NE(run({"generate", "friedman1", "--rows", "5", "--seed", "2"}).out, few);
}

TEST_F(Generate, NoiseZeroDiffersFromTheDefaultOfFriedman1) {
  EXPECT_NE(run({"generate", "friedman1", "--rows", "5", "--noise", "0"}).out,
            run({"generate", "friedman1", "--rows", "5"}).out);
  EXPECT_EQ(run({"generate", "friedman1", "--rows", "5", "--noise", "1"}).out,
            run({"generate", "friedman1", "--rows", "5"}).out);
}

TEST_F(Generate, AFileHasWhatStandardOutputHas) {
  ASSERT_EQ(run({"generate", "xor", "--rows", "10", "-o", "xor.csv"}).status, 0);
  EXPECT_EQ(read("xor.csv"), run({"generate", "xor", "--rows", "10"}).out);
  EXPECT_EQ(run({"generate", "xor", "--rows", "10", "-o", "-"}).out, read("xor.csv"));
}

}  // namespace
}  // namespace espalier::cli

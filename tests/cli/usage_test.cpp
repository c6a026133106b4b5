// Wrong usage: exit status 2, one line that says what was expected, and nothing left behind.
#include "cli/cli_fixture.h"
#include "espalier/instruction_sets.h"

namespace espalier::cli {
namespace {

class Usage : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    write("data.csv", "x,y\n1,a\n2,a\n3,b\n4,b\n");
  }
  void TearDown() override {
    EXPECT_EQ(files(), std::vector<std::string>{"data.csv"});
    Cli::TearDown();
  }
  Outcome train_with(const Arguments& more) {
    Arguments all = {"train", "data.csv", "--target", "y", "-o", "model.esp"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
};

TEST_F(Usage, AMistypedVerbGetsASuggestion) {
  expect_refused(run({"trian", "data.csv"}), 2, {"there is no verb trian", "did you mean \"train\"?"});
}

TEST_F(Usage, AWordThatIsNearNoVerbIsSentToTheHelp) {
  expect_refused(run({"xylophone"}), 2, {"there is no verb xylophone", "espalier --help"});
}

TEST_F(Usage, AnInstructionSetThatThereIsNotIsWrongUsage) {
  expect_refused(run({"--version"}, {"", {"ESPALIER_TARGETS=mmx"}}), 2,
                 {"ESPALIER_TARGETS: the instruction set must be ", ", got \"mmx\""});
  EXPECT_EQ(run({"--version"}, {"", {"ESPALIER_TARGETS=" + instruction_sets().back()}}).status, 0);
}

TEST_F(Usage, AMistypedFlagGetsASuggestion) {
  expect_refused(train_with({"--dept", "3"}), 2, {"there is no option --dept", "did you mean \"--depth\"?"});
  expect_refused(train_with({"--sede=3"}), 2, {"there is no option --sede", "did you mean \"--seed\"?"});
  expect_refused(train_with({"--max_depth", "3"}), 2, {"there is no option --max_depth; its name is --depth"});
  expect_refused(train_with({"--learning-rate=0.1"}), 2,
                 {"there is no option --learning-rate; --rate is an option of --method boost, "});
  expect_refused(train_with({"--method", "boost", "--qqqqq"}), 2, {"(see espalier train --method boost --help)"});
}

TEST_F(Usage, AFlagOfAnotherMethodIsSaidToBeOne) {
  expect_refused(train_with({"--rate", "0.1"}), 2, {"--rate is an option of --method boost"});
  expect_refused(train_with({"--method", "boost", "--bootstrap", "none"}), 2,
                 {"--bootstrap is an option of --method forest"});
}

TEST_F(Usage, AMistypedFlagIsNamedEvenIfItSwallowedTheFileName) {
  expect_refused(run({"train", "--tagret", "y", "-o", "model.esp"}), 2, {"did you mean \"--target\"?"});
}

TEST_F(Usage, AMistypedMethodGetsASuggestion) {
  expect_refused(train_with({"--method", "tre"}), 2, {"\"tre\"", "did you mean \"tree\"?"});
  expect_refused(train_with({"--method=tre"}), 2, {"did you mean \"tree\"?"});
}

TEST_F(Usage, AMistypedDatasetGetsASuggestion) {
  expect_refused(run({"generate", "freidman1"}), 2, {"freidman1", "did you mean \"friedman1\"?"});
  expect_refused(run({"datasets", "freidman1"}), 2, {"freidman1", "did you mean \"friedman1\"?"});
}

TEST_F(Usage, AMistypedChoiceGetsTheChoicesAndASuggestion) {
  expect_refused(train_with({"--task", "clasification"}), 2,
                 {"task must be one of classification, regression", "did you mean \"classification\"?"});
  expect_refused(train_with({"--class-weight", "equal"}), 2, {"class-weight must be balanced", "got \"equal\""});
}

TEST_F(Usage, WhatIsMissingIsNamed) {
  expect_refused(run({"train", "data.csv", "--target", "y"}), 2, {"-o is required", "espalier train --help"});
  expect_refused(run({"predict"}), 2, {"MODEL is required"});
  expect_refused(run({"train", "data.csv", "-o", "model.esp"}), 2, {"--target is required", "data.csv"});
  expect_refused(train_with({"--seed"}), 2, {"--seed needs a value"});
}

TEST_F(Usage, AnArgumentTooManyIsNamed) {
  expect_refused(train_with({"other.csv"}), 2, {"unexpected argument \"other.csv\""});
}

TEST_F(Usage, NumbersOutOfRangeGetTheRange) {
  expect_refused(run({"generate", "xor", "--rows", "0"}), 2, {"rows must be a whole number in [1, ", "got \"0\""});
  expect_refused(train_with({"--seed", "-1"}), 2, {"seed must be a whole number", "got \"-1\""});
  expect_refused(train_with({"--threads", "two"}), 2, {"threads must be a whole number", "got \"two\""});
  expect_refused(run({"cv", "data.csv", "--target", "y", "--folds", "1"}), 2, {"folds must be", "[2, ", "got \"1\""});
  expect_refused(run({"generate", "xor", "--noise", "-0.5"}), 2, {"noise must be", "at least 0", "got \"-0.5\""});
}

TEST_F(Usage, MoreFoldsThanRowsAreRefused) {
  expect_refused(run({"cv", "data.csv", "--target", "y", "--folds", "5"}), 2, {"folds must be at most", "4", "got 5"});
}

TEST_F(Usage, OptionsOfTheMethodAreCheckedByTheMethod) {
  expect_refused(train_with({"--quiet", "--depth", "0"}), 2, {"depth must be", "[1, ", "got 0"});
  expect_refused(train_with({"--quiet", "--criterion", "ginni"}), 2, {"criterion must be", "did you mean \"gini\"?"});
}

TEST_F(Usage, OptionsAreRefusedBeforeTheDataAreRead) {
  const Outcome result = run({"train", "no-such-file.csv", "--target", "y", "--depth", "0", "-o", "m.esp"});
  expect_refused(result, 2, {"depth must be"});
}

TEST_F(Usage, ABudgetThatCannotBeReadIsRefused) {
  expect_refused(train_with({"--budget", "16parsecs"}), 2, {"budget", "16parsecs"});
}

TEST_F(Usage, AFractionToHoldOutIsBetweenZeroAndOne) {
  expect_refused(train_with({"--valid", "1.5"}), 2, {"valid must be a fraction in (0, 1)", "got 1.5"});
}

TEST_F(Usage, BalancedClassesNeedClasses) {
  expect_refused(run({"train", "data.csv", "--target", "x", "--task", "regression", "--class-weight", "balanced", "-o",
                      "model.esp"}),
                 2, {"class-weight", "regression"});
}

TEST_F(Usage, OnlyOneInputCanBeStandardInput) { expect_refused(run({"predict", "-", "-"}), 2, {"only one input"}); }

TEST_F(Usage, OnlyOneOutputCanBeStandardOutput) {
  expect_refused(run({"train", "data.csv", "--target", "y", "--json", "-o", "-"}), 2, {"standard output"});
}

TEST_F(Usage, AListThatIsNoneGetsTheLimits) {
  expect_refused(run({"train", "data.csv", "--target", "y", "--method", "ret", "--depths", "7-2", "-o", "model.esp"}),
                 2, {"depths must be whole numbers, or ranges such as 2-7, in [1, 64]", "got 7-2"});
}

TEST_F(Usage, AFileThatAnOptionNamesIsNotReplaced) {
  expect_refused(run({"train", "data.csv", "--target", "y", "--method", "ret", "--pool", "a.esp", "-o", "./a.esp"}), 2,
                 {"-o ./a.esp would replace the file of --pool"});
}

TEST_F(Usage, ATraceIsRefusedWhereTheMethodGivesNone) {
  expect_refused(run({"train", "data.csv", "--target", "y", "-o", "model.esp", "--trace", "trace.csv"}), 2,
                 {"--trace: graft does not work in epochs"});
}

TEST_F(Usage, InspectShowsOneThingAtATime) {
  expect_refused(run({"inspect", "model.esp", "--json", "--rules"}), 2, {"only one of --json, --text and --rules"});
}

}  // namespace
}  // namespace espalier::cli

// What the system may refuse: threads, memory, and room for files.
#include "cli/cli_fixture.h"
#include "cli/tiny_data.h"
#include "support/test_size.h"

namespace espalier::cli {
namespace {

class Limits : public Cli {};

constexpr const char* kTrain =
    "$espalier train d.csv --target target --method boost --trees 3 --threads 64 --quiet -o ";

TEST_F(Limits, WithFewerThreadsThanAskedForTheModelIsTheSame) {
  if (test::kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  ASSERT_EQ(run({"generate", "friedman1", "--rows", "20000", "-o", "d.csv"}).status, 0);
  ASSERT_EQ(shell(std::string(kTrain) + "all.esp").status, 0);
  const Outcome outcome = shell("ulimit -v 250000; " + std::string(kTrain) + "few.esp");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(read("few.esp"), read("all.esp"));
}

TEST_F(Limits, WithoutEnoughMemoryThatIsSaid) {
  if (test::kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  ASSERT_EQ(run({"generate", "friedman1", "--rows", "100000", "-o", "d.csv"}).status, 0);
  // The program and its libraries take 25 MB, the file 20 MB, the table 4 MB.
  for (const int kilobytes : {40000, 45000, 50000, 55000, 60000}) {
    const Outcome outcome = shell("ulimit -v " + std::to_string(kilobytes) + "; " + kTrain + "m.esp");
    if (outcome.status == 0) continue;
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_TRUE(outcome.err.starts_with("espalier: not enough memory")) << outcome.err;
    EXPECT_EQ(files(), (std::vector<std::string>{"d.csv"}));
  }
}

TEST_F(Limits, AFileThatMayNotGrowIsNamedAndNothingIsLeftOfIt) {
  write("data.csv", kClasses);
  ASSERT_EQ(run({"train", "data.csv", "--target", "y", "-o", "model.esp"}).status, 0);
  for (const std::string command : {"generate xor --rows 5000 -o out", "export model.esp --format json -o out",
                                    "train data.csv --target y --quiet -o out", "predict model.esp data.csv -o out",
                                    "train data.csv --target y --quiet --method boost -o /dev/null --path out"}) {
    const Outcome outcome = shell("ulimit -f 0; $espalier " + command);
    EXPECT_EQ(outcome.status, 2) << command << outcome.err;
  }
  EXPECT_EQ(files(), (std::vector<std::string>{"data.csv", "model.esp"}));
  expect_refused(shell("ulimit -f 4; $espalier generate xor --rows 5000 -o out"), 2,
                 {"cannot write out: File too large"});
}

TEST_F(Limits, WhereMessagesCannotBeWrittenTheWorkIsDoneAllTheSame) {
  write("data.csv", kClasses);
  EXPECT_EQ(shell("$espalier train data.csv --target y -o model.esp 2> /dev/full").status, 0);
  EXPECT_EQ(files(), (std::vector<std::string>{"data.csv", "model.esp"}));
  EXPECT_EQ(shell("$espalier train none.csv --target y -o model.esp 2> /dev/full").status, 3);
}

TEST_F(Limits, AFullDiskIsNamedByEveryVerbThatWrites) {
  write("data.csv", kClasses);
  ASSERT_EQ(run({"generate", "friedman1", "--rows", "60", "-o", "more.csv"}).status, 0);
  ASSERT_EQ(run({"train", "data.csv", "--target", "y", "-o", "model.esp"}).status, 0);
  for (const std::string command :
       {"generate xor", "generate xor --rows 50000", "export model.esp --format json", "predict model.esp data.csv",
        "train data.csv --target y --quiet", "compact model.esp --data data.csv --budget 2leaves --quiet",
        "train more.csv --target target --quiet --method tree -o /dev/null --path",
        "train more.csv --target target --quiet --method linear -o /dev/null --trace"}) {
    const bool names_flag = command.ends_with("--path") || command.ends_with("--trace");
    expect_refused(shell("$espalier " + command + (names_flag ? "" : " -o") + " /dev/full"), 2,
                   {"cannot write /dev/full: No space left on device"});
  }
  for (const std::string command :
       {"datasets", "completion bash", "--help", "train --help", "inspect model.esp", "inspect model.esp --json",
        "evaluate model.esp data.csv", "cv data.csv --target y --folds 2 --quiet", "generate xor",
        "export model.esp --format dot", "predict model.esp data.csv", "train data.csv --target y --quiet -o -"}) {
    expect_refused(shell("$espalier " + command + " > /dev/full"), 2,
                   {"cannot write standard output: No space left on device"});
  }
}

}  // namespace
}  // namespace espalier::cli

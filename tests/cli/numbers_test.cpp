// Files as spreadsheets write them: other separators, other marks in numbers, UTF-16.
#include "cli/cli_fixture.h"

namespace espalier::cli {
namespace {

// y = 10 a, and a is below or above 1.5; b is a thousand times as large.
constexpr const char* kGerman = "a;b;y\n1,25;1.250;12,5\n1,5;1.500;15\n1,75;1.750;17,5\n2;2.000;20\n";
constexpr const char* kEnglish = "a,b,y\n1.25,1250,12.5\n1.5,1500,15\n1.75,1750,17.5\n2,2000,20\n";

class Numbers : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    write("german.csv", kGerman);
    write("english.csv", kEnglish);
  }
  Outcome train(const std::string& data, const Arguments& more) {
    Arguments all = {"train", data, "--target", "y", "--method", "tree", "-o", "m.esp", "--quiet"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
  std::string predictions(const std::string& data, const Arguments& more = {}) {
    Arguments all = {"predict", "m.esp", data};
    all.insert(all.end(), more.begin(), more.end());
    const Outcome outcome = run(all);
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  }
};

const Arguments kStyle = {"--decimal", ",", "--thousands", "."};
constexpr const char* kAnswer = "prediction\n12.5\n15\n17.5\n20\n";

TEST_F(Numbers, TheModelRemembersHowTheNumbersOfItsDataWereWritten) {
  const Outcome outcome = train("german.csv", kStyle);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(predictions("german.csv"), kAnswer);
  EXPECT_NE(run({"evaluate", "m.esp", "german.csv"}).out.find("mse                           0"), std::string::npos);
  const Outcome compacted = run({"compact", "m.esp", "--data", "german.csv", "--budget", "4leaves", "-o", "c.esp"});
  ASSERT_EQ(compacted.status, 0) << compacted.err;
  EXPECT_EQ(run({"predict", "c.esp", "german.csv"}).out, kAnswer);
  EXPECT_NE(run({"inspect", "m.esp"}).out.find("decimal"), std::string::npos);
}

TEST_F(Numbers, AndIsToldOtherwiseByTheSameOptions) {
  ASSERT_EQ(train("german.csv", kStyle).status, 0);
  EXPECT_EQ(predictions("english.csv", {"--decimal", ".", "--thousands", "none"}), kAnswer);
  EXPECT_EQ(predictions("english.csv", {"--decimal", "."}), kAnswer);
  expect_refused(run({"predict", "m.esp", "english.csv"}), 3,
                 {"english.csv:2", "\"1.25\" is not a number (with --decimal . --thousands none it is)"});
  ASSERT_EQ(train("english.csv", {}).status, 0);
  EXPECT_EQ(predictions("german.csv", kStyle), kAnswer);
}

TEST_F(Numbers, TheSameModelComesOfBothFiles) {
  ASSERT_EQ(train("german.csv", {"--decimal", ",", "--thousands", ".", "--strip"}).status, 0);
  const std::string german = read("m.esp");
  ASSERT_EQ(train("english.csv", {"--strip"}).status, 0);
  EXPECT_EQ(read("m.esp"), german);
}

TEST_F(Numbers, ValidationRowsAreReadInTheSameWay) {
  EXPECT_EQ(train("german.csv", {"--decimal", ",", "--thousands", ".", "--valid", "german.csv"}).err, "");
  EXPECT_EQ(
      run({"cv", "german.csv", "--target", "y", "--folds", "2", "--decimal", ",", "--thousands", ".", "--quiet"}).err,
      "");
}

TEST_F(Numbers, WithoutTheOptionsThereAreWarnings) {
  write("quoted.csv", "a,y\n\"1,5\",0\n\"2,5\",1\n\"3,5\",0\n");
  const std::string warning =
      "column \"a\" is read as categories, such as \"1,5\"; give --decimal , if they are numbers, or --categorical if "
      "not";
  const Outcome outcome = train("quoted.csv", {"--json"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "espalier: warning: quoted.csv: " + warning + "\n");
  EXPECT_EQ(outcome.json()["warnings"][0], warning);
  const Outcome folds = run({"cv", "quoted.csv", "--target", "y", "--folds", "2", "--json", "--quiet"});
  EXPECT_TRUE(folds.err.starts_with("espalier: warning: quoted.csv: " + warning + "\n")) << folds.err;
  EXPECT_EQ(folds.json()["warnings"][0], warning);
  EXPECT_EQ(train("quoted.csv", {"--decimal", ","}).err, "");
  EXPECT_EQ(train("quoted.csv", {"--categorical", "a"}).err, "");
}

TEST_F(Numbers, TabsAndUtf16AreRead) {
  std::string text = "\xFF\xFE";
  for (const char c : std::string("a\tb\ty\n1.25\t1250\t12.5\n1.5\t1500\t15\n1.75\t1750\t17.5\n2\t2000\t20\n"))
    text += {c, '\0'};
  write("sheet.csv", text);
  ASSERT_EQ(train("sheet.csv", {}).status, 0);
  EXPECT_EQ(predictions("sheet.csv"), kAnswer);
  EXPECT_EQ(predictions("english.csv"), kAnswer);
}

TEST_F(Numbers, ANulByteIsRefused) {
  using namespace std::string_literals;
  write("nul.csv", "a,y\n1,0\n2,\0001\n"s);
  expect_refused(train("nul.csv", {}), 3, {"nul.csv:3: a NUL byte"});
}

TEST_F(Numbers, ALabelOfAMillionBytesIsRefused) {
  write("long.csv", "a,y\nx,0\n" + std::string(1'000'000, 'z') + ",1\n");
  expect_refused(train("long.csv", {}), 3, {"column \"a\": a label of 1000000 bytes, at most 65535 are allowed"});
}

}  // namespace
}  // namespace espalier::cli

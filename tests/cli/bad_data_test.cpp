// Bad data: exit status 3, the file, the line, the column and what was expected; no model left behind.
#include "cli/cli_fixture.h"

#include <algorithm>

namespace espalier::cli {
namespace {

class BadData : public Cli {
 protected:
  void refuse(const std::string& content, const std::vector<std::string>& parts, const Arguments& more = {}) {
    write("bad.csv", content);
    Arguments all = {"train", "bad.csv", "--target", "y", "-o", "model.esp", "--quiet"};
    all.insert(all.end(), more.begin(), more.end());
    expect_refused(run(all), 3, parts);
    EXPECT_EQ(files(), std::vector<std::string>{"bad.csv"});
  }
};

// 99 numbers, so that one cell of text is an error and not a category.
std::string numbers_then(const std::string& cell) {
  std::string text = "x,y\n";
  for (int i = 0; i < 198; ++i) text += std::to_string(i) + "," + std::to_string(i % 2) + "\n";
  return text + cell + ",1\n";
}

TEST_F(BadData, AMissingFileIsNamed) {
  expect_refused(run({"train", "none.csv", "--target", "y", "-o", "model.esp"}), 3, {"none.csv", "No such file"});
  EXPECT_TRUE(files().empty());
}

TEST_F(BadData, AFolderIsNoFile) {
  std::filesystem::create_directory(folder() / "folder");
  expect_refused(run({"train", "folder", "--target", "y", "-o", "model.esp"}), 3, {"folder"});
}

TEST_F(BadData, AnEmptyFileIsSaidToBeEmpty) { refuse("", {"bad.csv", "empty"}); }

TEST_F(BadData, AHeaderAloneHasNoRows) { refuse("x,y\n", {"bad.csv", "no rows"}); }

TEST_F(BadData, ARaggedRowIsNamedByItsLine) { refuse("x,y\n1,0\n2\n3,1\n", {"bad.csv:3:", "1", "2"}); }

TEST_F(BadData, ARowTooLongIsNamedByItsLine) { refuse("x,y\n1,0\n2,1\n3,1,9\n", {"bad.csv:4:", "3", "2"}); }

TEST_F(BadData, AnUnclosedQuoteIsNamedByTheLineItOpensIn) { refuse("x,y\n1,0\n\"2,1\n3,1\n", {"bad.csv:3:", "quote"}); }

TEST_F(BadData, TextInANumericColumnIsNamedByLineColumnAndCell) {
  refuse(numbers_then("4o"), {"bad.csv:200:", "\"x\"", "\"4o\"", "not a number"});
}

TEST_F(BadData, TextInAColumnDeclaredNumericIsRefused) {
  refuse("x,y\nred,0\n1,1\n", {"bad.csv:2:", "\"x\"", "\"red\"", "not a number"}, {"--numeric", "x"});
}

TEST_F(BadData, ATargetThatIsNotThereGetsASuggestion) {
  write("bad.csv", "x,price\n1,0\n2,1\n");
  expect_refused(run({"train", "bad.csv", "--target", "prize", "-o", "model.esp"}), 3,
                 {"bad.csv", "\"prize\"", "did you mean \"price\"?"});
}

TEST_F(BadData, ColumnsThatAreNotThereGetASuggestion) {
  for (const char* flag : {"--ignore", "--numeric", "--categorical"}) {
    refuse("height,y\n1,a\n2,b\n", {"bad.csv", "\"hieght\"", "did you mean \"height\"?"}, {flag, "hieght"});
  }
}

TEST_F(BadData, ASlipOfLetterCaseOrABlankGetsASuggestion) {
  write("bad.csv", "x, Price \n1,0\n2,1\n");
  expect_refused(run({"train", "bad.csv", "--target", "PRICE", "-o", "model.esp"}), 3, {"did you mean \"", "Price"});
}

TEST_F(BadData, AColumnNameThatIsThereTwiceIsRefused) { refuse("x,x,y\n1,2,0\n3,4,1\n", {"bad.csv:1:", "\"x\""}); }

TEST_F(BadData, OneClassOnlyIsNotClassification) { refuse("x,y\n1,a\n2,a\n", {"\"y\"", "one class", "\"a\""}); }

TEST_F(BadData, AMissingTargetIsNamedByItsLine) { refuse("x,y\n1,0\n2,\n3,1\n", {"bad.csv:3:", "\"y\"", "missing"}); }

TEST_F(BadData, ATargetThatIsNotFiniteIsNamedByItsLine) {
  refuse("x,y\n1,0.5\n2,inf\n3,1.5\n", {"bad.csv:3:", "\"y\"", "finite"});
}

TEST_F(BadData, ANegativeWeightIsNamedByItsLine) {
  refuse("x,w,y\n1,1,a\n2,-2,b\n", {"bad.csv:3:", "\"w\"", "-2"}, {"--weight", "w"});
}

TEST_F(BadData, WeightsThatAreAllZeroAreRefused) {
  refuse("x,w,y\n1,0,a\n2,0,b\n", {"weight", "zero"}, {"--weight", "w"});
}

TEST_F(BadData, ATargetAloneIsNothingToLearnFrom) { refuse("y\n0\n1\n", {"no column besides the target"}); }

TEST_F(BadData, TextCannotBeTheTargetOfRegression) {
  refuse("x,y\n1,a\n2,b\n", {"\"y\"", "numeric", "regression"}, {"--task", "regression"});
}

TEST_F(BadData, AConstantRegressionTargetGivesAConstantModelAndAWarning) {
  write("constant.csv", "x,y\n1,2.5\n2,2.5\n3,2.5\n");
  const Outcome outcome = run({"train", "constant.csv", "--target", "y", "--json", "-o", "model.esp"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("espalier: warning: "), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.json()["warnings"].size(), 1u);
  EXPECT_EQ(outcome.json()["model"]["leaves"], 0);
  EXPECT_TRUE(outcome.json()["train"]["r2"].is_null());
  EXPECT_EQ(run({"predict", "model.esp", "constant.csv"}).out, "prediction\n2.5\n2.5\n2.5\n");
}

class BadInput : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    write("train.csv", "size,colour,y\n1,red,a\n2,blue,a\n3,red,b\n4,blue,b\n5,red,a\n6,blue,b\n7,blue,b\n8,red,a\n");
    ASSERT_EQ(run({"train", "train.csv", "--target", "y", "-o", "model.esp"}).status, 0);
    ASSERT_EQ(run({"inspect", "model.esp", "--json"}).json()["features"].size(), 2u);  // the model uses both
  }
  void refuse(const std::string& content, const std::vector<std::string>& parts) {
    write("new.csv", content);
    expect_refused(run({"predict", "model.esp", "new.csv", "-o", "out.csv"}), 3, parts);
    EXPECT_EQ(files(), (std::vector<std::string>{"model.esp", "new.csv", "train.csv"}));
  }
};

TEST_F(BadInput, AColumnThatTheModelNeedsMustBeThere) {
  refuse("size,color\n1,red\n", {"new.csv", "\"colour\"", "did you mean \"color\"?"});
}

TEST_F(BadInput, AColumnThatTheModelKnowsAsNumbersMustBeNumbers) {
  refuse("size,colour\nbig,red\n", {"new.csv:2:", "\"size\"", "\"big\"", "not a number"});
}

TEST_F(BadInput, ATargetClassThatTheModelDoesNotKnowIsNamed) {
  write("new.csv", "size,colour,y\n1,red,c\n");
  expect_refused(run({"evaluate", "model.esp", "new.csv"}), 3, {"\"y\"", "\"c\""});
}

TEST_F(BadInput, EvaluateNeedsTheTarget) {
  write("new.csv", "size,colour\n1,red\n");
  expect_refused(run({"evaluate", "model.esp", "new.csv"}), 3, {"new.csv", "\"y\""});
}

TEST_F(BadInput, UnknownCategoriesAndMissingCellsAreNoErrors) {
  write("new.csv", "size,colour\n,red\n2,\n3,green\nNA,?\n");
  const Outcome outcome = run({"predict", "model.esp", "new.csv"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 5);
}

}  // namespace
}  // namespace espalier::cli

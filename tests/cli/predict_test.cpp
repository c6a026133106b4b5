#include "espalier/predict.h"
#include "cli/cli_fixture.h"
#include "cli/tiny_data.h"
#include "espalier/model.h"
#include "espalier/read_table.h"
#include "espalier/table.h"

namespace espalier::cli {
namespace {

class Predict : public Cli {
 protected:
  void train(const std::string& data) {
    write("data.csv", data);
    ASSERT_EQ(run({"train", "data.csv", "--target", "y", "--depth", "1", "-o", "model.esp"}).status, 0);
  }
  std::string predict(const Arguments& more = {}) {
    Arguments all = {"predict", "model.esp", "new.csv"};
    all.insert(all.end(), more.begin(), more.end());
    const Outcome outcome = run(all);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  }
};

TEST_F(Predict, RegressionGivesValues) {
  train(kRegression);
  write("new.csv", "x\n-1e9\n2.5\n2.75\n");  // left if x <= 2.5
  EXPECT_EQ(predict(), "prediction\n2\n2\n8.5\n");
  EXPECT_EQ(predict({"--output", "score"}), "score\n2\n2\n8.5\n");
  EXPECT_EQ(predict({"--output", "leaf"}), "tree_1\n0\n0\n1\n");
}

TEST_F(Predict, ClassificationGivesLabelsOrProbabilities) {
  train(kClasses);
  write("new.csv", "x\n1\n9\n");
  EXPECT_EQ(predict(), "prediction\nno\nyes\n");
  std::istringstream lines(predict({"--output", "probability"}));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "probability_no,probability_yes");
  std::getline(lines, line);
  EXPECT_EQ(line, "1,0");
  std::getline(lines, line);
  EXPECT_NEAR(std::stod(line), 1.0 / 3, 1e-6);
  EXPECT_NEAR(std::stod(line.substr(line.find(',') + 1)), 2.0 / 3, 1e-6);
}

TEST_F(Predict, RegressionHasNoProbabilities) {
  train(kRegression);
  write("new.csv", "x\n1\n");
  expect_refused(run({"predict", "model.esp", "new.csv", "--output", "probability"}), 2,
                 {"output must be label, score or leaf", "got \"probability\""});
}

TEST_F(Predict, ColumnsAreMatchedByName) {
  train("a,b,y\n1,9,low\n2,9,low\n3,9,high\n4,9,high\n");
  write("new.csv", "b,c,a\n1,4,4\n4,1,1\n");
  EXPECT_EQ(predict(), "prediction\nhigh\nlow\n");
}

TEST_F(Predict, KeptColumnsComeFirstInTheOrderAskedForAsTheyStoodInTheFile) {
  train(kRegression);
  write("new.csv", "id,x,note\n007,1,\"a, \"\"b\"\"\"\n008,4,plain\n");
  EXPECT_EQ(predict({"--keep", "note,id"}), "note,id,prediction\n\"a, \"\"b\"\"\",007,2\nplain,008,8.5\n");
}

TEST_F(Predict, AKeptColumnThatIsNotThereIsBadData) {
  train(kRegression);
  write("new.csv", "x\n1\n");
  expect_refused(run({"predict", "model.esp", "new.csv", "--keep", "id"}), 3, {"keep", "new.csv", "\"id\""});
}

TEST_F(Predict, LabelsAreQuotedWhereCsvNeedsIt) {
  train("x,y\n1,\"a,b\"\n2,c\n");
  write("new.csv", "x\n1\n2\n");
  EXPECT_EQ(predict(), "prediction\n\"a,b\"\nc\n");
  EXPECT_TRUE(predict({"--output", "probability"}).starts_with("\"probability_a,b\",probability_c\n"));
}

TEST_F(Predict, NumbersReadBackTheSame) {
  train("x,y\n1,0.1\n2,0.30000001192092896\n");
  write("new.csv", "x\n1\n2\n");
  const Table table = read_table((folder() / "new.csv").string(), {});
  const std::vector<double> scores = predict_scores(load((folder() / "model.esp").string()), table);
  std::istringstream lines(predict());
  std::string line;
  std::getline(lines, line);
  for (const double score : scores) {
    std::getline(lines, line);
    EXPECT_EQ(std::stod(line), score) << line;
  }
  EXPECT_NE(scores[0], 0.1) << "a number with few digits proves nothing";
}

TEST_F(Predict, WritesAFileAndReadsStandardInput) {
  train(kRegression);
  const Outcome outcome = run({"predict", "model.esp", "-", "-o", "out.csv"}, {.input = "x\n4\n", .environment = {}});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(read("out.csv"), "prediction\n8.5\n");
  EXPECT_EQ(files(), (std::vector<std::string>{"data.csv", "model.esp", "out.csv"}));
}

TEST_F(Predict, ThreeClassesHaveThreeScores) {
  train("x,y\n1,a\n2,b\n3,c\n");
  write("new.csv", "x\n1\n");
  EXPECT_TRUE(predict({"--output", "score"}).starts_with("score_a,score_b,score_c\n"));
}

}  // namespace
}  // namespace espalier::cli

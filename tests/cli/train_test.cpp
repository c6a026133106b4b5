#include "cli/cli_fixture.h"
#include "cli/tiny_data.h"

namespace espalier::cli {
namespace {

class Train : public Cli {
 protected:
  Outcome train(const std::string& data, const Arguments& more = {}) {
    write("data.csv", data);
    Arguments all = {"train", "data.csv", "--target", "y", "-o", "model.esp"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
  std::string err;
  std::size_t file_size(const std::string& name) { return std::filesystem::file_size(folder() / name); }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(Train, ReportsRegressionMetricsAndSizeAsJson) {
  const Outcome outcome = train(kRegression, {"--depth", "1", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const nlohmann::json json = outcome.json();
  EXPECT_EQ(json["task"], "regression");
  EXPECT_EQ(json["rows"], 4);
  EXPECT_NEAR(json["train"]["mse"], 0.625, 1e-6);
  EXPECT_NEAR(json["train"]["mae"], 0.75, 1e-6);
  EXPECT_NEAR(json["train"]["r2"], 1 - 2.5 / 44.75, 1e-6);
  EXPECT_TRUE(json["validation"].is_null());
  EXPECT_EQ(json["model"]["method"], "tree");
  EXPECT_EQ(json["model"]["trees"], 1);
  EXPECT_EQ(json["model"]["nodes"], 3);
  EXPECT_EQ(json["model"]["leaves"], 2);
  EXPECT_EQ(json["model"]["rules"], 2);
  EXPECT_EQ(json["model"]["bytes"], file_size("model.esp"));
  EXPECT_EQ(json["warnings"], nlohmann::json::array());
}

TEST_F(Train, ReportsClassificationMetricsAsJson) {
  const Outcome outcome = train(kClasses, {"--depth", "1", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const nlohmann::json metrics = outcome.json()["train"];
  EXPECT_NEAR(metrics["error"], 0.2, 1e-12);
  EXPECT_NEAR(metrics["log_loss"], kLogLoss, 1e-6);
  EXPECT_NEAR(metrics["auc"], 5.0 / 6, 1e-12);
  EXPECT_NEAR(metrics["balanced_accuracy"], 5.0 / 6, 1e-12);
}

TEST_F(Train, ReportsTheOutOfBagErrorOfAForestAndOverHowManyRows) {
  const Arguments forest = {"--method", "forest", "--trees", "2", "--bootstrap", "without", "--sample", "0.5"};
  Arguments as_json = forest;
  as_json.push_back("--json");
  const nlohmann::json json = train(kRegression, as_json).json();
  for (const char* key : {"mse", "mae", "r2"}) EXPECT_TRUE(json["out_of_bag"].contains(key)) << key;
  EXPECT_EQ(json["model"]["method"], "forest");
  EXPECT_TRUE(has(train(kRegression, forest).err, "out of bag mse ")) << "no note";
  EXPECT_TRUE(train(kRegression, {"--json"}).json()["out_of_bag"].is_null());
  // One tree of two of the four rows.
  const Arguments one = {"--method", "forest", "--trees", "1", "--bootstrap", "without", "--sample", "0.5"};
  EXPECT_TRUE(has(train(kRegression, one).err, "(2 of 4 rows)\n"));
}

TEST_F(Train, WithoutAMethodGraftsAndSaysToWhatSize) {
  for (const char* seed : {"1", "2"})
    write(std::string(seed) + ".csv", run({"generate", "friedman1", "--rows", "120", "--seed", seed}).out);
  const auto mse = [&](const Arguments& more) {
    Arguments all = {"train", "1.csv", "--target", "target", "-o", "model.esp"};
    all.insert(all.end(), more.begin(), more.end());
    err = run(all).err;
    return run({"evaluate", "model.esp", "2.csv", "--json"}).json()["mse"].get<double>();
  };
  EXPECT_LT(mse({}), 0.5 * mse({"--method", "tree", "--prune", "cost-complexity"}));
  mse({});
  EXPECT_TRUE(has(err, "\nmethod     graft (default)\n")) << err;
  EXPECT_TRUE(has(err, "\nbudget     256leaves (default; --budget changes it)\n")) << err;
  mse({"--budget", "4leaves"});
  EXPECT_TRUE(has(err, "\nmethod     graft (default with a budget in leaves)\n")) << err;
  EXPECT_FALSE(has(err, "\nbudget ")) << err;
  mse({"--prune", "cost-complexity"});
  EXPECT_TRUE(has(err, "\nmethod     tree (default)\n")) << err;
  EXPECT_FALSE(has(err, "\nbudget ")) << err;
  mse({"--method", "graft", "--gamma", "1", "--ridge", "1"});
  EXPECT_TRUE(has(err, "\nbudget     256leaves (default; --budget changes it)\n")) << err;
}

TEST_F(Train, OfFewRowsIsOneTreeByDefault) {
  std::string rows = "x,y\n";
  for (int i = 0; i < 19; ++i) rows += std::to_string(i) + "," + std::to_string(i % 2) + "\n";
  EXPECT_TRUE(has(train(rows).err, "\nmethod     tree (default for fewer than 20 rows)\n"));
  EXPECT_TRUE(has(train(rows, {"--depth", "1"}).err, "\nmethod     tree (default"));
  EXPECT_TRUE(has(train(rows, {"--gamma", "1"}).err, "\nmethod     graft (default)\n"));  // tree has no such option
  EXPECT_TRUE(has(train(rows + "19,1\n").err, "\nmethod     graft (default)\n"));
}

TEST_F(Train, SaysOnStderrWhatWasInferredAndWhatCameOut) {
  const Outcome outcome = train("x,c,y\n1,u,no\n2,v,no\n3,u,yes\n4,v,yes\n");
  ASSERT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(has(outcome.err, "classification of \"y\", 2 classes: no, yes\n")) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "4 to train on\n")) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "2: 1 numeric, 1 categorical\n")) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "error 0%")) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "1 tree, 3 nodes, 2 leaves, " + std::to_string(file_size("model.esp")) + " bytes\n"));
  EXPECT_TRUE(has(outcome.err, "model.esp\n")) << outcome.err;
}

TEST_F(Train, QuietSaysNothing) { EXPECT_EQ(train(kClasses, {"--quiet"}).err, ""); }

TEST_F(Train, TaskOverridesWhatTheTargetLooksLike) {
  const std::string data = "x,y\n1,0\n2,0\n3,1\n4,1\n";
  EXPECT_EQ(train(data, {"--json"}).json()["task"], "classification");
  EXPECT_EQ(train(data, {"--json", "--task", "regression"}).json()["task"], "regression");
}

TEST_F(Train, ColumnFlagsDecideWhatIsLearntFrom) {
  const std::string data = "id,zone,y\n1,1,a\n2,2,a\n3,1,b\n4,2,b\n";
  EXPECT_TRUE(has(train(data, {"--ignore", "id"}).err, "1: 1 numeric, 0 categorical"));
  EXPECT_TRUE(has(train(data, {"--categorical", "id,zone"}).err, "2: 0 numeric, 2 categorical"));
  EXPECT_TRUE(has(train(data, {"--categorical", "id", "--categorical", "zone"}).err, "2: 0 numeric, 2 categorical"));
}

// A row of weight 3 is the same as three equal rows.
TEST_F(Train, WeightsCountRowsSeveralTimes) {
  const Outcome weighted = train("x,w,y\n1,3,1.5\n1,1,3.5\n2,1,7.25\n", {"--weight", "w", "--json"});
  const Outcome repeated = train("x,y\n1,1.5\n1,1.5\n1,1.5\n1,3.5\n2,7.25\n", {"--json"});
  ASSERT_EQ(weighted.status, 0) << weighted.err;
  EXPECT_EQ(weighted.json()["train"], repeated.json()["train"]);
  EXPECT_NEAR(weighted.json()["train"]["mse"], (3 * 0.25 + 2.25) / 5, 1e-6);  // x = 1 predicts 2
}

// At x = 1 three rows of four are "no", but "yes" has half the weight once classes are balanced: "no" has 3/4 of its
// rows there, "yes" all of them.
TEST_F(Train, BalancedClassesLetARareClassWin) {
  const std::string data = "x,y\n1,no\n1,no\n1,no\n1,yes\n2,no\n";
  train(data);
  EXPECT_EQ(run({"predict", "model.esp", "data.csv"}).out, "prediction\nno\nno\nno\nno\nno\n");
  train(data, {"--class-weight", "balanced"});
  EXPECT_EQ(run({"predict", "model.esp", "data.csv"}).out, "prediction\nyes\nyes\nyes\nyes\nno\n");
}

TEST_F(Train, AFractionIsHeldOutAndMeasured) {
  std::string data = "x,y\n";
  for (int i = 0; i < 40; ++i) data += std::to_string(i) + (i < 20 ? ",low\n" : ",high\n");
  const Outcome outcome = train(data, {"--valid", "0.25", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "30 to train on, 10 held out")) << outcome.err;
  EXPECT_EQ(outcome.json()["rows"], 40);
  EXPECT_EQ(outcome.json()["held_out_rows"], 10);
  EXPECT_TRUE(outcome.json()["validation"].contains("error"));
}

TEST_F(Train, AFifthIsHeldOutWhereTheMethodNeedsIt) {
  std::string data = "x,y\n";
  for (int i = 0; i < 40; ++i) data += std::to_string(i) + (i < 20 ? ",low\n" : ",high\n");
  const Outcome outcome = train(data, {"--prune", "validation", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "32 to train on, 8 held out for tree to choose by")) << outcome.err;
  EXPECT_FALSE(outcome.json()["validation"].is_null());
}

// The columns of the validation file come in another order, with an extra one, and its classes too.
TEST_F(Train, AValidationFileIsMatchedByName) {
  write("valid.csv", "y,extra,x\nyes,7,5\nno,7,1\nyes,7,2\nyes,7,3\n");
  const Outcome outcome = train(kClasses, {"--depth", "1", "--valid", "valid.csv", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NEAR(outcome.json()["validation"]["error"], 0.25, 1e-12);  // x = 2 is taken for a "no"
  EXPECT_EQ(outcome.json()["rows"], 9);
  EXPECT_EQ(outcome.json()["held_out_rows"], 4);
}

// A target with a comma in its name is read as categories from both files, by a list of such names.
TEST_F(Train, ListsOfColumnsMayHoldNamesWithCommas) {
  write("data.csv", "id,\"price, net\",\"y, class\"\n1,7,1\n2,8,2\n3,9,1\n4,9,2\n");
  write("valid.csv", "\"y, class\",\"price, net\",id\n1,7,1\n2,9,1\n");
  const Outcome outcome = run({"train", "data.csv", "--target", "y, class", "--categorical", "y, class,price, net",
                               "--ignore", "\"id\"", "--method", "tree", "--valid", "valid.csv", "-o", "m.esp"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "1: 0 numeric, 1 categorical")) << outcome.err;
}

// --ignore, --categorical and --format apply to DATA: its id is not in the validation file, which is not a TSV.
TEST_F(Train, AValidationFileIsReadByItsOwnSuffixWithoutTheFlagsOfTheData) {
  write("data.txt", "id\tx\tzone\ty\n7\t1\t1\t0\n8\t2\t2\t0\n9\t3\t1\t1\n10\t4\t2\t1\n");
  write("valid.csv", "x,zone,y\n1,1,0\n4,2,1\n2,1,1\n3,2,1\n");
  const Outcome outcome =
      run({"train", "data.txt", "--format", "tsv", "--target", "y", "--ignore", "id", "--categorical", "zone,y",
           "--numeric", "x", "--valid", "valid.csv", "--json", "-o", "model.esp"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NEAR(outcome.json()["validation"]["error"], 0.25, 1e-12);  // x = 2 is taken for a 0
}

TEST_F(Train, AForcedTypeOfTheTargetHoldsForTheValidationFileToo) {
  write("valid.csv", "x,y\n1,a\n");
  expect_refused(train("x,y\n1,0.5\n2,1.5\n", {"--numeric", "y", "--valid", "valid.csv", "--quiet"}), 3,
                 {"valid.csv:2:", "\"y\"", "not a number"});
}

TEST_F(Train, AValidationFileWithoutTheColumnsIsBadData) {
  write("valid.csv", "y,z\nyes,5\n");
  expect_refused(train(kClasses, {"--valid", "valid.csv"}), 3, {"valid.csv", "\"x\""});
}

TEST_F(Train, TooFewRowsToHoldOutAreNamed) {
  std::string data = "x,y\n";
  for (int i = 0; i < 500; ++i) data += std::to_string(i) + (i < 250 ? ",low\n" : ",high\n");
  expect_refused(train(data, {"--valid", "0.0001"}), 3, {"data.csv: 500 rows are too few to hold out 0.0001 of them"});
  expect_refused(train(data, {"--valid", "0.9999"}), 3, {"data.csv: 500 rows are too few to hold out 0.9999 of them"});
  expect_refused(train("x,y\n1,1.5\n", {"--prune", "validation"}), 3,
                 {"data.csv: 1 row is too few to hold out 0.2 of them"});
}

// One row of 40 has weight: whichever part it is in, the other has none.
TEST_F(Train, RowsHeldOutWithoutWeightAreNamed) {
  std::string data = "x,w,y\n";
  for (int i = 0; i < 40; ++i) data += std::to_string(i) + (i == 0 ? ",1," : ",0,") + std::to_string(i) + ".5\n";
  const Outcome outcome = train(data, {"--weight", "w", "--valid", "0.1"});
  expect_refused(outcome, 3, {"data.csv: column \"w\": all rows ", " have weight 0"});
  const bool which = has(outcome.err, "all rows held out have") || has(outcome.err, "all rows to train on have");
  EXPECT_TRUE(which) << outcome.err;
}

TEST_F(Train, StripLeavesTheRecordOut) {
  train(kClasses);
  const std::size_t whole = file_size("model.esp");
  const Outcome outcome = train(kClasses, {"--strip", "--json"});
  EXPECT_LT(file_size("model.esp"), whole);
  EXPECT_EQ(outcome.json()["model"]["bytes"], file_size("model.esp"));
}

TEST_F(Train, ByteBudgetsAreKeptByTheFileItself) {
  std::string data = "x,y\n";
  for (int i = 0; i < 200; ++i) data += std::to_string(i) + "," + std::to_string((i * 7919) % 200) + ".5\n";
  const Outcome outcome = train(data, {"--method", "tree", "--budget", "300bytes", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_LE(file_size("model.esp"), 300u);
  EXPECT_EQ(outcome.json()["model"]["bytes"], file_size("model.esp"));
  EXPECT_GT(outcome.json()["model"]["leaves"], 1);
}

TEST_F(Train, LeafBudgetsAreKept) {
  const Outcome outcome = train(kRegression, {"--method", "tree", "--budget", "3leaves", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["model"]["leaves"], 3);
}

TEST_F(Train, WithoutAMethodABudgetGoesToTheOneThatMakesTheMostOfIt) {
  const auto method_for = [this](const Arguments& budget) {
    Arguments words = {"--json"};
    words.insert(words.end(), budget.begin(), budget.end());
    return train(kRegression, words).json()["model"]["method"];
  };
  EXPECT_EQ(method_for({}), "tree");
  EXPECT_EQ(method_for({"--budget", "9leaves"}), "graft");
  EXPECT_EQ(method_for({"--budget=1KB"}), "graft");
  EXPECT_EQ(method_for({"--budget", "9rules"}), "rules");
  EXPECT_EQ(method_for({"--budget", "9leaves", "--method", "boost"}), "boost");
}

// Weakest-link pruning of the tree of kRegression: 4 leaves, then 3 (1.5 and 2.5 become 2), 2 and none.
TEST_F(Train, PathHasSizeAndErrorOfEveryModelOnTheWay) {
  const Outcome outcome = train(kRegression, {"--path", "path.csv"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  std::istringstream path(read("path.csv"));
  std::string line;
  std::getline(path, line);
  EXPECT_EQ(line, "trees,nodes,leaves,rules,features,bytes,train_error,validation_error");
  const std::vector<std::pair<std::string, double>> expected = {
      {"0,0,0,0,0,", 44.75 / 4}, {"1,3,2,2,1,", 0.625}, {"1,5,3,3,1,", 0.125}, {"1,7,4,4,1,", 0}};
  for (const auto& [sizes, error] : expected) {
    ASSERT_TRUE(std::getline(path, line));
    EXPECT_TRUE(line.starts_with(sizes)) << line;
    EXPECT_TRUE(line.ends_with(",")) << line;  // no validation
    EXPECT_NEAR(std::stod(line.substr(line.find(',', sizes.size()) + 1)), error, 1e-6) << line;
  }
  EXPECT_FALSE(std::getline(path, line));
}

TEST_F(Train, OfRoundsTheLossesAreOnThePathAndTheBestIsNamed) {
  const Outcome outcome = train(kRegression, {"--method", "boost", "--min-rows", "1", "--trees", "5", "--valid", "0.25",
                                              "--path", "path.csv", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(read("path.csv")
                  .starts_with("trees,nodes,leaves,rules,features,bytes,train_error,validation_error,train_loss,"
                               "validation_loss\n0,0,0,0,0,"));
  EXPECT_LE(outcome.json()["rounds"]["kept"], outcome.json()["rounds"]["tried"]);
  EXPECT_TRUE(train(kRegression, {"--json"}).json()["rounds"].is_null());
}

TEST_F(Train, ReadsStandardInputAndWritesStandardOutput) {
  write("data.csv", kClasses);
  const Outcome outcome = shell("$espalier train - --target y --quiet -o - < data.csv | $espalier predict - data.csv");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, "prediction\nno\nno\nyes\nyes\nno\n");
}

TEST_F(Train, LibsvmNeedsNoTarget) {
  write("data.libsvm", "0 1:1\n0 1:2\n1 1:3\n1 1:4\n");
  const Outcome outcome = run({"train", "data.libsvm", "-o", "model.esp", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["train"]["error"], 0);
  EXPECT_EQ(run({"evaluate", "model.esp", "data.libsvm", "--json"}).json()["error"], 0);
}

TEST_F(Train, FormatOverridesTheSuffix) {
  write("data.txt", "x\ty\n1\ta\n2\tb\n");
  EXPECT_EQ(run({"train", "data.txt", "--format", "tsv", "--target", "y", "-o", "model.esp"}).status, 0);
}

TEST_F(Train, ThreadsDoNotChangeTheBytes) {
  ASSERT_EQ(run({"generate", "waveform", "--rows", "2000", "-o", "wave.csv"}).status, 0);
  for (const char* threads : {"1", "2"}) {
    ASSERT_EQ(run({"train", "wave.csv", "--target", "target", "--prune", "validation", "--threads", threads, "-o",
                   std::string(threads) + ".esp"})
                  .status,
              0);
  }
  EXPECT_EQ(read("1.esp"), read("2.esp"));
  EXPECT_FALSE(read("1.esp").empty());
}

TEST_F(Train, PredictAndEvaluateAgreeWithTrain) {
  ASSERT_EQ(run({"generate", "twonorm", "--rows", "500", "-o", "data.csv"}).status, 0);
  const Outcome outcome =
      run({"train", "data.csv", "--target", "target", "--method", "tree", "--depth", "3", "--json", "-o", "model.esp"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const nlohmann::json evaluated = run({"evaluate", "model.esp", "data.csv", "--json"}).json();
  for (const char* name : {"error", "log_loss", "auc", "balanced_accuracy"}) {
    EXPECT_EQ(evaluated[name], outcome.json()["train"][name]) << name;
  }
  EXPECT_EQ(evaluated["model"], outcome.json()["model"]);

  std::istringstream predictions(run({"predict", "model.esp", "data.csv", "--keep", "target"}).out);
  std::string line;
  std::getline(predictions, line);
  EXPECT_EQ(line, "target,prediction");
  int wrong = 0, rows = 0;
  for (; std::getline(predictions, line); ++rows) {
    const std::size_t comma = line.find(',');
    wrong += line.substr(0, comma) != line.substr(comma + 1);
  }
  EXPECT_EQ(rows, 500);
  EXPECT_NEAR(evaluated["error"], wrong / 500.0, 1e-12);
}

}  // namespace
}  // namespace espalier::cli

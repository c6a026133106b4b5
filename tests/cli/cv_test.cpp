#include <cmath>

#include "cli/cli_fixture.h"
#include "cli/tiny_data.h"

namespace espalier::cli {
namespace {

class Cv : public Cli {};

// x says nothing, so each row is predicted by the mean of the others: 4.5, 3 and 1.5 for 0, 3 and 6. The squared
// errors 20.25, 0 and 20.25 have mean 13.5 and sd √((2 · 6.75² + 13.5²) / 2).
TEST_F(Cv, LeavingOneOutGivesTheMeanAndTheSdByHand) {
  write("data.csv", "x,y\n1,0\n1,3\n1,6\n");
  const Outcome outcome = run({"cv", "data.csv", "--target", "y", "--task", "regression", "--folds", "3", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const nlohmann::json json = outcome.json();
  EXPECT_EQ(json["task"], "regression");
  EXPECT_EQ(json["rows"], 3);
  EXPECT_EQ(json["folds"], 3);
  EXPECT_EQ(json["repeats"], 1);
  EXPECT_NEAR(json["metrics"]["mse"]["mean"], 13.5, 1e-9);
  EXPECT_NEAR(json["metrics"]["mse"]["sd"], std::sqrt((2 * 6.75 * 6.75 + 13.5 * 13.5) / 2), 1e-9);
  EXPECT_NEAR(json["metrics"]["mae"]["mean"], 3, 1e-9);
  EXPECT_NEAR(json["metrics"]["mae"]["sd"], std::sqrt((2 * 1.5 * 1.5 + 3 * 3) / 2), 1e-9);
  EXPECT_TRUE(json["metrics"]["r2"]["mean"].is_null());  // one row has no variance
  EXPECT_EQ(json["model"]["leaves"]["mean"], 0);
  EXPECT_EQ(json["model"]["leaves"]["sd"], 0);
}

TEST_F(Cv, RepeatsOfLeavingOneOutChangeTheSdOnly) {
  write("data.csv", "x,y\n1,0\n1,3\n1,6\n");
  const nlohmann::json json =
      run({"cv", "data.csv", "--target", "y", "--task", "regression", "--folds", "3", "--repeats", "2", "--json"})
          .json();
  EXPECT_NEAR(json["metrics"]["mse"]["mean"], 13.5, 1e-9);
  EXPECT_NEAR(json["metrics"]["mse"]["sd"], std::sqrt(2 * (2 * 6.75 * 6.75 + 13.5 * 13.5) / 5), 1e-9);
}

TEST_F(Cv, ShowsOnlyMeasuresOfSizeThatAModelHas) {
  write("data.csv", "x,y\n1,0\n2,3\n3,6\n4,7\n");
  const auto shows = [&](const char* method, const char* what) {
    const Outcome outcome =
        run({"cv", "data.csv", "--target", "y", "--task", "regression", "--folds", "2", "--method", method});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out.find(what) != std::string::npos;
  };
  EXPECT_FALSE(shows("linear", "\ntrees "));
  EXPECT_TRUE(shows("linear", "\nfeatures "));
  EXPECT_TRUE(shows("tree", "\ntrees "));
}

// Four folds of one row of each class: stratified, every fold has both, and x tells them apart.
TEST_F(Cv, FoldsKeepTheSharesOfTheClasses) {
  write("data.csv", "x,y\n1,a\n2,a\n3,a\n4,a\n11,b\n12,b\n13,b\n14,b\n");
  const Outcome outcome = run({"cv", "data.csv", "--target", "y", "--folds", "4", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["metrics"]["error"]["mean"], 0);
  EXPECT_EQ(outcome.json()["metrics"]["auc"]["mean"], 1);  // undefined in a fold of one class
  EXPECT_EQ(outcome.json()["model"]["method"], "tree");
  EXPECT_EQ(outcome.json()["model"]["leaves"]["mean"], 2);
}

TEST_F(Cv, WithoutJsonItIsATableOnStdout) {
  write("data.csv", "x,y\n1,a\n2,a\n3,a\n4,a\n11,b\n12,b\n13,b\n14,b\n");
  const Outcome outcome = run({"cv", "data.csv", "--target", "y", "--folds", "4", "--repeats", "2"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  for (const char* part : {"8 rows, 4 folds x 2 repeats", "mean", "sd", "error ", "log_loss ", "bytes "}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << " in " << outcome.out;
  }
}

TEST_F(Cv, TheSameSeedGivesTheSameNumbersOnAnyNumberOfThreads) {
  ASSERT_EQ(run({"generate", "waveform", "--rows", "300", "-o", "data.csv"}).status, 0);
  const auto cv = [&](const char* seed, const char* threads) {
    return run({"cv", "data.csv", "--target", "target", "--method", "tree", "--seed", seed, "--threads", threads,
                "--json"})
        .out;
  };
  EXPECT_EQ(cv("1", "1"), cv("1", "2"));
  EXPECT_EQ(cv("1", "1"), cv("1", "7"));
  EXPECT_NE(cv("1", "1"), cv("2", "1"));
}

// A tree that fits 30% of flipped labels has a leaf for every few rows; rows that were held out of its growth tell that
// most of them are noise.
TEST_F(Cv, HoldsRowsOutOfEveryFoldWhereTheMethodNeedsThem) {
  ASSERT_EQ(run({"generate", "xor", "--rows", "400", "--noise", "0.3", "-o", "data.csv"}).status, 0);
  const auto leaves = [&](const Arguments& more) {
    Arguments all = {"cv", "data.csv", "--target", "target", "--method", "tree", "--folds", "3", "--json"};
    all.insert(all.end(), more.begin(), more.end());
    const Outcome outcome = run(all);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.json()["model"]["leaves"]["mean"].get<double>();
  };
  const double pruned = leaves({"--prune", "validation"}), whole = leaves({"--prune", "none"});
  EXPECT_GT(pruned, 1);
  EXPECT_LT(pruned, whole / 2);
  EXPECT_NE(leaves({"--prune", "validation", "--valid", "0.5"}), pruned);
}

// 5 folds of 40 rows, and 2 of the 32 that are left each time.
TEST_F(Cv, AnOptionThatIsCalledAsOneOfTheVerbHasTheMethodsNameBeforeIt) {
  ASSERT_EQ(run({"generate", "xor", "--rows", "40", "-o", "data.csv"}).status, 0);
  const Arguments few = {"--method", "ret", "--trees", "20", "--chains", "2", "--iterations", "10", "--json"};
  Arguments all = {"cv", "data.csv", "--target", "target", "--folds", "5", "--ret-folds", "2"};
  all.insert(all.end(), few.begin(), few.end());
  const Outcome outcome = run(all);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["folds"], 5);
  all[7] = "0";
  expect_refused(run(all), 2, {"folds must be a whole number in [1, 1000], got 0"});
}

// One row of six has weight, so with three folds two have none.
TEST_F(Cv, AFoldWithoutWeightIsNamed) {
  write("zw.csv", "x,w,y\n1,0,1.5\n2,0,2.5\n3,1,3.5\n4,0,4.5\n5,0,5.5\n6,0,6.5\n");
  expect_refused(run({"cv", "zw.csv", "--target", "y", "--weight", "w", "--folds", "3"}), 3,
                 {"zw.csv: column \"w\": all rows ", " have weight 0", "fewer folds"});
}

}  // namespace
}  // namespace espalier::cli

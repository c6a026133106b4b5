#include "cli/fit_csv.h"

#include <gtest/gtest.h>

#include <sstream>

#include "espalier/fit.h"

namespace espalier::cli {
namespace {

TEST(FitCsv, APathHasTheLossesThatItsPointsHave) {
  PathPoint point;
  point.size.trees = 1;
  point.size.nodes = 3;
  point.size.leaves = 2;
  point.size.rules = 2;
  point.size.bytes = 80;
  point.train_error = 0.25;
  std::ostringstream plain, losses;
  write_path(plain, std::vector{point});
  EXPECT_EQ(plain.str(), "trees,nodes,leaves,rules,features,bytes,train_error,validation_error\n1,3,2,2,0,80,0.25,\n");
  point.train_loss = 0.5;
  write_path(losses, std::vector{point});
  EXPECT_EQ(losses.str(),
            "trees,nodes,leaves,rules,features,bytes,train_error,validation_error,train_loss,validation_loss\n"
            "1,3,2,2,0,80,0.25,,0.5,\n");
}

TEST(FitCsv, ATraceHasALineForEveryEpoch) {
  std::ostringstream out;
  write_trace(out, std::vector<TracePoint>{{0.1, "select", 0, 3000, 0.693}, {0.1, "refit", 1, 10, 1.0 / 3}});
  EXPECT_EQ(out.str(),
            "shrinkage,phase,epoch,survivors,objective\n"
            "0.1,select,0,3000,0.693\n"
            "0.1,refit,1,10,0.3333333333333333\n");
}

}  // namespace
}  // namespace espalier::cli

// Models that were made to cost much more than their files: a file makes predict slow or large only in proportion to
// its own size.
#include "cli/cli_fixture.h"
#include "espalier/forest.h"
#include "espalier/model.h"
#include "support/samples.h"

namespace espalier::cli {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

// `trees` stumps on one column, each with two values for every class; most values are the same, and take a bit.
Model stumps(std::size_t trees, std::size_t classes) {
  Model model;
  model.task = Task::classification;
  model.link = Link::softmax;
  model.targets = {"y"};
  for (std::size_t k = 0; k < classes; ++k) model.classes.push_back(std::to_string(k));
  model.features = {samples::numeric("x")};
  Forest forest;
  forest.intercept.assign(classes, 0.0);
  for (std::size_t t = 0; t < trees; ++t) {
    TreeSpan tree;
    tree.first_split = static_cast<std::uint32_t>(t);
    tree.splits = 1;
    tree.first_terminal = static_cast<std::uint32_t>(2 * t);
    tree.first_value = 2 * t * classes;
    forest.trees.push_back(tree);
    Split split;
    split.left = -1;
    split.right = -2;
    forest.splits.push_back(split);
  }
  forest.absent.assign(2 * trees, 0);
  forest.values.assign(2 * trees * classes, 0.0F);
  forest.values.back() = 1;
  model.body = std::move(forest);
  return model;
}

class HostileModel : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer has memory of its own";
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    GTEST_SKIP() << "the sanitizer has memory of its own";
#endif
#endif
    save(samples::tiny(), (folder() / "tiny.esp").string());
    write("rows.csv", "x,age\n-1,1\n1,2\n0,3\n");
    base_ = run({"predict", "tiny.esp", "rows.csv"}).peak;
  }
  // Of predictions by the model beyond those by a tiny one.
  std::size_t peak_of(const Model& model, std::size_t rows) {
    save(model, (folder() / "hostile.esp").string());
    std::string text = "x\n";
    for (std::size_t i = 0; i < rows; ++i) text += std::to_string(static_cast<int>(i % 3) - 1) + "\n";
    write("many.csv", text);
    const Outcome outcome = run({"predict", "hostile.esp", "many.csv", "--output", "label"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.peak - std::min(outcome.peak, base_);
  }
  std::size_t file_size() const { return std::filesystem::file_size(folder() / "hostile.esp"); }

 private:
  std::size_t base_ = 0;
};

// 40,000 sums of three rows take one megabyte, those of a whole block of rows 330.
TEST_F(HostileModel, ManyClassesAreAddedUpForTheRowsThatThereAre) {
  const std::size_t peak = peak_of(stumps(1, 40'000), 30);
  EXPECT_LT(file_size(), kMegabyte);
  EXPECT_LT(peak, 150 * file_size());
}

// The values take 15 MB of memory and half a megabyte of the file; tables of 64 for every pair of them would take 512.
TEST_F(HostileModel, StumpsOfManyClassesGetNoTablesThatAreMuchLargerThanTheModel) {
  const std::size_t peak = peak_of(stumps(1000, 2000), 200);
  EXPECT_LT(file_size(), kMegabyte);
  EXPECT_LT(peak, 150 * kMegabyte);
}

// Seven bits for a tree, and a hundred bytes in memory.
TEST_F(HostileModel, ALoadedForestIsInProportionToItsFile) {
  Model model = stumps(1'000'000, 2);
  model.link = Link::logistic;
  auto& forest = std::get<Forest>(model.body);
  forest.intercept.resize(1);
  forest.values.resize(2 * forest.trees.size());
  for (std::size_t t = 0; t < forest.trees.size(); ++t) forest.trees[t].first_value = 2 * t;
  forest.values.back() = 1;
  const std::size_t peak = peak_of(model, 3);
  EXPECT_GT(file_size(), 800'000U);
  EXPECT_LT(peak, 250 * file_size());
}

}  // namespace
}  // namespace espalier::cli

#include "cli/curve.h"

#include <algorithm>
#include <optional>
#include <sstream>

#include "cli/cli_fixture.h"
#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/target.h"

namespace espalier::cli {
namespace {

PathPoint point(std::size_t leaves, double train, std::optional<double> held_out = {}) {
  PathPoint point;
  point.size.leaves = leaves;
  point.size.features = leaves > 0 ? 1 : 0;
  point.train_error = train;
  point.validation_error = held_out;
  return point;
}

Size leaves(std::size_t count) {
  Size size;
  size.leaves = count;
  return size;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Error 10 at 2 leaves, 5 at 4, 0 at 8: on a logarithmic scale a straight line from one corner to the other.
TEST(Curve, FallsInAStraightLineWhereDoublingTheSizeTakesTheSameOff) {
  const std::vector<PathPoint> path = {point(0, 50), point(2, 10), point(4, 5), point(8, 0)};
  const auto lines = lines_of(draw_curve(path, leaves(8), Task::regression, {Unit::leaves, 22, false}));
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "     mse   . training rows   # kept",
                       "      10 +.",
                       "         | .",
                       "         |  .",
                       "         |   .",
                       "         |    .",
                       "       5 +     .",
                       "         |      .",
                       "         |       .",
                       "         |        .",
                       "         |         .",
                       "       0 +          #",
                       "         ++----+----+",
                       "leaves    2    4    8",
                   }));
}

TEST(Curve, HeldOutRowsAreDrawnOverTrainingRowsAndErrorsArePercentages) {
  const std::vector<PathPoint> path = {point(2, 0.4, 0.5), point(32, 0.1, 0.25), point(64, 0, 0.25)};
  const std::string text = draw_curve(path, leaves(32), Task::classification, {Unit::leaves, 40, true});
  for (const char* part : {"error   ● held-out rows   · training rows   ◆ kept", "50% ┤●", "0% ┤", "┬", "64\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  const auto lines = lines_of(text);
  EXPECT_NE(lines[6].find("◆"), std::string::npos) << text;  // half-way between 50% and 0%
  EXPECT_LE(lines.size(), 15U);
}

TEST(Curve, LabelsOfSizesHaveRoomBetweenThem) {
  std::vector<PathPoint> path;
  for (std::size_t size = 100; size < 100000; size += size / 5) path.push_back(point(size, 1.0));
  const auto lines = lines_of(draw_curve(path, leaves(100), Task::regression, {}));
  for (const std::string& line : lines) EXPECT_LE(line.size(), 70U) << line;
  std::istringstream labels(lines.back().substr(8));
  std::vector<double> sizes;
  for (double size = 0; labels >> size;) sizes.push_back(size);
  EXPECT_GE(sizes.size(), 3U) << lines.back();
  EXPECT_TRUE(std::ranges::is_sorted(sizes)) << lines.back();
  EXPECT_EQ(sizes.back(), static_cast<double>(path.back().size.leaves));
}

TEST(Curve, OneSizeIsNoCurve) {
  const std::vector<PathPoint> path = {point(0, 5), point(4, 2), point(4, 1)};
  EXPECT_EQ(draw_curve(path, leaves(4), Task::regression, {}), "");
  EXPECT_EQ(draw_curve({}, leaves(0), Task::regression, {}), "");
}

class CurveCli : public Cli {
 protected:
  Outcome train(std::vector<std::string> more, const Surroundings& surroundings = {}) {
    EXPECT_EQ(run({"generate", "friedman1", "--rows", "200", "-o", "data.csv"}).status, 0);
    std::vector<std::string> words = {"train", "data.csv", "--target",  "target", "--method",
                                      "tree",  "-o",       "model.esp", "--curve"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words, surroundings);
  }
};

TEST_F(CurveCli, IsDrawnAmongTheNotesInTheUnitOfTheBudget) {
  const Outcome told = train({"--method", "boost", "--trees", "20", "--valid", "0.2", "--budget", "4KB"});
  ASSERT_EQ(told.status, 0) << told.err;
  EXPECT_EQ(told.out, "");
  EXPECT_NE(told.err.find("     mse   ● held-out rows   · training rows   ◆ kept\n"), std::string::npos) << told.err;
  EXPECT_NE(told.err.find("\nbytes  "), std::string::npos) << told.err;
  EXPECT_EQ(train({"--method", "boost", "--trees", "20", "--quiet"}).err, "");
}

TEST_F(CurveCli, HasLettersOnlyWhereTheTerminalKnowsNoOthers) {
  Surroundings plain;
  plain.environment = {"LANG=C"};
  const std::string told = train({"--method", "boost", "--trees", "20"}, plain).err;
  EXPECT_NE(told.find("     mse   . training rows   # kept\n"), std::string::npos) << told;
}

TEST_F(CurveCli, NeedsAMethodThatHasModelsOnTheWay) {
  expect_refused(train({"--method", "neural"}), 2, {"--curve: neural has no intermediate models"});
}

}  // namespace
}  // namespace espalier::cli

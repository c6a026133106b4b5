#include "predict/batch/program.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "support/forests.h"

namespace espalier {
namespace {

// x <= 0 ? 0 : (x <= 1 ? 1 : 2), as a tree with its leaf on the left, and mirrored.
Forest comb(bool leaf_left) {
  Forest forest;
  forest.intercept = {0};
  forest.trees = {{0, 2, 0, 0, 0}};
  if (leaf_left)
    forest.splits = {{0, 0, 0, ~0, 1, false}, {0, 1, 0, ~1, ~2, false}};
  else
    forest.splits = {{0, 1, 0, 1, ~2, false}, {0, 0, 0, ~0, ~1, false}};
  return forest;
}

std::vector<Instruction> program_of(const Forest& forest) {
  const std::vector<Feature> features = {{"x", ColumnType::numeric, {}}};
  const std::uint32_t tree = 0;
  Slots slots(features, forest, std::span(&tree, 1));
  std::vector<Instruction> program;
  EXPECT_TRUE(compile(forest, forest.trees[0], slots, program));
  return program;
}

bool holds(const Instruction& instruction, int byte) {
  return static_cast<std::int8_t>(byte + instruction.shift) > instruction.above;
}

TEST(Program, ALeafOnEitherSideIsTheSameStep) {
  for (const bool leaf_left : {true, false}) {
    const std::vector<Instruction> program = program_of(comb(leaf_left));
    ASSERT_EQ(program.size(), 2U);
    EXPECT_EQ(program[0].step, Step::start);
    EXPECT_EQ(program[1].step, Step::leaf);
    EXPECT_EQ(program[1].leaf, leaf_left ? 0 : 2);
    // Threshold 0 is byte -128, threshold 1 is -127: the leaf is taken up to -128, or from -126 on.
    for (int byte = -128; byte <= 127; ++byte)
      EXPECT_EQ(holds(program[1], byte), leaf_left ? byte <= -128 : byte > -127) << byte;
  }
}

TEST(Program, EveryTestCanBeTurnedAround) {
  // 254 thresholds in a run; the left child is the leaf, so that the test holds for what goes left.
  Forest forest;
  forest.intercept = {0};
  const std::vector<Feature> features = {{"x", ColumnType::numeric, {}}};
  std::vector<std::uint32_t> trees;
  for (std::uint32_t i = 0; i < 254; ++i) {
    forest.trees.push_back({i, 1, 0, 0, 0});
    forest.splits.push_back({0, static_cast<float>(i), 0, ~0, ~1, i % 2 == 0});
    trees.push_back(i);
  }
  Slots slots(features, forest, trees);
  for (const std::uint32_t t : trees) {
    std::vector<Instruction> program;
    ASSERT_TRUE(compile(forest, forest.trees[t], slots, program));
    const int most = slots.test_of(forest.splits[t])->most;
    for (int byte = -128; byte <= 127; ++byte) EXPECT_EQ(holds(program[0], byte), byte <= most) << most << " " << byte;
  }
}

TEST(Program, NeverPushesMoreThanThereIsRoomFor) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Model model = test::make_forest({.deep = static_cast<double>(seed % 10) / 10, .terminals = {64}}, seed);
    const auto& forest = std::get<Forest>(model.body);
    const std::uint32_t tree = 0;
    Slots slots(model.features, forest, std::span(&tree, 1));
    std::vector<Instruction> program;
    ASSERT_TRUE(compile(forest, forest.trees[0], slots, program));
    ASSERT_EQ(program.size(), 63U);
    int pushed = 0;
    int most = 0;
    for (const Instruction& instruction : program) {
      pushed += instruction.step == Step::start ? 1 : instruction.step == Step::join ? -1 : 0;
      most = std::max(most, pushed);
    }
    EXPECT_EQ(pushed, 1);  // the first start pushes nothing of use
    EXPECT_LE(most, static_cast<int>(kMostPushed));
  }
}

TEST(Program, NothingIsAppendedWhenTheSlotsAreUsedUp) {
  const Model model =
      test::make_forest({.numeric = 0, .categorical = 1, .labels = 64, .terminals = std::vector<int>(18, 64)}, 1);
  const auto& forest = std::get<Forest>(model.body);
  Slots slots(model.features, forest, {});
  std::vector<Instruction> program;
  // 1024 slots are enough for 16 trees of 63 sets.
  for (std::size_t t = 0; t < 18; ++t) EXPECT_EQ(compile(forest, forest.trees[t], slots, program), t < 16) << t;
  EXPECT_EQ(program.size(), 16U * 63U);
}

}  // namespace
}  // namespace espalier

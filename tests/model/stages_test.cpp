#include <gtest/gtest.h>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "model/craft.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

// Two trees over x, in preorder: node 1 (x <= 1) and under it nodes 2 and 3 (x <= 0), node 4; and a stump without its
// right child.
Model staged(std::vector<float> values = {1, 3, 4, 2, 10}) {
  Pool pool;
  pool.features = {samples::numeric("x")};
  pool.intercept = {100};
  Tree first, second;
  first.nodes = {samples::split_at(0, 1, 1, 4), samples::split_at(0, 0, 2, 3), samples::leaf(), samples::leaf(),
                 samples::leaf()};
  first.weights = {0, 1, 2, 3, 2};
  second.nodes = {samples::split_at(0, -5, 1, kNone), samples::leaf()};
  second.weights = {0, 10};
  pool.trees = {first, second};
  Model model = make_model(samples::regression_target("y"), Link::identity, pool.features,
                           make_forest(pool, pool.grown_weights()));
  std::get<Forest>(model.body).stages = Stages{{1, 3, 5, 4, 2}, std::move(values)};
  return model;
}

// At x = -9, -1, 0.5 and 2.
std::vector<double> scores(const Model& model) {
  const Forest& forest = std::get<Forest>(model.body);
  std::vector<double> result;
  for (const float x : {-9.0F, -1.0F, 0.5F, 2.0F}) {
    double score = forest.intercept[0];
    for (const TreeSpan& tree : forest.trees) {
      std::int32_t at = 0;
      while (at >= 0) {
        const Split& split = forest.splits[tree.first_split + static_cast<std::uint32_t>(at)];
        at = x <= split.threshold ? split.left : split.right;
      }
      score += static_cast<double>(forest.values[tree.first_value + static_cast<std::uint32_t>(~at)]);
    }
    result.push_back(score);
  }
  return result;
}

TEST(AtStage, IsTheModelOfTheFirstNodesRootsIncluded) {
  const Model model = staged();
  EXPECT_EQ(scores(at_stage(model, 0)), (std::vector<double>{100, 100, 100, 100}));
  EXPECT_EQ(scores(at_stage(model, 1)), (std::vector<double>{100, 100, 100, 100}));
  EXPECT_EQ(scores(at_stage(model, 2)), (std::vector<double>{101, 101, 101, 100}));  // a root and node 1
  EXPECT_EQ(at_stage(model, 3), at_stage(model, 2));                                 // the next needs a root
  EXPECT_EQ(scores(at_stage(model, 4)), (std::vector<double>{111, 101, 101, 100}));
  EXPECT_EQ(scores(at_stage(model, 5)), (std::vector<double>{113, 103, 101, 100}));
  EXPECT_EQ(scores(at_stage(model, 6)), (std::vector<double>{113, 103, 101, 102}));
  for (std::size_t nodes = 0; nodes <= 7; ++nodes) EXPECT_LE(size_of(at_stage(model, nodes)).nodes, nodes);
  EXPECT_EQ(at_stage(model, 7), model);
  EXPECT_EQ(at_stage(model, 1000), model);
}

TEST(AtStage, HasTheWeightsFromBeforeARefit) {
  const Model model = staged({7, 3, 4, 2, 10});
  EXPECT_EQ(scores(at_stage(model, 2)), (std::vector<double>{107, 107, 107, 100}));
  EXPECT_EQ(at_stage(model, 7), model);
}

TEST(AtStage, NeedsARecord) {
  samples::expect_error(ErrorCode::usage, "no record of its stages", [] { at_stage(samples::tiny(), 1); });
  samples::expect_error(ErrorCode::usage, "a linear model has no stages", [] { at_stage(samples::line(), 1); });
}

TEST(Stages, SurviveSavingInFewBytes) {
  const Model plain = staged(), refitted = staged({1, 3, 4.5F, 2, 10});
  for (const Model& model : {plain, refitted}) EXPECT_EQ(decode(encode(model), "memory"), model);
  const std::size_t bare = encode(stripped(plain)).size();
  // Tag, length, five numbers, a coding; and the value of the one node that no row stops at, or of all.
  EXPECT_EQ(encode(plain).size(), bare + 2 + 5 + 1 + 4);
  EXPECT_EQ(encode(refitted).size(), bare + 2 + 5 + 1 + 20);
}

TEST(Stages, ThatCannotBeAreErrors) {
  const auto with = [](std::vector<std::uint32_t> taken, std::uint8_t coding, std::vector<float> values) {
    const samples::FileBytes core = encode(stripped(staged()));
    samples::FileBytes file = core;
    const samples::FileBytes section = samples::payload([&](ByteWriter& out) {
      for (const std::uint32_t number : taken) out.varint(number);
      out.u8(coding);
      for (const float value : values) out.f32(value);
    });
    file.push_back(std::byte{131});
    file.push_back(static_cast<std::byte>(section.size()));
    file.insert(file.end(), section.begin(), section.end());
    samples::repair_checksum(file);
    return file;
  };
  EXPECT_EQ(decode(with({1, 3, 5, 4, 2}, 0, {1}), "memory"), staged());
  const auto expect = [&](const std::string& message, const samples::FileBytes& file) {
    samples::expect_error(ErrorCode::model, message, [&] { decode(file, "memory"); });
  };
  expect("must be 1 to 5, each once; 6 is not", with({1, 3, 6, 4, 2}, 0, {1}));
  expect("must be 1 to 5, each once; 3 is not", with({1, 3, 3, 4, 2}, 0, {1}));
  expect("must be 1 to 5, each once; 0 is not", with({1, 3, 0, 4, 2}, 0, {1}));
  expect("before its parent's", with({3, 1, 5, 4, 2}, 0, {1}));
  expect("unknown coding 2", with({1, 3, 5, 4, 2}, 2, {1}));
  expect("too many", with({1, 3, 5, 4, 2}, 0, {1, 2}));
  expect("the value of a stage takes 4 bytes", with({1, 3, 5, 4, 2}, 0, {}));
  expect("too short", with({1, 3}, 0, {}));
  expect("are those of the forest", with({1, 3, 5, 4, 2}, 1, {1, 3, 4, 2, 10}));
}

}  // namespace
}  // namespace espalier

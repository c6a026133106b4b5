// Wrong forests: each rule of docs/format.md about their sections broken by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "espalier/budget.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "model/forest_pieces.h"
#include "support/validate.h"

namespace espalier {
namespace {

using samples::classification_schema;
using samples::Crafted;
using samples::expect_refused;
using samples::file_of;
using samples::FileBytes;
using samples::ForestPieces;
using samples::payload;
using samples::regression_schema;

TEST(Decode, RefusesThresholdsThatAreNotFiniteAscendingAndUsed) {
  ForestPieces pieces;
  pieces.thresholds = {std::numeric_limits<float>::infinity()};
  expect_refused(file_of(pieces), "a threshold must be finite, is inf");
  pieces.thresholds = {-0.0F};
  expect_refused(file_of(pieces), "a threshold of \"x\" is -0");
  pieces.thresholds = {};
  pieces.threshold_count = 0;
  expect_refused(file_of(pieces), "the feature \"x\" has no thresholds");
  pieces.threshold_count = 2;
  pieces.thresholds = {2, 2};
  expect_refused(file_of(pieces), "the thresholds of \"x\" do not ascend: 2 comes after 2");
  pieces.thresholds = {1, 2};
  pieces.bits = [](BitWriter& out) {
    out.write(1, 2), out.write(0, 1), out.write(1, 1), out.write(0, 4);
    ForestPieces::write_value(out, 1), ForestPieces::write_value(out, 2);
  };
  expect_refused(file_of(pieces), "the feature \"x\" has conditions that no split uses");
  pieces.threshold_count = 3;
  pieces.thresholds = {1, 2, 3};
  pieces.bits = [](BitWriter& out) { out.write(1, 2), out.write(0, 1), out.write(3, 2), out.write(0, 4); };
  expect_refused(file_of(pieces), "threshold 3 of \"x\", which has 3");
}

TEST(Decode, RefusesTreesThatAreNoTrees) {
  ForestPieces pieces;
  pieces.intercept = {std::nan("")};
  expect_refused(file_of(pieces), "an intercept must be finite, is nan");
  pieces = {};
  pieces.bits = [](BitWriter& out) { out.write(0, 2); };
  expect_refused(file_of(pieces), "a tree must have at least one split");
  pieces.bits = [](BitWriter& out) { out.write(1, 2); };
  expect_refused(file_of(pieces), "2 leaf values of 32 bits");
  pieces.bits = [](BitWriter& out) { out.write(0b101101101101, 12), out.write(0b1101, 4); };
  expect_refused(file_of(pieces), "the trees go on after the end of their section");
  pieces = {};
  pieces.trees = 0;
  pieces.bits = [](BitWriter&) {};
  expect_refused(file_of(pieces), "conditions that no split uses");
}

TEST(Decode, RefusesFeaturesAndOutputsOutOfRange) {
  const FileBytes three_features = payload([](ByteWriter& out) {
    out.u8(0), out.u8(0), out.text("y"), out.varint(3);
    for (const char* name : {"a", "b", "c"}) out.u8(1), out.text(name), out.varint(0);
  });
  Crafted crafted;
  const auto forest = [](std::uint64_t feature) {
    return payload([&](ByteWriter& out) {
      out.f64(0), out.varint(1), out.u8(0);
      BitWriter bits;
      bits.write(1, 2), bits.write(feature, 2);
      bits.write(0, 56), bits.write(0, 56);
      out.raw(bits.finish());
    });
  };
  crafted.sections = {{1, three_features}, {2, forest(3)}};
  expect_refused(crafted.file(), "a split on feature 3, there are 3");
  crafted.sections = {{1, three_features}, {2, forest(2)}};
  expect_refused(crafted.file(), "the feature \"a\" has conditions that no split uses");
  ForestPieces pieces;
  pieces.intercept = {0, 0};
  pieces.bits = [](BitWriter& out) { out.write(3, 2), out.write(0, 56); };
  expect_refused(file_of(pieces, classification_schema(Link::softmax, {"a", "b"})),
                 "a tree adds to output 2, there are 2");
}

TEST(Decode, RefusesSetsOfCategoriesThatTheBitsLeftCannotHold) {
  Crafted crafted;
  crafted.sections = {{1, payload([](ByteWriter& out) {
                         out.u8(0), out.u8(0), out.text("y"), out.varint(1), out.u8(1), out.text("c"), out.varint(100);
                         for (int i = 0; i < 100; ++i) out.text(std::to_string(i));
                       })},
                      {2, payload([](ByteWriter& out) {
                         out.f64(0), out.varint(1), out.u8(0);
                         out.u8(1), out.u32(0), out.u32(0);
                       })}};
  expect_refused(crafted.file(), "the trees go on after the end of their section");
}

TEST(Decode, RefusesValuesThatAreNotAsTheyAreWritten) {
  const auto stump = [](std::vector<std::uint64_t> indices) {
    return [indices](BitWriter& out) {
      out.write(1, 2), out.write(0, 1), out.write(0, 4);
      for (const std::uint64_t index : indices) out.write(index, 2);
    };
  };
  ForestPieces pieces;
  pieces.coding = 2;
  expect_refused(file_of(pieces), "unknown coding 2 of the values");
  pieces.coding = 1;
  pieces.table = {1, 3, 2};
  expect_refused(file_of(pieces), "the distinct values do not ascend");
  pieces.table = {1, 2, std::numeric_limits<float>::infinity()};
  expect_refused(file_of(pieces), "a value must be finite, is inf");
  pieces.table = {1, 2, 3};
  pieces.bits = stump({0, 3});
  expect_refused(file_of(pieces), "leaf value 3, there are 3");
  pieces.bits = stump({0, 2});
  expect_refused(file_of(pieces), "a distinct value is used by no leaf");
  pieces = {};
  pieces.bits = [](BitWriter& out) {
    out.write(1, 2), out.write(0, 1), out.write(0, 4);
    ForestPieces::write_value(out, 1), ForestPieces::write_value(out, std::nanf(""));
  };
  expect_refused(file_of(pieces), "a leaf value must be finite, is nan");
}

// The pieces' stump, of regression or of classes, with statistics and the outcomes given.
FileBytes file_with_outcomes(const std::vector<float>& outcomes, const FileBytes& schema = regression_schema(),
                             const ForestPieces& pieces = {}) {
  Crafted crafted;
  crafted.sections = {{1, schema}, {2, pieces.bytes()}, {129, FileBytes(16)}, {130, payload([&](ByteWriter& out) {
                                                                                 for (const float outcome : outcomes)
                                                                                   out.f32(outcome);
                                                                               })}};
  return crafted.file();
}

TEST(Decode, ReadsTheOutcomesOfTerminals) {
  const auto outcomes = [](const Model& model) { return std::get<Forest>(model.body).statistics->outcomes; };
  EXPECT_EQ(outcomes(decode(file_with_outcomes({-7, 3.5F}), "m.esp")), (std::vector<float>{-7, 3.5F}));
  const FileBytes classes = classification_schema(Link::logistic, {"n", "y"});
  EXPECT_EQ(outcomes(decode(file_with_outcomes({0, 1}, classes), "m.esp")), (std::vector<float>{0, 1}));
}

TEST(Decode, RefusesOutcomesThatAreNotOnesOfTheTerminals) {
  expect_refused(file_with_outcomes({1}), "the outcomes section must have 8 bytes, has 4");
  expect_refused(file_with_outcomes({}), "the outcomes section must have 8 bytes, has 0");
  expect_refused(file_with_outcomes({1, std::nanf("")}), "an outcome must be finite, is nan");
  const FileBytes classes = classification_schema(Link::logistic, {"n", "y"});
  expect_refused(file_with_outcomes({0.5F, 1.5F}, classes), "the share of a class must be in [0, 1], is 1.5");
  expect_refused(file_with_outcomes({-0.5F, 0}, classes), "the share of a class must be in [0, 1], is -0.5");
  ForestPieces three_scores;
  three_scores.intercept = {0, 0, 0};
  three_scores.bits = [](BitWriter& out) {  // the tree's values are for output 0 alone
    out.write(1, 2);
    ForestPieces().bits(out);
  };
  const FileBytes three = classification_schema(Link::softmax, {"a", "b", "c"});
  EXPECT_EQ(samples::problem_of(decode(file_with_outcomes({1, 0, 0, 0, 1, 0}, three, three_scores), "m.esp")), "");
  expect_refused(file_with_outcomes({1, 0}, three, three_scores), "the outcomes section must have 24 bytes, has 8");
  Crafted crafted;
  crafted.sections = {{1, regression_schema()}, {2, ForestPieces().bytes()}, {130, FileBytes(8)}};
  expect_refused(crafted.file(), "section 130, the outcomes, needs section 129, the statistics");
  const FileBytes nothing = payload([](ByteWriter& out) { out.u8(0), out.u8(0), out.text("y"), out.varint(0); });
  const FileBytes constant = payload([](ByteWriter& out) { out.f64(3), out.varint(0), out.u8(0); });
  crafted.sections = {{1, nothing}, {2, constant}, {129, {}}, {130, {}}};
  expect_refused(crafted.file(), "a constant model has no outcomes section");
}

TEST(Decode, AChainOfAMillionSplitsDoesNotExhaustTheStack) {
  constexpr std::size_t kDepth = 1000000;
  ForestPieces pieces;
  pieces.coding = 1;
  pieces.table = {7};
  pieces.bits = [](BitWriter& out) {
    for (std::size_t i = 0; i < kDepth; ++i) out.write(i % 2 ? 2 : 3, 2), out.write(0, 1);
    out.write(0, 2);
    for (std::size_t i = 0; i <= kDepth; ++i) out.write(0, 1);
  };
  const Model model = decode(file_of(pieces), "m.esp");
  EXPECT_EQ(samples::problem_of(model), "");
  EXPECT_EQ(std::get<Forest>(model.body).splits.size(), kDepth);
  EXPECT_EQ(decode(encode(model), "again"), model);
}

}  // namespace
}  // namespace espalier

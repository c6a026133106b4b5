// Wrong linear models: each rule of docs/format.md broken by hand. decode_test.cpp changes every byte of right ones.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/linear.h"
#include "espalier/model.h"
#include "model/craft.h"
#include "model/errors.h"
#include "support/samples.h"
#include "support/validate.h"

namespace espalier {
namespace {

using samples::Crafted;
using samples::expect_error;
using samples::FileBytes;
using samples::payload;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

void expect_refused(const Crafted& crafted, const std::string& part) {
  expect_error(ErrorCode::model, part, [&] { decode(crafted.file(), "m.esp"); });
}

// The regression of y on a numeric column "x" and a categorical one "c" with this many labels.
FileBytes schema(std::uint32_t labels) {
  return payload([&](ByteWriter& out) {
    out.u8(0), out.u8(0), out.text("y"), out.varint(2);
    out.u8(0), out.text("x");
    out.u8(1), out.text("c"), out.varint(labels);
    for (std::uint32_t i = 0; i < labels; ++i) out.text(std::to_string(i));
  });
}

struct LinearPieces {
  double intercept = 0.5;
  float fill = 3;
  std::vector<float> weights = {2, -1};

  Crafted crafted(std::uint32_t labels = 1) const {
    Crafted whole;
    whole.kind = 2;
    whole.sections = {{1, schema(labels)}, {3, payload([&](ByteWriter& out) {
                                              out.f64(intercept), out.f32(fill);
                                              for (const float weight : weights) out.f32(weight);
                                            })}};
    return whole;
  }
};

TEST(DecodeLinear, ReadsTheUnbrokenPieces) {
  const Model model = decode(LinearPieces().crafted().file(), "m.esp");
  EXPECT_EQ(samples::problem_of(model), "");
  EXPECT_EQ(std::get<Linear>(model.body).terms, (std::vector<LinearTerm>{{0, 0, 3}, {1, 0, 0}}));
  EXPECT_EQ(std::get<Linear>(model.body).weights, (std::vector<float>{2, -1}));
}

TEST(DecodeLinear, RefusesTheSectionOfAnotherKind) {
  Crafted crafted = LinearPieces().crafted();
  crafted.kind = 1;
  expect_refused(crafted, "section 2, the forest, must come second");
  crafted.kind = 2;
  crafted.sections[1].first = 2;
  expect_refused(crafted, "section 3, the linear model, must come second");
  crafted.sections.pop_back();
  expect_refused(crafted, "section 3, the linear model, must come second");
}

TEST(DecodeLinear, RefusesASectionOfTheWrongLength) {
  LinearPieces pieces;
  pieces.weights = {2};
  expect_refused(pieces.crafted(), "the linear section must have 20 bytes, has 16");
  pieces.weights = {2, -1, 7};
  expect_refused(pieces.crafted(), "the linear section must have 20 bytes, has 24");
}

// 10,000 classes and as many labels would make a hundred million weights.
TEST(DecodeLinear, AllocatesNothingThatTheBytesDoNotHold) {
  Crafted crafted = LinearPieces().crafted();
  crafted.sections[0].second = payload([](ByteWriter& out) {
    out.u8(1), out.u8(2), out.text("y"), out.varint(10000);
    for (int i = 0; i < 10000; ++i) out.text(std::to_string(i));
    out.varint(1), out.u8(1), out.text("c"), out.varint(10000);
    for (int i = 0; i < 10000; ++i) out.text(std::to_string(i));
  });
  expect_refused(crafted, "the linear section must have 400080000 bytes, has 20");
}

TEST(DecodeLinear, RefusesNumbersThatAreNotFinite) {
  LinearPieces pieces;
  pieces.intercept = std::nan("");
  expect_refused(pieces.crafted(), "an intercept must be finite, is nan");
  pieces = {};
  pieces.fill = kInfinity;
  expect_refused(pieces.crafted(), "the fill of a term must be finite, is inf");
  pieces = {};
  pieces.weights[1] = -kInfinity;
  expect_refused(pieces.crafted(), "a weight must be finite, is -inf");
}

TEST(DecodeLinear, RefusesTermsThatCouldHaveBeenLeftOut) {
  LinearPieces pieces;
  pieces.weights = {0, 1};
  expect_refused(pieces.crafted(), "the term of \"x\" has no weight but 0");
  pieces.weights = {1, -0.0F};
  expect_refused(pieces.crafted(), "the term of \"c\" = \"0\" has no weight but 0");
  pieces.weights = {1};
  expect_refused(pieces.crafted(0), "the feature \"c\" has no labels, so no term uses it");
}

TEST(DecodeLinear, RefusesStatisticsThatItKnowsToBeWrong) {
  Crafted crafted = LinearPieces().crafted();
  crafted.sections.push_back({129, FileBytes(12)});
  expect_refused(crafted, "the statistics section must have 8 bytes, has 12");
  crafted.sections[2].second = payload([](ByteWriter& out) { out.f32(1), out.f32(-1); });
  expect_refused(crafted, "the spread of a term must not be negative, is -1");
  crafted.sections[2].second = payload([](ByteWriter& out) { out.f32(1), out.f32(kInfinity); });
  expect_refused(crafted, "the spread of a term must be finite, is inf");
}

TEST(DecodeLinear, RefusesOutcomesWhichAreOfLeaves) {
  Crafted crafted = LinearPieces().crafted();
  crafted.sections.push_back({130, FileBytes(8)});
  expect_refused(crafted, "a linear model has no outcomes section");
}

}  // namespace
}  // namespace espalier

// Wrong neural rules: each rule of docs/format.md broken by hand. decode_damage_test.cpp changes every byte of right
// ones.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
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

void write_floats(ByteWriter& out, const std::vector<float>& numbers) {
  for (const float number : numbers) out.f32(number);
}

// The regression of y on a numeric column "x" and a categorical one "c" with labels 0, 1 and 2; each part of the
// section may be replaced.
struct NeuralPieces {
  double intercept = 0.5;
  std::uint8_t deep = 0;
  FileBytes of_x = payload([](ByteWriter& out) { out.u8(1), write_floats(out, {3, 0.5F, 2}); });
  FileBytes of_c = payload([](ByteWriter& out) { out.varint(1), out.varint(2), write_floats(out, {0, 1}); });
  std::uint32_t nets = 1;
  std::vector<std::uint32_t> gaps = {0, 0};
  std::vector<std::uint8_t> planes = {1};
  std::vector<float> weights = {1, -1, 0.5F};
  std::vector<float> mixing;
  std::vector<float> values = {2};
  FileBytes rest;

  Crafted crafted() const {
    Crafted whole;
    whole.kind = 3;
    whole.sections = {{1, payload([](ByteWriter& out) {
                         out.u8(0), out.u8(0), out.text("y"), out.varint(2);
                         out.u8(0), out.text("x");
                         out.u8(1), out.text("c"), out.varint(3);
                         for (const char* label : {"0", "1", "2"}) out.text(label);
                       })},
                      {4, payload([&](ByteWriter& out) {
                         out.f64(intercept), out.u8(deep), out.raw(of_x), out.raw(of_c), out.varint(nets);
                         out.varint(static_cast<std::uint32_t>(gaps.size()));
                         for (const std::uint32_t gap : gaps) out.varint(gap);
                         out.varint(static_cast<std::uint32_t>(planes.size()));
                         for (const std::uint8_t of_rule : planes) out.u8(of_rule);
                         write_floats(out, weights), write_floats(out, mixing), write_floats(out, values);
                         out.raw(rest);
                       })}};
    return whole;
  }
};

void expect_refused(const std::string& part, const std::function<void(NeuralPieces&)>& spoil) {
  NeuralPieces pieces;
  spoil(pieces);
  expect_refused(pieces.crafted(), part);
}

TEST(DecodeNeural, ReadsTheUnbrokenPieces) {
  const Model model = decode(NeuralPieces().crafted().file(), "m.esp");
  EXPECT_EQ(samples::problem_of(model), "");
  const auto& rules = std::get<NeuralRules>(model.body);
  ASSERT_EQ(rules.inputs.size(), 2U);
  EXPECT_EQ(rules.inputs[0].fill, 3);
  EXPECT_EQ(rules.inputs[0].spread, 2);
  EXPECT_EQ(rules.inputs[1].label, 2U);
  EXPECT_EQ(rules.nets[0].inputs, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(rules.nets[0].weights, (std::vector<float>{1, -1, 0.5F}));
}

TEST(DecodeNeural, RefusesTheSectionOfAnotherKind) {
  Crafted crafted = NeuralPieces().crafted();
  crafted.kind = 2;
  expect_refused(crafted, "section 3, the linear model, must come second");
  crafted.kind = 3;
  crafted.sections[1].first = 3;
  expect_refused(crafted, "section 4, the neural rules, must come second");
}

TEST(DecodeNeural, RefusesNumbersThatAreNotFinite) {
  expect_refused("an intercept must be finite, is nan", [](auto& pieces) { pieces.intercept = std::nan(""); });
  expect_refused("a weight must be finite, is inf", [](auto& pieces) { pieces.weights[0] = kInfinity; });
  expect_refused("a value must be finite, is -inf", [](auto& pieces) { pieces.values[0] = -kInfinity; });
  expect_refused("the fill of an input must be finite", [](auto& pieces) {
    pieces.of_x = payload([](ByteWriter& out) { out.u8(1), write_floats(out, {kInfinity, 0, 1}); });
  });
  expect_refused("the centre of an input must be finite", [](auto& pieces) {
    pieces.of_x = payload([](ByteWriter& out) { out.u8(1), write_floats(out, {0, kInfinity, 1}); });
  });
}

TEST(DecodeNeural, RefusesWeightsWhoseSumsCouldOverflow) {
  expect_refused("a weight must be within ±1e+09, is -2", [](auto& pieces) { pieces.weights[1] = -2e9F; });
  expect_refused("a number of the mixing must be within ±1e+09", [](auto& pieces) {
    pieces.deep = 1;
    pieces.mixing = {2e9F, 0};
  });
}

TEST(DecodeNeural, RefusesInputsThatCannotBe) {
  for (const int which : {0, 3, 7, 8})
    expect_refused("the inputs of a numeric feature are 1, 2, 4, 5 or 6, not " + std::to_string(which),
                   [&](auto& pieces) { pieces.of_x[0] = static_cast<std::byte>(which); });
  for (const float spread : {0.0F, -1.0F})
    expect_refused("the spread of an input must be above 0", [&](auto& pieces) {
      pieces.of_x = payload([&](ByteWriter& out) { out.u8(1), write_floats(out, {0, 0, spread}); });
    });
  const auto with_knots = [](std::vector<float> knots, std::vector<float> levels, std::string problem) {
    expect_refused(problem, [&](auto& pieces) {
      pieces.of_x = payload([&](ByteWriter& out) {
        out.u8(2), out.f32(0), out.varint(static_cast<std::uint32_t>(knots.size()));
        write_floats(out, knots), write_floats(out, levels);
      });
    });
  };
  with_knots({1}, {1}, "an input with knots needs at least 2, has 1");
  with_knots({1, 1}, {1, 2}, "knots must ascend");
  with_knots({1, 2}, {2, 1}, "the levels of knots must not fall");
  with_knots({1, kInfinity}, {1, 2}, "a knot must be finite");
}

TEST(DecodeNeural, RefusesLabelsThatAreNotThere) {
  expect_refused("the label of an input is 3, must be below 3", [](auto& pieces) {
    pieces.of_c = payload([](ByteWriter& out) { out.varint(2), out.varint(2), out.varint(0); });
    pieces.of_c.resize(pieces.of_c.size() + 16);
  });
  expect_refused("no input uses the feature \"c\"", [](auto& pieces) { pieces.of_c = {std::byte{0}}; });
}

TEST(DecodeNeural, RefusesNetsThatCannotBe) {
  expect_refused("an input of a network is 2, must be below 2", [](auto& pieces) { pieces.gaps = {0, 1}; });
  expect_refused("a network has no rules", [](auto& pieces) { pieces.planes = {}; });
  for (const std::uint8_t planes : {0, 65})
    expect_refused("the number of planes must be in [1, 64], is", [&](auto& pieces) { pieces.planes = {planes}; });
  expect_refused("a rule has no value but 0", [](auto& pieces) { pieces.values = {-0.0F}; });
  expect_refused("no network uses input 1", [](auto& pieces) {
    pieces.gaps = {0};
    pieces.weights = {1, 1};
  });
  expect_refused("whether rules are deep must be 0 or 1, is 2", [](auto& pieces) { pieces.deep = 2; });
}

TEST(DecodeNeural, RefusesASectionOfTheWrongLength) {
  expect_refused("a network takes 24 bytes, 16 are left", [](auto& pieces) { pieces.deep = 1; });
  expect_refused("a network takes 28 bytes, 16 are left", [](auto& pieces) { pieces.planes = {2}; });
  expect_refused("5 bytes too many in the section of neural rules", [](auto& pieces) { pieces.rest.resize(5); });
}

TEST(DecodeNeural, AllocatesNothingThatTheBytesDoNotHold) {
  expect_refused("the number of networks is 4294967295, too many", [](auto& pieces) { pieces.nets = 0xffffffff; });
  expect_refused("the number of knots is 268435455, too many", [](auto& pieces) {
    pieces.of_x = payload([](ByteWriter& out) { out.u8(2), out.f32(0), out.varint(0xfffffff); });
  });
  expect_refused("the number of rules is 100, too many", [](auto& pieces) { pieces.planes.assign(100, 1); });
  // 10,000 classes, of which the section has one intercept.
  Crafted crafted = NeuralPieces().crafted();
  crafted.sections[0].second = payload([](ByteWriter& out) {
    out.u8(1), out.u8(2), out.text("y"), out.varint(10000);
    for (int i = 0; i < 10000; ++i) out.text(std::to_string(i));
    out.varint(0);
  });
  expect_refused(crafted, "10000 intercepts take 80000 bytes");
}

TEST(DecodeNeural, RefusesStatisticsThatItKnowsToBeWrong) {
  Crafted crafted = NeuralPieces().crafted();
  crafted.sections.push_back({129, FileBytes(12)});
  expect_refused(crafted, "the statistics section must have 16 bytes, has 12");
  crafted.sections[2].second = payload([](ByteWriter& out) { write_floats(out, {1, 1, -1, 1}); });
  expect_refused(crafted, "the rows that a rule has in common with its leaf must not be negative, is -1");
  crafted.sections[2].second = payload([](ByteWriter& out) { write_floats(out, {1, 1, 1, kInfinity}); });
  expect_refused(crafted, "the spread of a rule must be finite, is inf");
}

TEST(DecodeNeural, RefusesOutcomesAndStagesWhichAreOfTrees) {
  Crafted crafted = NeuralPieces().crafted();
  crafted.sections.push_back({130, FileBytes(8)});
  expect_refused(crafted, "a model of neural rules has no outcomes section");
  crafted.sections[2].first = 131;
  expect_refused(crafted, "a model of neural rules has no stages section");
}

}  // namespace
}  // namespace espalier

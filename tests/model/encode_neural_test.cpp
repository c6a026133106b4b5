#include <gtest/gtest.h>

#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "model/craft.h"
#include "support/samples.h"
#include "support/validate.h"

namespace espalier {
namespace {

using samples::FileBytes;

TEST(EncodeNeural, WritesInputsByFeatureAndNetsByRule) {
  const auto floats = [](ByteWriter& out, std::initializer_list<float> numbers) {
    for (const float number : numbers) out.f32(number);
  };
  samples::Crafted crafted;
  crafted.kind = 3;
  crafted.sections = {{1, samples::payload([](ByteWriter& out) {
                         out.u8(1), out.u8(2), out.text("kind"), out.varint(3);
                         for (const char* label : {"a", "b", "c"}) out.text(label);
                         out.varint(2), out.u8(1), out.text("color"), out.varint(3);
                         for (const char* label : {"red", "green", "blue"}) out.text(label);
                         out.u8(0), out.text("width");
                       })},
                      {4, samples::payload([&](ByteWriter& out) {
                         for (const double intercept : {0.25, -0.5, 0.125}) out.f64(intercept);
                         out.u8(1);                                        // deep
                         out.varint(2), out.varint(0), out.varint(1);      // red, and one label on, blue
                         floats(out, {0.5F, 0.5F, 0, 1});                  // centre and spread of each
                         out.u8(2 + 4), floats(out, {1.5F});               // value with knots, missing; fill
                         out.varint(3), floats(out, {0, 1, 3, -1, 0, 2});  // knots, levels
                         floats(out, {0.25F, 0.5F});
                         out.varint(2);                                // nets
                         out.varint(2), out.varint(0), out.varint(1);  // inputs 0 and 2
                         out.varint(2), out.u8(1), out.u8(2);          // rules of 1 and 2 planes
                         floats(out, {1, 2, 0.5F, -1, 0, 4, 0.5F, 1, 1});
                         floats(out, {1.5F, -0.25F, 1, 0.5F, -0.5F, 2, 0.25F, 0});
                         floats(out, {1, 0, -1, 0.5F, 0.5F, 0});
                         out.varint(3), out.varint(1), out.varint(0), out.varint(0);  // inputs 1, 2 and 3
                         out.varint(1), out.u8(1);
                         floats(out, {1, -1, 0.25F, 2, 2, 0.5F, 0, -3, 0.25F});
                       })},
                      {128, samples::payload([](ByteWriter& out) {
                         out.text("neural"), out.varint(1), out.text("seed"), out.text("1");
                       })},
                      {129, samples::payload([&](ByteWriter& out) {
                         floats(out, {40, 50, 30, 40, 40, 60, 40, 30, 30, 0.5F, 2, 1});
                       })}};
  EXPECT_EQ(encode(samples::planes()), crafted.file());
}

TEST(EncodeNeural, RandomModelsComeBackAsTheyWereAndWriteTheSameBytesAgain) {
  std::size_t constant = 0, deep = 0, knots = 0, many = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Model model = samples::random_neural(seed);
    ASSERT_EQ(samples::problem_of(model), "") << seed;
    const FileBytes bytes = encode(model);
    const Model again = decode(bytes, "m");
    ASSERT_EQ(again, model) << seed;
    ASSERT_EQ(encode(again), bytes) << seed;
    const auto& rules = std::get<NeuralRules>(model.body);
    constant += rules.nets.empty();
    deep += rules.deep && !rules.nets.empty();
    for (const NeuralInput& input : rules.inputs) knots += !input.knots.empty();
    for (const NeuralNet& net : rules.nets)
      for (const std::uint32_t planes : net.planes) many += planes == kMostPlanes;
  }
  // The sample has what it is meant to have.
  for (const std::size_t count : {constant, deep, knots, many}) EXPECT_GT(count, 20U);
}

TEST(EncodeNeural, AModelThatIsNotInOrderOrHasIdlePartsIsOurOwnBug) {
  const auto expect_bug = [](auto&& change) {
    Model model = samples::plane();
    change(std::get<NeuralRules>(model.body));
    EXPECT_THROW(encode(model), std::logic_error);
  };
  expect_bug([](NeuralRules& rules) { std::swap(rules.inputs[0], rules.inputs[1]); });
  expect_bug([](NeuralRules& rules) { std::swap(rules.nets[0].inputs[0], rules.nets[0].inputs[1]); });
  expect_bug([](NeuralRules& rules) { rules.nets[0].values[0] = 0; });
  expect_bug([](NeuralRules& rules) { rules.nets.emplace_back(); });
  expect_bug([](NeuralRules& rules) { rules.nets.clear(); });
}

}  // namespace
}  // namespace espalier

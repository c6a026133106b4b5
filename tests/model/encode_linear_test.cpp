#include <gtest/gtest.h>

#include "espalier/linear.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "model/craft.h"
#include "support/samples.h"
#include "support/validate.h"

namespace espalier {
namespace {

using samples::FileBytes;

TEST(EncodeLinear, WritesATermAsItsFillAndItsWeights) {
  samples::Crafted crafted;
  crafted.kind = 2;
  crafted.sections = {{1, samples::payload([](ByteWriter& out) {
                         out.u8(1), out.u8(2), out.text("kind"), out.varint(3);
                         for (const char* label : {"a", "b", "c"}) out.text(label);
                         out.varint(2), out.u8(1), out.text("color"), out.varint(2), out.text("red"), out.text("blue");
                         out.u8(0), out.text("width");
                       })},
                      {3, samples::payload([](ByteWriter& out) {
                         for (const double intercept : {0.25, -0.5, 0.125}) out.f64(intercept);
                         for (const float weight : {1.0F, 0.0F, -1.0F}) out.f32(weight);  // red
                         for (const float weight : {0.5F, 0.5F, 0.0F}) out.f32(weight);   // blue
                         for (const float number : {1.5F, 2.0F, -3.0F, 0.25F}) out.f32(number);
                       })},
                      {128, samples::payload([](ByteWriter& out) {
                         out.text("linear"), out.varint(1), out.text("seed"), out.text("1");
                       })},
                      {129, samples::payload([](ByteWriter& out) {
                         for (const float spread : {0.5F, 0.25F, 4.0F}) out.f32(spread);
                       })}};
  EXPECT_EQ(encode(samples::lines()), crafted.file());
}

TEST(EncodeLinear, RandomModelsComeBackAsTheyWereAndWriteTheSameBytesAgain) {
  std::size_t constant = 0, wide = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Model model = samples::random_linear(seed);
    ASSERT_EQ(samples::problem_of(model), "") << seed;
    const FileBytes bytes = encode(model);
    const Model again = decode(bytes, "m");
    ASSERT_EQ(again, model) << seed;
    ASSERT_EQ(encode(again), bytes) << seed;
    constant += model.features.empty();
    for (const Feature& feature : model.features) wide += feature.labels.size() > 64;
  }
  // The sample has what it is meant to have.
  EXPECT_GT(constant, 20U);
  EXPECT_GT(wide, 20U);
}

TEST(EncodeLinear, AModelThatIsNotInOrderIsOurOwnBug) {
  Model model = samples::line();
  std::swap(std::get<Linear>(model.body).terms[0], std::get<Linear>(model.body).terms[1]);
  EXPECT_THROW(encode(model), std::logic_error);
}

}  // namespace
}  // namespace espalier

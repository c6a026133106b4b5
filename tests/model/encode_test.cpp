#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "model/craft.h"
#include "support/samples.h"
#include "support/validate.h"

namespace espalier {
namespace {

using samples::FileBytes;

FileBytes from_hex(const std::string& text) {
  FileBytes bytes;
  std::istringstream in(text);
  for (std::string word; in >> word;) bytes.push_back(static_cast<std::byte>(std::stoi(word, nullptr, 16)));
  return bytes;
}

// The bytes of the block of docs/format.md that begins with this line: on each line those before the comment.
FileBytes documented_example(const std::string& fence = "```hex") {
  std::ifstream in(std::string(ESPALIER_TESTS) + "/../docs/format.md");
  FileBytes bytes;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line == fence)
      inside = true;
    else if (line == "```")
      inside = false;
    else if (inside)
      for (const std::byte byte : from_hex(line.substr(0, line.find(';')))) bytes.push_back(byte);
  }
  return bytes;
}

TEST(Encode, TheTinyModelByHand) {
  FileBytes expected = from_hex(
      "45 53 50 4c 01 01 00 00 00 00 "        // ESPL, version 1, forest, checksum
      "01 0a 00 00 01 79 01 00 03 61 67 65 "  // schema: regression, identity, "y", 1 feature: numeric "age"
      "02 18 00 00 00 00 00 00 e0 3f "        // forest: intercept 0.5
      "01 00 00 f4 41 01 00 "                 // 1 threshold 30.5; 1 tree; raw values
      // kind 1 (both children) = 1 0, missing left = 1, two leaves = 0 0 0 0, then 1.0 (3f800000) and 2.0 (40000000)
      // from bit 7 on: 5 + 0x3f800000 · 2^7 + 0x40000000 · 2^39
      "05 00 00 c0 1f 00 00 00 20");
  samples::repair_checksum(expected);
  EXPECT_EQ(encode(samples::tiny()), expected);
}

TEST(Encode, TheExampleOfTheDocumentationIsTheTinyModel) { EXPECT_EQ(documented_example(), encode(samples::tiny())); }

TEST(Encode, TheSecondExampleOfTheDocumentationIsTheLine) {
  EXPECT_EQ(documented_example("```hex linear"), encode(samples::line()));
}

TEST(Encode, TheThirdExampleOfTheDocumentationIsThePlane) {
  EXPECT_EQ(documented_example("```hex neural"), encode(samples::plane()));
}

TEST(Encode, CategoriesTakeABitALabelAndValuesATableWhereThatIsSmaller) {
  Pool pool;
  pool.features = {samples::categorical("c", {"p", "q", "r"})};
  pool.intercept = {0};
  Tree tree;  // c in {q} ? 1 : (c in {p, q} ? 2 : 1), and an absent child for the value 0
  tree.nodes = {samples::split_at(0, 0, 1, 2),
                samples::split_at(0, 0, 3, kNone),
                samples::split_at(0, 0, 4, 5),
                samples::leaf(),
                samples::leaf(),
                samples::leaf()};
  tree.category_words = {0b010, 0b100, 0b011};
  tree.nodes[1].categories = 1;
  tree.nodes[2].categories = 2;
  tree.weights = {0, 0, 0, 1, 1, 0};
  pool.trees = {tree};
  const Model model = make_model(samples::class_target("y", {"n", "y"}), Link::logistic, pool.features,
                                 make_forest(pool, pool.grown_weights()));
  samples::Crafted crafted;
  crafted.sections = {{1, from_hex("01 01 01 79 02 01 6e 01 79 01 01 01 63 03 01 70 01 71 01 72")},
                      {2, samples::payload([](ByteWriter& out) {
                         out.f64(0);
                         out.varint(1);  // trees
                         out.u8(1);      // the four values 1 0 1 0: 8 + 2 · 32 + 4 · 1 = 76 bits, against 4 · 32
                         out.varint(2);
                         out.f32(0);
                         out.f32(1);
                         BitWriter bits;
                         bits.write(1, 2), bits.write(0, 1), bits.write(0b010, 3);  // both children, missing right, {q}
                         bits.write(2, 2), bits.write(0, 1), bits.write(0b100, 3);  // left child only, {r}
                         bits.write(0, 2);                                          // leaf
                         bits.write(1, 2), bits.write(0, 1), bits.write(0b011, 3);  // both, {p, q}
                         bits.write(0, 2), bits.write(0, 2);
                         for (const int index : {1, 0, 1, 0}) bits.write(static_cast<std::uint64_t>(index), 1);
                         out.raw(bits.finish());
                       })}};
  EXPECT_EQ(encode(model), crafted.file());
}

TEST(Encode, SeveralTargetsAreATaskOfTheirOwnWithTheirNames) {
  const FileBytes schema = samples::payload([](ByteWriter& out) {
    out.u8(2), out.u8(0);
    out.varint(2), out.text("width"), out.text("height");
    out.varint(1), out.u8(0), out.text("age");
  });
  const FileBytes file = encode(samples::several());
  EXPECT_EQ(FileBytes(file.begin() + 12, file.begin() + 12 + static_cast<std::ptrdiff_t>(schema.size())), schema);
}

TEST(Encode, TheCoreLeavesOutWhatPredictionDoesNotNeed) {
  const Model model = samples::mixed();
  Model core = model;
  core.provenance.reset();
  std::get<Forest>(core.body).statistics.reset();
  EXPECT_EQ(encode(stripped(model)), encode(core));
  EXPECT_LT(encode(core).size(), encode(model).size());
  EXPECT_EQ(decode(encode(stripped(model)), "m"), core);
}

TEST(Encode, OutcomesAreASectionOfTheirOwnAfterTheStatistics) {
  const Model model = samples::mixed();
  Model without = model;
  std::get<Forest>(without.body).statistics->outcomes.clear();
  FileBytes expected = encode(without);
  expected.push_back(std::byte{130});
  expected.push_back(std::byte{72});  // 6 terminals of 3 classes, 4 bytes each
  ByteWriter outcomes;
  for (const float outcome : std::get<Forest>(model.body).statistics->outcomes) outcomes.f32(outcome);
  expected.insert(expected.end(), outcomes.bytes().begin(), outcomes.bytes().end());
  samples::repair_checksum(expected);
  EXPECT_EQ(encode(model), expected);
}

TEST(Encode, ModelsComeBackAsTheyWere) {
  for (const Model& model : {samples::tiny(), samples::mixed(), samples::several(), samples::chain(5), samples::line(),
                             samples::lines(), samples::plane(), samples::planes()}) {
    const FileBytes bytes = encode(model);
    const Model again = decode(bytes, "m");
    EXPECT_EQ(again, model);
    EXPECT_EQ(encode(again), bytes);
  }
}

TEST(Encode, RandomModelsComeBackAsTheyWereAndWriteTheSameBytesAgain) {
  std::size_t tables = 0, absent = 0, wide = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Model model = samples::random_model(seed);
    ASSERT_EQ(samples::problem_of(model), "") << seed;
    const FileBytes bytes = encode(model);
    const Model again = decode(bytes, "m");
    ASSERT_EQ(samples::problem_of(again), "") << seed;
    ASSERT_EQ(again, model) << seed;
    ASSERT_EQ(encode(again), bytes) << seed;
    const auto& forest = std::get<Forest>(model.body);
    tables += 2 * std::set<float>(forest.values.begin(), forest.values.end()).size() < forest.values.size();
    for (const std::uint8_t flag : forest.absent) absent += flag;
    for (const Feature& feature : model.features) wide += feature.labels.size() > 64;
  }
  // The sample has what it is meant to have.
  EXPECT_GT(tables, 20U);
  EXPECT_GT(absent, 100U);
  EXPECT_GT(wide, 20U);
}

TEST(Encode, NegativeZeroThresholdsAreWrittenAsZero) {
  Model model = samples::tiny();
  std::get<Forest>(model.body).splits[0].threshold = 0.0F;
  const FileBytes bytes = encode(model);
  std::get<Forest>(model.body).splits[0].threshold = -0.0F;
  EXPECT_EQ(encode(model), bytes);
}

TEST(Encode, AChainOfAMillionSplitsGoesThereAndBack) {
  const Model model = samples::chain(1000000);
  const Model again = decode(encode(model), "m");
  EXPECT_EQ(again, model);
  EXPECT_EQ(to_pool(again).trees[0].nodes.size(), 1000001U);
}

}  // namespace
}  // namespace espalier

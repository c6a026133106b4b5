// Wrong files: each rule of docs/format.md broken by hand, then every byte of a model changed in every way.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "espalier/model.h"
#include "espalier/route.h"
#include "model/craft.h"
#include "model/errors.h"
#include "model/format.h"
#include "model/samples.h"
#include "model/validate.h"

namespace espalier {
namespace {

using samples::Crafted;
using samples::expect_error;
using samples::FileBytes;
using samples::payload;

void expect_refused(const FileBytes& file, const std::string& part) {
  expect_error(ErrorCode::model, "m.esp: ", [&] { decode(file, "m.esp"); });
  expect_error(ErrorCode::model, part, [&] { decode(file, "m.esp"); });
}

// The schema of a regression on one numeric feature "x".
FileBytes regression_schema() {
  return payload([](ByteWriter& out) {
    out.u8(0), out.u8(0), out.text("y");
    out.varint(1), out.u8(0), out.text("x");
  });
}

FileBytes classification_schema(Link link, const std::vector<std::string>& classes) {
  return payload([&](ByteWriter& out) {
    out.u8(1), out.u8(static_cast<std::uint8_t>(link)), out.text("y");
    out.varint(static_cast<std::uint32_t>(classes.size()));
    for (const std::string& label : classes) out.text(label);
    out.varint(1), out.u8(0), out.text("x");
  });
}

FileBytes targets_schema(const std::vector<std::string>& targets) {
  return payload([&](ByteWriter& out) {
    out.u8(2), out.u8(0), out.varint(static_cast<std::uint32_t>(targets.size()));
    for (const std::string& name : targets) out.text(name);
    out.varint(1), out.u8(0), out.text("x");
  });
}

// The pieces of the forest section of one feature; as they are, they make a stump with the values 1 and 2.
struct ForestPieces {
  std::vector<double> intercept = {0};
  std::vector<float> thresholds = {5};
  std::uint32_t threshold_count = 1;
  std::uint32_t trees = 1;
  std::uint8_t coding = 0;
  std::vector<float> table;
  std::function<void(BitWriter&)> bits = [](BitWriter& out) {
    out.write(1, 2), out.write(0, 1), out.write(0, 2), out.write(0, 2);
    write_value(out, 1), write_value(out, 2);
  };

  static void write_value(BitWriter& out, float value) { out.write(std::bit_cast<std::uint32_t>(value), 32); }

  FileBytes bytes() const {
    return payload([&](ByteWriter& out) {
      for (const double value : intercept) out.f64(value);
      out.varint(threshold_count);
      for (const float threshold : thresholds) out.f32(threshold);
      out.varint(trees);
      out.u8(coding);
      if (coding == 1) {
        out.varint(static_cast<std::uint32_t>(table.size()));
        for (const float value : table) out.f32(value);
      }
      BitWriter writer;
      bits(writer);
      out.raw(writer.finish());
    });
  }
};

FileBytes file_of(const ForestPieces& pieces, const FileBytes& schema = regression_schema()) {
  Crafted crafted;
  crafted.sections = {{1, schema}, {2, pieces.bytes()}};
  return crafted.file();
}

TEST(Decode, ReadsTheUnbrokenPieces) {
  const Model model = decode(file_of({}), "m.esp");
  EXPECT_EQ(samples::problem_of(model), "");
  EXPECT_EQ(std::get<Forest>(model.body).values, (std::vector<float>{1, 2}));
}

TEST(Decode, RefusesWhatIsNoModelFile) {
  expect_refused({}, "not an Espalier model file");
  expect_refused(FileBytes(3, std::byte{'E'}), "not an Espalier model file");
  expect_refused(FileBytes(100, std::byte{'E'}), "not an Espalier model file");
  FileBytes file = encode(samples::tiny());
  file.resize(9);
  expect_refused(file, "truncated");
}

TEST(Decode, RefusesOtherVersionsAndKinds) {
  Crafted crafted{2, 1, {}};
  expect_refused(crafted.file(), "written by a newer version of the format (2), this is 1");
  crafted.version = 0;
  expect_refused(crafted.file(), "version of the format is 0");
  crafted = {1, 3, {}};
  expect_refused(crafted.file(), "a model of kind 3; this version reads 1, forests, and 2, linear models");
}

TEST(Decode, TellsADamagedFileFromATruncatedOne) {
  FileBytes file = encode(samples::tiny());
  file[20] ^= std::byte{1};
  expect_refused(file, "the checksum differs");
  file = encode(samples::tiny());
  file.pop_back();
  expect_refused(file, "truncated");
}

TEST(Decode, RefusesMoreThanHalfAGigabyte) {
  // Pages that are never touched cost nothing.
  const std::size_t size = kMaxFileBytes + 1;
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  std::copy(kMagic.begin(), kMagic.end(), static_cast<char*>(memory));
  const std::span bytes(static_cast<const std::byte*>(memory), size);
  expect_error(ErrorCode::model, "at most 536870912", [&] { decode(bytes, "m.esp"); });
  ::munmap(memory, size);
}

TEST(Decode, RefusesSectionsThatAreMissingUnknownOrOutOfOrder) {
  const FileBytes schema = regression_schema();
  const FileBytes forest = ForestPieces().bytes();
  Crafted crafted;
  expect_refused(crafted.file(), "section 1, the schema, must come first");
  crafted.sections = {{1, schema}};
  expect_refused(crafted.file(), "section 2, the forest, must come second");
  crafted.sections = {{2, forest}, {1, schema}};
  expect_refused(crafted.file(), "section 1 comes after section 2");
  crafted.sections = {{1, schema}, {2, forest}, {2, forest}};
  expect_refused(crafted.file(), "section 2 comes after section 2");
  crafted.sections = {{1, schema}, {2, forest}, {3, {}}};
  expect_refused(crafted.file(), "section 3 is unknown, and needed");
}

TEST(Decode, SkipsOptionalSectionsThatItDoesNotKnow) {
  Crafted crafted;
  crafted.sections = {{1, regression_schema()}, {2, ForestPieces().bytes()}, {200, FileBytes(7)}};
  EXPECT_EQ(decode(crafted.file(), "m.esp"), decode(file_of({}), "m.esp"));
}

TEST(Decode, RefusesASchemaThatDoesNotHoldTogether) {
  const auto refused = [](const FileBytes& schema, const std::string& part) {
    expect_refused(file_of({}, schema), part);
  };
  refused(payload([](ByteWriter& out) { out.u8(3), out.u8(0); }), "unknown task 3");
  refused(payload([](ByteWriter& out) { out.u8(0), out.u8(4); }), "unknown link 4");
  refused(payload([](ByteWriter& out) { out.u8(0), out.u8(1); }), "link 1 does not go with task 0");
  refused(payload([](ByteWriter& out) { out.u8(1), out.u8(0); }), "link 0 does not go with task 1");
  refused(payload([](ByteWriter& out) { out.u8(2), out.u8(1); }), "link 1 does not go with task 2");
  refused(targets_schema({}), "a model of several targets needs at least 2, there is 0");
  refused(targets_schema({"a"}), "a model of several targets needs at least 2, there is 1");
  refused(targets_schema({"a", "b", "a"}), "the target \"a\" is there twice");
  refused(classification_schema(Link::softmax, {"a"}), "at least 2 classes, there is 1");
  refused(classification_schema(Link::logistic, {"a", "b", "c"}), "logistic link needs 2 classes, there are 3");
  refused(classification_schema(Link::softmax, {"a", "b", "a"}), "class label \"a\" is there twice");
  refused(
      payload([](ByteWriter& out) { out.u8(0), out.u8(0), out.text("y"), out.varint(1), out.u8(2), out.text("x"); }),
      "unknown type 2");
  refused(payload([](ByteWriter& out) {
            out.u8(0), out.u8(0), out.text("y"), out.varint(2);
            out.u8(0), out.text("x"), out.u8(0), out.text("x");
          }),
          "the feature \"x\" is there twice");
  refused(payload([](ByteWriter& out) {
            out.u8(0), out.u8(0), out.text("y"), out.varint(1), out.u8(1), out.text("x");
            out.varint(2), out.text("p"), out.text("p");
          }),
          "category label \"p\" is there twice");
  FileBytes longer = regression_schema();
  longer.push_back(std::byte{0});
  refused(longer, "1 bytes too many in the schema section");
}

TEST(Decode, BelievesNoCountThatTheBytesLeftCannotHold) {
  const auto schema = [](std::uint32_t features) {
    return payload([&](ByteWriter& out) { out.u8(0), out.u8(0), out.text("y"), out.varint(features); });
  };
  expect_refused(file_of({}, schema(0xffffffff)), "the number of features is 4294967295, too many");
  expect_refused(
      file_of({}, payload([](ByteWriter& out) { out.u8(1), out.u8(2), out.text("y"), out.varint(0x7fffffff); })),
      "the number of class labels is 2147483647, too many");
  expect_refused(file_of({}, payload([](ByteWriter& out) { out.u8(2), out.u8(0), out.varint(0x7fffffff); })),
                 "the number of targets is 2147483647, too many");
  expect_refused(file_of({}, payload([](ByteWriter& out) { out.u8(0), out.u8(0), out.varint(0xfffffff0); })),
                 "the target's name takes 4294967280 bytes, 0 are left");
  ForestPieces pieces;
  pieces.threshold_count = 0xffffffff;
  expect_refused(file_of(pieces), "the number of thresholds is 4294967295, too many");
  pieces = {};
  pieces.trees = 0xffffffff;
  expect_refused(file_of(pieces), "");
  pieces = {};
  pieces.bits = [](BitWriter& out) { out.write(1, 2), out.write(0, 1), out.write(0, 4), out.write(0, 40); };
  expect_refused(file_of(pieces), "2 leaf values of 32 bits, ");
}

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

TEST(Decode, RefusesWhatIsLeftOver) {
  ForestPieces pieces;
  const auto bits = pieces.bits;
  pieces.bits = [&](BitWriter& out) { bits(out), out.write(1, 1); };  // 71 bits and then a padding bit that is 1
  expect_refused(file_of(pieces), "the bits after the last leaf value must be 0");
  pieces.bits = [&](BitWriter& out) { bits(out), out.write(0, 9); };
  expect_refused(file_of(pieces), "1 bytes too many in the forest section");
}

TEST(Decode, RefusesOptionalSectionsThatItKnowsToBeWrong) {
  Crafted crafted;
  crafted.sections = {{1, regression_schema()}, {2, ForestPieces().bytes()}, {129, FileBytes(12)}};
  expect_refused(crafted.file(), "the statistics section must have 16 bytes, has 12");
  crafted.sections[2] = {129, payload([](ByteWriter& out) {
                           for (int i = 0; i < 4; ++i) out.f32(std::numeric_limits<float>::infinity());
                         })};
  expect_refused(crafted.file(), "the rows of a split must be finite");
  crafted.sections[2] = {128, payload([](ByteWriter& out) { out.text("boost"), out.varint(900); })};
  expect_refused(crafted.file(), "the number of settings is 900, too many");
  crafted.sections[2] = {128, payload([](ByteWriter& out) { out.text("boost"), out.varint(0), out.u8(0); })};
  expect_refused(crafted.file(), "1 bytes too many in the provenance section");
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

// A file that decode() takes must be a model that can be used and written again; any other must be refused politely.
void expect_valid_or_refused(const FileBytes& file, const std::string& what) {
  Model model;
  try {
    model = decode(file, "m.esp");
  } catch (const Error& error) {
    ASSERT_EQ(error.code(), ErrorCode::model) << what;
    ASSERT_EQ(std::string(error.what()).find("m.esp: "), 0U) << what;
    return;
  }
  ASSERT_EQ(samples::problem_of(model), "") << what;
  ASSERT_EQ(decode(encode(model), "again"), model) << what;
  Random random(1, "rows");
  const Table rows = samples::random_rows(model, 5, random);
  for (const double score : predict_scores(model, samples::view_of(rows))) ASSERT_TRUE(std::isfinite(score)) << what;
}

TEST(Decode, EveryTruncationIsRefused) {
  for (const Model& model :
       {samples::tiny(), samples::mixed(), samples::several(), samples::line(), samples::lines()}) {
    const FileBytes whole = encode(model);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      FileBytes file(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      expect_error(ErrorCode::model, "m.esp", [&] { decode(file, "m.esp"); });
      // With the checksum repaired, a file that ends after a section is a file without the later ones.
      samples::repair_checksum(file);
      expect_valid_or_refused(file, "first " + std::to_string(size) + " bytes");
    }
  }
}

TEST(Decode, EveryChangeOfOneByteIsRefusedByTheChecksum) {
  for (const Model& model : {samples::mixed(), samples::several(), samples::lines()}) {
    const FileBytes whole = encode(model);
    for (std::size_t i = 0; i < whole.size(); ++i)
      for (int change = 1; change < 256; ++change) {
        FileBytes file = whole;
        file[i] ^= static_cast<std::byte>(change);
        ASSERT_THROW(decode(file, "m.esp"), Error) << i << " " << change;
      }
  }
}

TEST(Decode, EveryChangeOfOneByteGivesAValidModelOrAnErrorWhenTheChecksumFits) {
  for (const Model& model :
       {samples::tiny(), samples::mixed(), samples::several(), samples::line(), samples::lines()}) {
    const FileBytes whole = encode(model);
    for (std::size_t i = 0; i < whole.size(); ++i)
      for (int change = 1; change < 256; ++change) {
        FileBytes file = whole;
        file[i] ^= static_cast<std::byte>(change);
        samples::repair_checksum(file);
        expect_valid_or_refused(file, "byte " + std::to_string(i) + " ^ " + std::to_string(change));
        if (testing::Test::HasFatalFailure()) return;
      }
  }
}

}  // namespace
}  // namespace espalier

// Wrong files: each rule of docs/format.md about header, sections and schema broken by hand.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <limits>

#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "model/forest_pieces.h"
#include "support/validate.h"

namespace espalier {
namespace {

using samples::classification_schema;
using samples::Crafted;
using samples::expect_error;
using samples::expect_refused;
using samples::file_of;
using samples::FileBytes;
using samples::ForestPieces;
using samples::payload;
using samples::regression_schema;
using samples::targets_schema;

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
  expect_refused(crafted.file(), "written in a newer version of the format (2); this program reads up to 1");
  crafted.version = 0;
  expect_refused(crafted.file(), "version of the format is 0");
  crafted = {1, 4, {}};
  expect_refused(crafted.file(),
                 "a model of kind 4; this version reads 1, forests, 2, linear models, and 3, neural rules");
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
  refused(targets_schema({}), "a model of several targets needs at least 2, has 0");
  refused(targets_schema({"a"}), "a model of several targets needs at least 2, has 1");
  refused(targets_schema({"a", "b", "a"}), "the target \"a\" appears twice");
  refused(classification_schema(Link::softmax, {"a"}), "at least 2 classes, has 1");
  refused(classification_schema(Link::logistic, {"a", "b", "c"}), "logistic link needs 2 classes, has 3");
  refused(classification_schema(Link::softmax, {"a", "b", "a"}), "class label \"a\" appears twice");
  refused(
      payload([](ByteWriter& out) { out.u8(0), out.u8(0), out.text("y"), out.varint(1), out.u8(2), out.text("x"); }),
      "unknown type 2");
  refused(payload([](ByteWriter& out) {
            out.u8(0), out.u8(0), out.text("y"), out.varint(2);
            out.u8(0), out.text("x"), out.u8(0), out.text("x");
          }),
          "the feature \"x\" appears twice");
  refused(payload([](ByteWriter& out) {
            out.u8(0), out.u8(0), out.text("y"), out.varint(1), out.u8(1), out.text("x");
            out.varint(2), out.text("p"), out.text("p");
          }),
          "category label \"p\" appears twice");
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

}  // namespace
}  // namespace espalier

#include "model/bits.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "espalier/error.h"
#include "model/bytes.h"
#include "model/errors.h"

namespace espalier {
namespace {

using samples::expect_error;

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

TEST(Bits, TellThingsApart) {
  EXPECT_EQ(bits_for(0), 0);
  EXPECT_EQ(bits_for(1), 0);
  EXPECT_EQ(bits_for(2), 1);
  EXPECT_EQ(bits_for(3), 2);
  EXPECT_EQ(bits_for(4), 2);
  EXPECT_EQ(bits_for(5), 3);
  EXPECT_EQ(bits_for(256), 8);
  EXPECT_EQ(bits_for(257), 9);
}

TEST(Bits, FillBytesFromTheLowestBit) {
  BitWriter writer;
  writer.write(0b1, 1);
  writer.write(0b10, 2);
  writer.write(0, 0);
  writer.write(0b1111111, 7);
  // 1, then 0 1, then five of the seven ones; the other two in the next byte.
  EXPECT_EQ(writer.finish(), bytes_of({0b11111101, 0b00000011}));
}

TEST(Bits, ReadBackAsTheyWereWritten) {
  Random random(1, "bits");
  std::vector<std::pair<std::uint64_t, int>> fields;
  BitWriter writer;
  std::uint64_t total = 0;
  for (int i = 0; i < 2000; ++i) {
    const int bits = static_cast<int>(random.below(57));
    fields.emplace_back(random.bits() & ((std::uint64_t{1} << bits) - 1), bits);
    writer.write(fields.back().first, bits);
    total += static_cast<std::uint64_t>(bits);
  }
  const auto bytes = writer.finish();
  EXPECT_EQ(bytes.size(), (total + 7) / 8);
  BitReader reader(bytes);
  for (const auto& [value, bits] : fields) ASSERT_EQ(reader.read(bits), value);
  EXPECT_LT(reader.left(), 8U);
}

TEST(Bytes, VarintsTakeSevenBitsAByte) {
  ByteWriter writer;
  writer.varint(0);
  writer.varint(127);
  writer.varint(128);
  writer.varint(300);
  writer.varint(0xffffffff);
  EXPECT_EQ(writer.bytes(), bytes_of({0, 0x7f, 0x80, 1, 0xac, 2, 0xff, 0xff, 0xff, 0xff, 0x0f}));
  const std::string name = "file";
  ByteReader reader(writer.bytes(), name);
  for (const std::uint32_t value : {0U, 127U, 128U, 300U, 0xffffffffU}) EXPECT_EQ(reader.varint("a number"), value);
  for (const std::uint32_t value : {0U, 1U, 127U, 128U, 16383U, 16384U, 0xffffffffU}) {
    ByteWriter one;
    one.varint(value);
    EXPECT_EQ(one.bytes().size(), varint_size(value)) << value;
  }
}

TEST(Bytes, VarintsHaveOneSpelling) {
  const std::string name = "file";
  const auto read = [&](std::initializer_list<int> values) {
    const auto bytes = bytes_of(values);
    ByteReader(bytes, name).varint("a count");
  };
  expect_error(ErrorCode::model, "file: a count is not written in the fewest bytes", [&] { read({0x80, 0}); });
  expect_error(ErrorCode::model, "does not fit into 32 bits", [&] { read({0xff, 0xff, 0xff, 0xff, 0x1f}); });
  expect_error(ErrorCode::model, "does not fit into 32 bits", [&] { read({0xff, 0xff, 0xff, 0xff, 0xff, 0x01}); });
  expect_error(ErrorCode::model, "takes 1 bytes, 0 are left", [&] { read({0x80}); });
}

TEST(Bytes, NumbersAreLittleEndian) {
  ByteWriter writer;
  writer.u32(0x01020304);
  writer.f32(1.0F);
  writer.f64(0.5);
  writer.text("ab");
  EXPECT_EQ(writer.bytes(), bytes_of({4, 3, 2, 1, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 2, 'a', 'b'}));
}

}  // namespace
}  // namespace espalier

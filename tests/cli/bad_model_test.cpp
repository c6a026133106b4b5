// Files that are not models, or no longer: exit status 4, never a crash.
#include <zlib.h>

#include "cli/cli_fixture.h"

namespace espalier::cli {
namespace {

constexpr std::size_t kVersionAt = 4;
constexpr std::size_t kChecksumAt = 6;

class BadModel : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    write("data.csv", "x,y\n1,a\n2,a\n3,b\n4,b\n");
    ASSERT_EQ(run({"train", "data.csv", "--target", "y", "-o", "good.esp"}).status, 0);
    good_ = read("good.esp");
  }
  void refuse(const std::string& bytes, const std::vector<std::string>& parts = {}) {
    write("bad.esp", bytes);
    std::vector<std::string> all = {"bad.esp"};
    all.insert(all.end(), parts.begin(), parts.end());
    expect_refused(run({"predict", "bad.esp", "data.csv", "-o", "out.csv"}), 4, all);
    EXPECT_EQ(files(), (std::vector<std::string>{"bad.esp", "data.csv", "good.esp"}));
  }
  std::string good_;
};

TEST_F(BadModel, AMissingFileIsNamed) {
  for (const char* verb : {"inspect", "predict", "evaluate"}) {
    Arguments arguments = {verb, "none.esp"};
    if (std::string(verb) != "inspect") arguments.push_back("data.csv");
    expect_refused(run(arguments), 4, {"none.esp", "No such file"});
  }
  expect_refused(run({"export", "none.esp", "--format", "dot"}), 4, {"none.esp", "No such file"});
}

TEST_F(BadModel, AnEmptyFileIsNoModel) { refuse(""); }

TEST_F(BadModel, DataAreNoModel) { refuse("x,y\n1,a\n2,a\n3,b\n4,b\n", {"not an Espalier model"}); }

TEST_F(BadModel, ATruncatedFileIsRefusedWhereverItEnds) {
  for (std::size_t size = 1; size < good_.size(); size += 7) refuse(good_.substr(0, size));
  refuse(good_.substr(0, good_.size() - 1), {"truncated"});
}

TEST_F(BadModel, AFlippedByteIsNoticedWhereverItIs) {
  for (std::size_t at = 0; at < good_.size(); at += 7) {
    std::string bytes = good_;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
    refuse(bytes);
  }
}

// With a checksum that is right for it: the CRC-32 of all bytes but its own four.
TEST_F(BadModel, AFileOfANewerVersionSaysSo) {
  std::string bytes = good_;
  bytes[kVersionAt] = static_cast<char>(bytes[kVersionAt] + 1);
  const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
  uLong checksum = crc32(0, data, kChecksumAt);
  checksum = crc32(checksum, data + kChecksumAt + 4, static_cast<uInt>(bytes.size() - kChecksumAt - 4));
  for (std::size_t i = 0; i < 4; ++i) bytes[kChecksumAt + i] = static_cast<char>(checksum >> (8 * i));
  refuse(bytes, {"newer version"});
}

}  // namespace
}  // namespace espalier::cli

// Real files: formats by suffix, gzip, standard input, and what can be wrong with a file as such.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "data/expect_error.h"
#include "data/same_table.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/read_table.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {
namespace {

using Floats = std::vector<float>;

constexpr std::string_view kCsv = "a,b\n1,2\n3,4\n";

std::string packed(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// A folder of its own for every test.
class ReadTable : public testing::Test {
 protected:
  ReadTable() {
    std::string pattern = (std::filesystem::temp_directory_path() / "espalier-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~ReadTable() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

 private:
  std::filesystem::path folder_;
};

// Puts a file in the place of standard input while it lives.
class StandardInput {
 public:
  explicit StandardInput(const std::string& path) : saved_(dup(STDIN_FILENO)) {
    const int file = open(path.c_str(), O_RDONLY);
    dup2(file, STDIN_FILENO);
    close(file);
  }
  ~StandardInput() {
    dup2(saved_, STDIN_FILENO);
    close(saved_);
  }

 private:
  int saved_;
};

TEST_F(ReadTable, GivesWhatParseTableGives) {
  const std::string file = write("t.csv", kCsv);
  const Table table = read_table(file, {});
  EXPECT_EQ(table.source, file);
  EXPECT_EQ(difference(table, parse_table(kCsv, file, {})), "");
}

TEST_F(ReadTable, FindsTheFormatByTheSuffix) {
  for (const std::string name : {"t.tsv", "t.tab", "T.TSV"}) {
    EXPECT_EQ(read_table(write(name, "a\tb\n1\t2\n"), {}).columns.size(), 2U) << name;
  }
  for (const std::string name : {"t.svm", "t.libsvm", "t.svmlight"}) {
    EXPECT_EQ(read_table(write(name, "1 3:1\n"), {}).columns.size(), 3U) << name;
  }
  for (const std::string name : {"t.csv", "t.txt", "t"})
    EXPECT_EQ(read_table(write(name, kCsv), {}).columns.size(), 2U);
  ReadOptions options;
  options.format = FileFormat::libsvm;
  EXPECT_EQ(read_table(write("t.csv", "1 3:1\n"), options).columns.size(), 3U);
}

TEST_F(ReadTable, UnpacksGzip) {
  EXPECT_EQ(read_table(write("t.csv.gz", packed(kCsv)), {}).columns[1].values, (Floats{2, 4}));
  EXPECT_EQ(read_table(write("t.tsv.gz", packed("a\tb\n1\t2\n")), {}).columns.size(), 2U);
  EXPECT_EQ(read_table(write("t.svm.GZ", packed("1 3:1\n")), {}).columns.size(), 3U);
  EXPECT_EQ(parse_table(packed(kCsv), "t.csv.gz", {}).rows, 2U);
}

TEST_F(ReadTable, KnowsGzipByItsFirstBytesWhateverTheSuffix) {
  EXPECT_EQ(read_table(write("t.csv", packed(kCsv)), {}).columns[1].values, (Floats{2, 4}));
  EXPECT_EQ(read_table(write("t.tsv", packed("a\tb\n1\t2\n")), {}).columns.size(), 2U);
  EXPECT_EQ(read_table(write("t", packed(kCsv)), {}).rows, 2U);
  EXPECT_EQ(parse_table(packed(kCsv), "memory", {}).rows, 2U);
}

TEST_F(ReadTable, UnpacksMembersOneAfterTheOtherAndIgnoresZerosAtTheEnd) {
  const std::string file = write("t.csv.gz", packed("a,b\n1,2\n") + packed("3,4\n") + std::string(512, '\0'));
  EXPECT_EQ(read_table(file, {}).columns[0].values, (Floats{1, 3}));
}

TEST_F(ReadTable, UnpacksMoreThanFitsOneStep) {
  Random random(1, "gzip");
  std::string text = "a,b\n";
  while (text.size() < 12'000'000) text += std::to_string(random.below(100000)) + ",1\n";
  Table table = read_table(write("t.csv.gz", packed(text)), {});
  table.source = "t.csv";
  EXPECT_EQ(difference(table, parse_table(text, "t.csv", {})), "");
}

TEST_F(ReadTable, RefusesGzipThatIsCorruptOrCutShort) {
  const std::string good = packed(kCsv);
  for (std::size_t length = 1; length < good.size(); ++length) {
    const std::string file = write("t.csv.gz", good.substr(0, length));
    EXPECT_ERROR(read_table(file, {}), ErrorCode::data, file + ": the gzip file ends too early");
  }
  std::string flipped = good;
  flipped[flipped.size() - 6] = static_cast<char>(flipped[flipped.size() - 6] ^ 1);  // of the checksum
  const std::string file = write("t.csv.gz", flipped);
  EXPECT_ERROR(read_table(file, {}), ErrorCode::data,
               file + ": not a gzip file, or a corrupt one (incorrect data check)");
  write("t.csv.gz", kCsv);
  EXPECT_ERROR(read_table(file, {}), ErrorCode::data,
               file + ": not a gzip file, or a corrupt one (incorrect header check)");
  write("t.csv.gz", good + "garbage");
  EXPECT_ERROR(read_table(file, {}), ErrorCode::data,
               file + ": not a gzip file, or a corrupt one (incorrect header check)");
}

TEST_F(ReadTable, ReadsStandardInputPackedOrNot) {
  {
    const StandardInput input(write("plain", kCsv));
    const Table table = read_table("-", {});
    EXPECT_EQ(table.source, "stdin");
    EXPECT_EQ(table.columns[1].values, (Floats{2, 4}));
  }
  {
    const StandardInput input(write("packed", packed(kCsv)));
    EXPECT_EQ(read_table("-", {}).columns[1].values, (Floats{2, 4}));
  }
  const StandardInput input(write("bad", "a,b\n1\n"));
  EXPECT_ERROR(read_table("-", {}), ErrorCode::data, "stdin:2: 1 cell, the header has 2");
}

TEST_F(ReadTable, ReadsPipes) {
  const std::string pipe = path("pipe.csv");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::string text = "a,b\n";
  for (int i = 0; i < 50'000; ++i) text += "1,2\n";  // more than a pipe holds
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << text; });
  const Table table = read_table(pipe, {});
  writer.join();
  EXPECT_EQ(table.rows, 50'000U);
}

TEST_F(ReadTable, AsksWhetherToGoOnWhileItReadsAPipe) {
  const std::string pipe = path("pipe.csv");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  // Open for reading, too: the pipe never ends, and no write to it fails.
  const int both = open(pipe.c_str(), O_RDWR);
  ASSERT_EQ(::write(both, kCsv.data(), kCsv.size()), static_cast<ssize_t>(kCsv.size()));
  Progress seen;
  const espalier::Run run{1, 1, [&](const Progress& progress) {
                            seen = progress;
                            return false;
                          }};
  EXPECT_ERROR(read_table(pipe, {}, run), ErrorCode::interrupted, "interrupted");
  EXPECT_EQ(seen.stage, "reading " + pipe);
  EXPECT_EQ(seen.done, kCsv.size());
  EXPECT_EQ(seen.total, 0U) << "nobody knows";
  close(both);
}

TEST_F(ReadTable, RefusesWhatIsNoFile) {
  EXPECT_ERROR(read_table(path("none.csv"), {}), ErrorCode::data, path("none.csv") + ": No such file or directory");
  EXPECT_ERROR(read_table(path(""), {}), ErrorCode::data, path("") + ": Is a directory");
  const std::string empty = write("empty.csv", "");
  EXPECT_ERROR(read_table(empty, {}), ErrorCode::data, empty + " is empty");
  const std::string packed_empty = write("empty.csv.gz", packed(""));
  EXPECT_ERROR(read_table(packed_empty, {}), ErrorCode::data, packed_empty + " is empty");
}

TEST_F(ReadTable, ReadsUtf16ByItsMarkPackedOrNot) {
  std::string text = "\xFF\xFE";
  for (const char c : std::string("a\tb\n1\t\xE9\n3\tz\n")) text += {c, '\0'};
  ReadOptions options;
  options.targets = {"b"};
  for (const std::string& file : {write("t.csv", text), write("t.csv.gz", packed(text))}) {
    const Table table = read_table(file, options);
    EXPECT_EQ(table.columns[0].values, (Floats{1, 3}));
    EXPECT_EQ(table.targets[0].labels, (std::vector<std::string>{"z", "\xC3\xA9"}));
  }
}

TEST_F(ReadTable, ANulByteIsRefusedWithItsLine) {
  using namespace std::string_literals;
  const std::string what = "a NUL byte; text must be UTF-8, or UTF-16 that begins with its mark";
  EXPECT_ERROR(parse_table("a,b\n1,x\n2,x\0\n"s, "t.csv", {}), ErrorCode::data, "t.csv:3: " + what);
  EXPECT_ERROR(parse_table("a\0,\0b\0\n\0"s, "t.csv", {}), ErrorCode::data, "t.csv:1: " + what);
  EXPECT_ERROR(parse_table("1 3:1\n0 1:2 # \0\n"s, "t.svm", {}), ErrorCode::data, "t.svm:2: " + what);
  std::string late = "a,b\n";
  while (late.size() < 3'000'000) late += "1,2\n";
  EXPECT_ERROR(parse_table(late + "1,\0"s, "t.csv", {}), ErrorCode::data, "t.csv:750001: " + what);
}

TEST_F(ReadTable, AMappedFileOfWholePagesIsNotReadBeyondItsEnd) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::string text = "a,b\n";
  while (text.size() + 8 <= page) text += "1,2\n";
  text += "1," + std::string(page - text.size() - 2, '2');
  ASSERT_EQ(text.size(), page);
  EXPECT_EQ(read_table(write("t.csv", text), {}).rows, (page - 8) / 4 + 1);
}

}  // namespace
}  // namespace espalier

// The reader against its naive twin, on texts made to break it, with chunks so small that they begin everywhere.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "data/read/csv.h"
#include "data/read/naive_csv.h"
#include "data/same_table.h"
#include "espalier/error.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {
namespace {

struct Outcome {
  Table table;
  std::string error;
};

template <class Read>
Outcome outcome(Read&& read) {
  try {
    return {read(), ""};
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::data);
    return {{}, error.what()};
  }
}

std::string readable(const std::string& text) { return testing::PrintToString(text); }

// Returns whether the text was a table.
bool expect_same(const std::string& text, std::size_t chunk_bytes, int threads) {
  const Outcome expected = outcome([&] { return naive::read_csv(text, ',', "t.csv"); });
  espalier::Run run;
  run.threads = threads;
  const Outcome got = outcome([&] { return read_csv({"t.csv", text, chunk_bytes}, ',', {}, run); });
  EXPECT_EQ(got.error.substr(0, expected.error.size()), expected.error) << readable(text) << " " << chunk_bytes;
  EXPECT_EQ(got.error.empty(), expected.error.empty()) << readable(text) << " " << got.error;
  EXPECT_EQ(difference(got.table, expected.table), "") << readable(text) << " " << chunk_bytes;
  return expected.error.empty();
}

constexpr std::size_t kChunkSizes[] = {1, 2, 3, 7, 64};

std::string pick(Random& random, const std::vector<std::string>& from) { return from[random.below(from.size())]; }

TEST(CsvDifferential, AnyShortTextGivesTheTableOrTheErrorOfTheNaiveParser) {
  const std::vector<std::string> pieces = {"\"", "\"", ",",  ",", "\n", "\n",   "\r\n",        "\r",
                                           "a",  "1",  ".5", " ", "NA", "\"\"", "\xEF\xBB\xBF"};
  Random random(1, "short texts");
  int tables = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = random.below(2) == 0 ? pick(random, {"a,b\n", "a\n", "\"a\nb\",c\r\n", "x,y,z\r"}) : "";
    const std::uint64_t length = random.below(14);
    for (std::uint64_t k = 0; k < length; ++k) text += pick(random, pieces);
    tables += expect_same(text, kChunkSizes[random.below(5)], 1);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(tables, 1000);  // else the test says little
}

std::string in_quotes(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

std::string random_cell(Random& random, std::uint64_t kind) {
  const std::string number =
      pick(random, {"0", "-0", "1", "2.5", "-3e4", "+7", "1e-45", "3.4028236e38", "inf", "-Infinity", "16777217", "0.1",
                    " 4", "5 ", "123456789.123456789", ".5", "5."});
  const std::string text = pick(random, {"red", "green", " blue", "a,b", "two\nlines", "say \"hi\"", "cr\rlf\r\n", "1x",
                                         "0x10", "été", "-nan", "1e"});
  std::string cell = kind == 0 || (kind == 1 && random.below(60) > 0) ? number : text;
  if (random.below(8) == 0) cell = pick(random, {"", "NA", "nan", " null ", "?", "NULL"});
  const bool must_quote = cell.find_first_of("\",\r\n") != std::string::npos;
  return must_quote || random.below(6) == 0 ? in_quotes(cell) : cell;
}

TEST(CsvDifferential, RandomTablesReadTheSameWithChunksOfAnySize) {
  Random random(2, "tables");
  int tables = 0;
  for (int i = 0; i < 600; ++i) {
    const std::uint64_t columns = 1 + random.below(4), rows = 1 + random.below(120);
    const std::string line_end = pick(random, {"\n", "\r\n", "\r"});
    std::vector<std::uint64_t> kinds;  // 0: numbers, 1: numbers with few texts, 2: text
    std::string text;
    for (std::uint64_t c = 0; c < columns; ++c) {
      text += fmt::format("{}c{}", c > 0 ? "," : "", c);
      kinds.push_back(random.below(20) == 0 ? 1 : 2 * random.below(2));
    }
    for (std::uint64_t row = 0; row < rows; ++row) {
      text += line_end;
      if (random.below(20) == 0) text += line_end;
      for (std::uint64_t c = 0; c < columns; ++c) text += (c > 0 ? "," : "") + random_cell(random, kinds[c]);
    }
    if (random.below(2) == 0) text += line_end;
    tables += expect_same(text, kChunkSizes[random.below(5)], 2);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(tables, 400);
}

TEST(CsvDifferential, TheNumberOfThreadsChangesNothing) {
  Random random(3, "threads");
  std::string text = "number,text,mixed";
  for (int row = 0; row < 3000; ++row) {
    text += fmt::format("\n{},{},{}", random_cell(random, 0), random_cell(random, 2), random_cell(random, 2));
  }
  for (const int threads : {1, 2, 7}) EXPECT_TRUE(expect_same(text, 97, threads));
}

}  // namespace
}  // namespace espalier

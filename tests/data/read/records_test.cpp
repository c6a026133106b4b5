#include "data/read/records.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"

namespace espalier {
namespace {

// Where records begin, by one walk from the first byte.
std::vector<std::size_t> naive_begins(const std::string& text, const CutRules& rules) {
  std::vector<std::size_t> begins;
  bool inside = false, line_begins = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool empty = text[i] == '\n' || text[i] == '\r';
    if (line_begins && i > 0 && text[i - 1] == '\r' && text[i] == '\n') {
      // the second half of CRLF: the line begins behind it
      continue;
    }
    if (line_begins && (i == 0 || !empty || rules.empty_lines == CutRules::EmptyLines::records)) begins.push_back(i);
    line_begins = empty && !inside;
    if (text[i] == '"' && rules.quotes == CutRules::Quotes::rfc4180) inside = !inside;
  }
  return begins;
}

TEST(CutRecords, AgreesWithAWalkFromTheFirstByte) {
  Random random(1, "records");
  const std::string bytes = "ab,\"\"\n\n\r";
  for (int i = 0; i < 5000; ++i) {
    std::string text = "a";
    const std::uint64_t length = random.below(400);
    for (std::uint64_t k = 0; k < length; ++k) text += bytes[random.below(i % 3 == 0 ? bytes.size() : 6)];
    if (i % 2 == 0) std::erase(text, '"');
    while (text.back() == '\n' || text.back() == '\r') text.pop_back();
    CutRules rules;
    rules.empty_lines = random.below(2) == 0 ? CutRules::EmptyLines::skipped : CutRules::EmptyLines::records;
    rules.quotes = random.below(3) == 0 ? CutRules::Quotes::plain : CutRules::Quotes::rfc4180;
    rules.chunk_bytes = 1 + random.below(300);
    Threads threads(2);
    const Cut cut = cut_records(text, rules, threads);

    const std::vector<std::size_t> begins = naive_begins(text, rules);
    ASSERT_EQ(cut.rows, begins.size()) << testing::PrintToString(text);
    std::size_t row = 0;
    const char* end = text.data();
    for (const Chunk& chunk : cut.chunks) {
      EXPECT_EQ(chunk.begin, end);  // no gaps
      EXPECT_EQ(chunk.first_row, row);
      ASSERT_GT(chunk.rows, 0U);
      EXPECT_EQ(chunk.begin, text.data() + begins[row]) << testing::PrintToString(text);
      row += chunk.rows;
      end = chunk.end;
    }
    EXPECT_EQ(end, text.data() + text.size());
  }
}

}  // namespace
}  // namespace espalier

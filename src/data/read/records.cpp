// A record begins after a line end that is not inside quotes. Whether a place is inside quotes depends on all the text
// before it, but only through the parity of the number of quotes (a doubled quote counts twice, as it should), so:
// count the quotes of every block in parallel, add up the parities from the first block to the last, then find the
// records of every block in parallel. Blocks without quotes are counted in the first go, which for most files is the
// only one. Where quotes break the rules the cut is right up to the first break, so a reader that checks every cell
// finds that one first. Cost: one vectorised look at every byte, a second, plain one for blocks with quotes.
#include "data/read/records.h"

#include <algorithm>

#include "data/read/cell.h"

namespace espalier {
namespace {

struct Block {
  std::size_t quotes = 0;
  bool inside = false;  // begins inside quotes
  std::size_t records = 0;
  const char* first = nullptr;  // the first record that begins here
};

using EmptyLines = CutRules::EmptyLines;

// Whether a record begins at `c`, which follows `before` outside quotes. No branches, for the vectoriser.
bool begins_record(char before, char c, EmptyLines empty_lines) noexcept {
  const bool line_begins = (before == '\n') | ((before == '\r') & (c != '\n'));
  const bool empty = (c == '\n') | (c == '\r');
  return line_begins & ((empty_lines == EmptyLines::records) | !empty);
}

// Counted in bytes, few enough at a time not to overflow one, so that the compiler fills whole vector registers.
template <class Match>
std::size_t count_where(const char* begin, const char* end, Match match) noexcept {
  constexpr std::ptrdiff_t kAtATime = 128;
  std::size_t count = 0;
  while (end - begin >= kAtATime) {
    std::uint8_t few = 0;
    for (std::ptrdiff_t i = 0; i < kAtATime; ++i) few = static_cast<std::uint8_t>(few + match(begin + i));
    count += few;
    begin += kAtATime;
  }
  for (; begin < end; ++begin) count += match(begin);
  return count;
}

class Cutter {
 public:
  Cutter(std::string_view text, const CutRules& rules)
      : text_(text), rules_(rules), blocks_((text.size() + rules.chunk_bytes - 1) / rules.chunk_bytes) {}

  Cut cut(Threads& threads) {
    threads.each(blocks_.size(), [&](std::size_t b) { tally(b); });
    bool inside = false;
    for (Block& block : blocks_) {
      block.inside = inside;
      inside ^= block.quotes % 2 != 0;
    }
    threads.each(blocks_.size(), [&](std::size_t b) {
      if (blocks_[b].quotes > 0 || blocks_[b].inside) walk(b);
    });
    return chunks();
  }

 private:
  const char* begin(std::size_t b) const noexcept { return text_.data() + b * rules_.chunk_bytes; }
  const char* end(std::size_t b) const noexcept {
    return text_.data() + std::min(text_.size(), (b + 1) * rules_.chunk_bytes);
  }

  // As if the block had no quotes and did not begin inside any.
  void tally(std::size_t b) noexcept {
    Block& block = blocks_[b];
    const char* first = begin(b);
    if (rules_.quotes == CutRules::Quotes::rfc4180) {
      block.quotes = count_where(first, end(b), [](const char* p) noexcept { return *p == '"'; });
      if (block.quotes > 0) return;
    }
    if (first == text_.data()) {  // the text begins with a record
      block.records = 1;
      block.first = first++;
    }
    const auto match = [rule = rules_.empty_lines](const char* p) noexcept { return begins_record(p[-1], *p, rule); };
    block.records += count_where(first, end(b), match);
    if (block.first == nullptr && block.records > 0) {
      while (!match(first)) ++first;
      block.first = first;
    }
  }

  void walk(std::size_t b) noexcept {
    Block& block = blocks_[b];
    block.records = 0;
    block.first = nullptr;
    bool inside = block.inside;
    for (const char* p = begin(b); p < end(b); ++p) {
      if (!inside && (p == text_.data() || begins_record(p[-1], *p, rules_.empty_lines))) {
        if (block.first == nullptr) block.first = p;
        ++block.records;
      }
      inside ^= *p == '"';
    }
  }

  Cut chunks() const {
    Cut cut;
    for (const Block& block : blocks_) {
      if (block.records == 0) continue;
      if (!cut.chunks.empty()) cut.chunks.back().end = block.first;
      cut.chunks.push_back({block.first, text_.data() + text_.size(), cut.rows, block.records});
      cut.rows += block.records;
    }
    return cut;
  }

  std::string_view text_;
  CutRules rules_;
  std::vector<Block> blocks_;
};

}  // namespace

Cut cut_records(std::string_view text, const CutRules& rules, Threads& threads) {
  return Cutter(text, rules).cut(threads);
}

}  // namespace espalier

// Chunks are read in parallel; the first row of a chunk is known, so each chunk writes its own part of the columns. A
// number costs one fast_float call and a look at the byte behind it; only cells that are not plain numbers (missing,
// quoted, text) are scanned for their extent. Summaries are sums and minima, the same in whatever order chunks end.
// Tested by tests/data/read/csv_test.cpp.
#include "data/read/csv_numbers.h"

#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include "data/read/csv_walk.h"

namespace espalier {
namespace {

void keep_first(const char*& first, const char* at) noexcept {
  if (at != nullptr && (first == nullptr || at < first)) first = at;
}

void join(NumberSummary& all, const NumberSummary& part) noexcept {
  all.missing += part.missing;
  all.texts += part.texts;
  keep_first(all.first_missing, part.first_missing);
  keep_first(all.first_text, part.first_text);
  keep_first(all.first_unfit, part.first_unfit);
}

class NumberReader {
 public:
  NumberReader(const std::vector<NumberSink>& sinks, const CsvBody& body)
      : sinks_(sinks.data()),
        separator_(body.separator),
        style_(body.style),
        plain_(style_ == NumberStyle{}),
        summaries_(sinks.size()) {}

  const char* operator()(std::size_t column, std::size_t row, const char* p, const char* end) noexcept {
    const NumberSink& sink = sinks_[column];
    if (sink.floats != nullptr) return read_cell(column, p, end, sink.floats[row]);
    if (sink.doubles != nullptr) {
      double& value = sink.doubles[row];
      const char* const next = read_cell(column, p, end, value);
      if (!std::isnan(value) && !(std::isfinite(value) && value >= sink.least)) {
        keep_first(summaries_[column].first_unfit, p);
      }
      return next;
    }
    const Cell cell = scan_cell(p, end, separator_);
    return cell.fault == CellFault::none ? cell.next : nullptr;
  }

  const std::vector<NumberSummary>& summaries() const noexcept { return summaries_; }

 private:
  template <class T>
  const char* read_cell(std::size_t column, const char* p, const char* end, T& value) noexcept {
    const char* const next = plain_ ? read_number(p, end, value) : nullptr;
    if (next != nullptr && (next == end || *next == separator_ || is_line_end(*next))) return next;
    return read_other_cell(column, p, end, value);
  }

  template <class T>
  const char* read_other_cell(std::size_t column, const char* p, const char* end, T& value) noexcept {
    const Cell cell = scan_cell(p, end, separator_);
    if (cell.fault != CellFault::none) return nullptr;
    if (parse_number(cell.raw, style_, value)) return cell.next;
    value = std::numeric_limits<T>::quiet_NaN();
    NumberSummary& summary = summaries_[column];
    if (is_missing(cell.raw)) {
      ++summary.missing;
      keep_first(summary.first_missing, p);
    } else {
      ++summary.texts;
      keep_first(summary.first_text, p);
    }
    return cell.next;
  }

  const NumberSink* sinks_;
  char separator_;
  NumberStyle style_;
  bool plain_;
  std::vector<NumberSummary> summaries_;
};

}  // namespace

std::vector<NumberSummary> read_numbers(const CsvBody& body, const std::vector<NumberSink>& sinks, Threads& threads,
                                        Reporter& reporter) {
  std::vector<NumberSummary> summaries(sinks.size());
  std::optional<Fault> first_fault;
  std::mutex mutex;
  threads.each(body.cut.chunks.size(), [&](std::size_t i) {
    const Chunk& chunk = body.cut.chunks[i];
    NumberReader reader(sinks, body);
    std::optional<Fault> fault = walk_records(chunk, body.separator, sinks.size(), reader);
    {
      const std::lock_guard lock(mutex);
      for (std::size_t c = 0; c < sinks.size(); ++c) join(summaries[c], reader.summaries()[c]);
      if (fault && (!first_fault || fault->at < first_fault->at)) first_fault = std::move(fault);
    }
    reporter.advance(static_cast<std::uint64_t>(chunk.end - chunk.begin));
  });
  if (first_fault) throw error_at(body.source, first_fault->at, first_fault->what);
  return summaries;
}

}  // namespace espalier

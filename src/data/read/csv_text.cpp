// Like the first pass, with a dictionary for every chunk and column. One hash lookup per cell, and a scan of the other
// cells.
// Tested by tests/data/read/csv_test.cpp.
#include "data/read/csv_text.h"

#include <span>
#include <utility>

#include "base/assert.h"
#include "data/read/csv_walk.h"

namespace espalier {
namespace {

class TextReader {
 public:
  TextReader(const std::vector<TextSink>& sinks, char separator) : sinks_(sinks), separator_(separator) {
    for (std::size_t c = 0; c < sinks.size(); ++c) {
      place_.push_back(labels_.size());
      if (sinks[c].codes != nullptr) labels_.emplace_back();
    }
  }

  const char* operator()(std::size_t column, std::size_t row, const char* p, const char* end) {
    const Cell cell = scan_cell(p, end, separator_);
    if (cell.fault != CellFault::none) return nullptr;
    const TextSink& sink = sinks_[column];
    if (sink.codes != nullptr) sink.codes[row] = labels_[place_[column]].code(cell);
    if (sink.cells != nullptr) sink.cells[row] = cell_text(cell);
    return cell.next;
  }

  void merge(const Chunk& chunk) {
    for (std::size_t c = 0; c < sinks_.size(); ++c) {
      const TextSink& sink = sinks_[c];
      if (sink.codes != nullptr)
        sink.labels->merge(std::move(labels_[place_[c]]), {sink.codes + chunk.first_row, chunk.rows});
    }
  }

 private:
  const std::vector<TextSink>& sinks_;
  char separator_;
  std::vector<std::size_t> place_;  // of a column's labels
  std::vector<LocalLabels> labels_;
};

}  // namespace

void read_text(const CsvBody& body, const std::vector<TextSink>& sinks, Threads& threads, Reporter& reporter) {
  threads.each(body.cut.chunks.size(), [&](std::size_t i) {
    const Chunk& chunk = body.cut.chunks[i];
    TextReader reader(sinks, body.separator);
    const auto fault = walk_records(chunk, body.separator, sinks.size(), reader);
    ESPALIER_ASSERT(!fault);
    reader.merge(chunk);
    reporter.advance(static_cast<std::uint64_t>(chunk.end - chunk.begin));
  });
}

}  // namespace espalier

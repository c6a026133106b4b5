// Any bytes are either the table that the naive parser makes of them or its error, whatever the size of the chunks;
// with targets, weights, kept columns, forced types and schemas they are a table or an error.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "data/read/csv.h"
#include "data/read/naive_csv.h"
#include "data/same_table.h"
#include "espalier/error.h"
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

void try_options(const Source& source, char separator, unsigned kind, const Run& run) {
  try {
    const Table plain = read_csv(source, separator, {}, run);
    read_csv(source, separator, options_for(plain, kind), run);
  } catch (const Error&) {
  }
}

}  // namespace
}  // namespace espalier

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace espalier;
  if (size < 2) return 0;
  Source source;
  source.name = "f";
  source.text = {reinterpret_cast<const char*>(data) + 2, size - 2};
  source.chunk_bytes = 1 + data[0] % 64U;
  Run run;
  run.threads = 1;
  const char separator = data[0] < 128 ? ',' : '\t';
  if (data[1] == 0) {
    compare(source, separator, run);
  } else {
    try_options(source, separator, data[1], run);
  }
  return 0;
}

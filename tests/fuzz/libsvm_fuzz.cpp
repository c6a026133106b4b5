// Any bytes are a table or an error, the same in chunks of any size.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "data/read/libsvm.h"
#include "data/same_table.h"
#include "espalier/error.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {
namespace {

// The limits that users have would let a short text ask for gigabytes; these try the same checks.
constexpr LibsvmLimits kLimits{2000, 200'000, 100'000, 100};

struct Outcome {
  Table table;
  std::string error;
};

Outcome read(const Source& source, const ReadOptions& options) {
  Run run;
  run.threads = 1;
  try {
    return {read_libsvm(source, kLimits, options, run), ""};
  } catch (const Error& error) {
    return {{}, error.what()};
  }
}

ReadOptions options_for(unsigned kind) {
  ReadOptions options;
  if ((kind & 1U) != 0) options.weight = "x1";
  if ((kind & 2U) != 0) options.categorical = {"x2"};
  if ((kind & 4U) != 0) options.ignore = {"x3"};
  if ((kind & 8U) != 0) {
    options.schema = {{"x9", ColumnType::numeric, {}}, {"x4", ColumnType::categorical, {"0", "1", "b"}}};
  }
  return options;
}

}  // namespace
}  // namespace espalier

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace espalier;
  if (size < 2) return 0;
  const ReadOptions options = options_for(data[1]);
  Source source;
  source.name = "f";
  source.text = {reinterpret_cast<const char*>(data) + 2, size - 2};
  const Outcome whole = read(source, options);
  source.chunk_bytes = 1 + data[0];
  const Outcome cut = read(source, options);
  if (whole.error == cut.error && difference(whole.table, cut.table).empty()) return 0;
  std::fprintf(stderr, "\"%s\" against \"%s\"\n", whole.error.c_str(), cut.error.c_str());
  std::abort();
}

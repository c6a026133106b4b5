// The first pass over a CSV file: every cell that may be a number, straight into its column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/progress.h"
#include "base/threads.h"
#include "data/read/number_style.h"
#include "data/read/records.h"
#include "data/read/source.h"

namespace espalier {

// Where a column's numbers go: nowhere, or to one of the two.
struct NumberSink {
  float* floats = nullptr;
  double* doubles = nullptr;
  double least = 0;  // doubles must be finite and not below this
};

// The findings in a column. Places are the first in the text, null if there is none.
struct NumberSummary {
  std::uint64_t missing = 0;
  std::uint64_t texts = 0;  // neither missing nor a number
  const char* first_missing = nullptr;
  const char* first_text = nullptr;
  const char* first_unfit = nullptr;  // a double that is not finite or too small
};

// The text under the header; there is at least one record.
struct CsvBody {
  const Source& source;
  const Cut& cut;
  char separator = ',';
  NumberStyle style;

  std::uint64_t bytes() const noexcept {
    return static_cast<std::uint64_t>(cut.chunks.back().end - cut.chunks.front().begin);
  }
};

// One sink per column. Cells that are not numbers become NaN. Throws where the text is not a table.
std::vector<NumberSummary> read_numbers(const CsvBody& body, const std::vector<NumberSink>& sinks, Threads& threads,
                                        Reporter& reporter);

}  // namespace espalier

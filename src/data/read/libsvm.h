// Reads LibSVM (SVMlight) files into a dense table.
#pragma once

#include <cstddef>
#include <cstdint>

#include "data/read/source.h"
#include "espalier/read_table.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {

// A short sparse file can stand for a dense table of any size, so there are limits.
struct LibsvmLimits {
  std::uint64_t index = 1'000'000;
  // Rows × columns. Real sparse files have at most about ten cells per byte; a few bytes must not ask for gigabytes.
  std::uint64_t cells = 4'000'000'000;
  std::uint64_t cells_always = 100'000'000;
  std::uint64_t cells_per_byte = 100;
};

Table read_libsvm(const Source& source, const LibsvmLimits& limits, const ReadOptions& options, const Run& run);

}  // namespace espalier

// Reads CSV and TSV.
#pragma once

#include "data/read/source.h"
#include "espalier/read_table.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {

Table read_csv(const Source& source, char separator, const ReadOptions& options, const Run& run);

}  // namespace espalier

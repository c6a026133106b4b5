// Writing CSV.
#pragma once

#include <iosfwd>

#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {

// Writes a header line and all columns of the table, the targets last. Numbers are written so that they read back the
// same.
void write_csv(const Table& table, std::ostream& out, const Run& run = {});

}  // namespace espalier

// The records of a fit, as CSV.
#pragma once

#include <ostream>
#include <span>

#include "espalier/fit.h"

namespace espalier::cli {

// Size and error of the intermediate models; their losses too, if they have any.
void write_path(std::ostream& out, std::span<const PathPoint> path);

// The objective after every epoch.
void write_trace(std::ostream& out, std::span<const TracePoint> trace);

}  // namespace espalier::cli

// The error of a fit's intermediate models against their size, drawn with characters.
#pragma once

#include <span>
#include <string>

#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/target.h"

namespace espalier::cli {

struct CurveOptions {
  Unit unit = Unit::leaves;  // of the size
  int width = 70;            // columns, at most
  bool unicode = false;
};

// About fifteen lines; sizes on a logarithmic scale, without the constant. "" if there are not two sizes to draw.
// `kept` is the size of the model that was kept, which is marked if it is on the path.
std::string draw_curve(std::span<const PathPoint> path, const Size& kept, Task task, const CurveOptions& options);

}  // namespace espalier::cli

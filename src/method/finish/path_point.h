#pragma once

#include "espalier/fit.h"
#include "espalier/model.h"
#include "espalier/run.h"

namespace espalier {

// Size and errors of an intermediate model, on the rows of the request.
PathPoint path_point(const Model& model, const FitRequest& request, const Run& run);

}  // namespace espalier

// The outputs of train: the model and, on request, the intermediate models and the record of the fit.
#pragma once

#include <string>

#include "cli/fit_flags.h"
#include "espalier/fit.h"

namespace espalier::cli {

struct TrainFlags {
  FitFlags fit;
  std::string model;
};

// Throws if an output cannot be written, if the method cannot give it, or if it would replace another file that is read
// or written.
void check_outputs(const TrainFlags& flags);

// Writes all of them, or none if one fails.
void write_outputs(const TrainFlags& flags, const FitResult& result);

}  // namespace espalier::cli

// What train writes: the model, and on request the models on the way to it and the course of the fit.
#pragma once

#include <string>

#include "cli/fit_flags.h"
#include "espalier/fit.h"

namespace espalier::cli {

struct TrainFlags {
  FitFlags fit;
  std::string model;
};

// Throws if an output cannot be written, is one that the method does not give, or would take the place of something
// else that is read or written.
void check_outputs(const TrainFlags& flags);

// All of them, or none if one fails.
void write_outputs(const TrainFlags& flags, const FitResult& result);

}  // namespace espalier::cli

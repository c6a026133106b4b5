#pragma once

#include <span>

#include "base/threads.h"
#include "espalier/loss.h"
#include "espalier/target.h"

namespace espalier {

// Mean loss and error of rows with known scores.
struct ScoreMeasure {
  double loss = 0;
  double error = 0;  // as in error_of()
};

// `scores` is output-major.
ScoreMeasure measure(const Loss& loss, const Target& target, std::span<const double> scores, Threads& threads);

}  // namespace espalier

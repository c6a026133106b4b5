// Weights that people can read: all weights and intercepts of a model of rules are rounded to the fewest decimals, in
// the units of the target, with which neither loss nor error of the training rows rises by more than a ten-thousandth
// and no weight becomes 0.
#pragma once

#include <functional>
#include <optional>

#include "method/choose/score_measure.h"
#include "select/anneal/anneal.h"
#include "select/row_loss.h"

namespace espalier {

// Nothing is rounded if more than six digits of the largest weight are needed. It measures once per number of digits.
void round_weights(const RowLoss& loss, const std::function<ScoreMeasure(const AnnealedLevel&)>& measure,
                   AnnealedLevel& level);

// To this many decimals, if any; negative: to tens, hundreds and so on.
double rounded(double value, std::optional<int> decimals);

}  // namespace espalier

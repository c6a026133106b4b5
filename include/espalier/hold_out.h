// Rows held out of a fit, to choose by: the one policy of command line, Python and C++.
#pragma once

#include <cstdint>
#include <optional>

#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/options.h"

namespace espalier {

// Rows to fit on, and rows to choose by.
struct HeldOut {
  LabelledRows train;
  LabelledRows validation;
};

// The share of the rows to hold out: the one that is asked for, which must be in (0, 1); otherwise 0.2 if the method
// cannot do without held-out rows with these options, or else 0.
double held_out_share(const Method& method, const OptionValues& options, std::optional<double> asked = {});

// Holds out that share of the rows, of every class alike; none where it is 0.
std::optional<HeldOut> hold_out(const Method& method, const OptionValues& options, std::optional<double> asked,
                                const LabelledView& rows, std::uint64_t seed);

// Holds out a share in (0, 1) of the rows, of every class alike. An error if either side is left without rows, or
// without any that has a weight.
HeldOut hold_out(const LabelledView& rows, double share, std::uint64_t seed);

// An error that calls them "all rows <which>" if all have weight 0: such rows can neither train nor measure.
void check_some_weight(const Target& target, const std::string& which);

}  // namespace espalier

// Rows held out of a fit, to choose on: the one policy of command line, Python and C++.
#pragma once

#include <cstdint>
#include <optional>

#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/options.h"

namespace espalier {

inline constexpr double kHeldOutShare = 0.2;  // of the rows, where rows are needed and none are given

// Rows to fit on, and held-out rows to choose on.
struct HeldOut {
  LabelledRows train;
  LabelledRows validation;
};

// The share of the rows to hold out: `asked`, which must be in (0, 1); by default kHeldOutShare if the method needs
// held-out rows with these options, otherwise 0.
double held_out_share(const Method& method, const OptionValues& options, std::optional<double> asked = {});

// Holds out that share of the rows, the same share of every class; none if it is 0.
std::optional<HeldOut> hold_out(const Method& method, const OptionValues& options, std::optional<double> asked,
                                const LabelledView& rows, std::uint64_t seed);

// Holds out a share in (0, 1) of the rows, the same share of every class. An error if either side is left without rows,
// or without any row that has a weight.
HeldOut hold_out(const LabelledView& rows, double share, std::uint64_t seed);

// An error about "all rows <which>" if all weights are 0: such rows can neither train nor measure.
void check_some_weight(const Target& target, const std::string& which);

}  // namespace espalier

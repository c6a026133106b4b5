// Rows held out of a fit, to choose by.
#pragma once

#include <cstdint>

#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {

// Rows to fit on, and rows to choose by.
struct HeldOut {
  LabelledRows train;
  LabelledRows validation;
};

// The share of the rows that is held out where none is given: 0.2 if these options need held-out rows, otherwise 0.
double held_out_share(const Method& method, const OptionValues& options);

// Holds out a share in (0, 1) of the rows, of every class alike. An error if either side is left without rows, or
// without any that has a weight.
HeldOut hold_out(const TableView& table, const Target& target, double share, std::uint64_t seed);

}  // namespace espalier

// The option `refit` of methods that may refit all leaves at the end (finish/refit_model.h).
#pragma once

#include <string_view>

#include "base/option_kinds.h"

namespace espalier {

inline constexpr NumberList kRefits{0, 1e9};
inline constexpr std::string_view kRefitHelp =
    "L2 regularisation of leaf values in a final joint refit of all leaves, in rows: each value is pulled towards 0 as "
    "if by this many extra rows; 0: no refit; the best of several values is chosen on held-out rows";

}  // namespace espalier

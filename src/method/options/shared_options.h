// Ranges and help of options that several methods have. loss_option.h and directions.h have those of loss, increasing
// and decreasing.
#pragma once

#include <cstdint>
#include <string_view>

#include "method/options/option_kinds.h"

namespace espalier {

// How thorough a fit is.
enum class Effort : std::uint8_t { normal, high };
inline constexpr Choices<Effort, 2> kEfforts = {{{"normal", Effort::normal}, {"high", Effort::high}}};
inline constexpr std::string_view kEffortHelp =
    "how thorough the fit is: high searches more widely, which may take several times as long";

inline constexpr Range kTreeDepths{1, 1000};
inline constexpr std::string_view kTreeDepthHelp = "maximum depth of a tree; unlimited by default";

inline constexpr Range kLeafRows{1, 1e9};
inline constexpr std::string_view kMinRowsHelp = "minimum training rows per leaf";

inline constexpr Range kBinCounts{2, 255};
inline constexpr std::string_view kBinsHelp = "maximum number of bins per column";

// A last refit of all leaves (finish/refit_model.h).
inline constexpr NumberList kRefits{0, 1e9};
inline constexpr std::string_view kRefitHelp =
    "L2 regularisation of leaf values in a final joint refit of all leaves, in rows: each value is pulled towards 0 as "
    "if by this many extra rows; 0: no refit; the best of several values is chosen on held-out rows";

}  // namespace espalier

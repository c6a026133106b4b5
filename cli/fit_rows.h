// Rows to fit on and rows to choose on, as --valid and the method require.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "cli/fit_flags.h"
#include "cli/terminal.h"
#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier::cli {

// Settles the method too.
LabelledRows read_rows(FitFlags& flags, const Run& run, Terminal& terminal);

// A --valid that is a fraction, not a file.
std::optional<double> number_in(const std::string& text);

// The share of DATA's own rows that is held out for validation: a fraction, or 0.
double held_out_share(const FitFlags& flags);

struct Parts {
  LabelledRows train;
  std::optional<LabelledRows> validation;
  std::vector<std::string> warnings = {};  // of the reader, for reports
};

// The rows of --valid FILE, with the columns and classes of `train`; none if --valid is not a file.
std::optional<LabelledRows> read_validation(const FitFlags& flags, const LabelledRows& train, const Run& run,
                                            Terminal& terminal);

// Takes held_out_share(flags) of the rows away; with a share of 0, `train` is all of them.
Parts hold_out(const FitFlags& flags, LabelledRows rows, std::uint64_t seed);

// Returns the result of `work`; its errors begin with the name of the file that they are about.
template <class Work>
auto in_file(const std::string& name, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(error.code(), name + ": " + error.what());
  }
}

// Held-out rows of the caller's, or none.
FitResult fit_rows(const FitFlags& flags, const LabelledRows& train, const LabelledRows* validation, const Run& run);

}  // namespace espalier::cli

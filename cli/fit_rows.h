// Rows to fit on and rows to choose by, as --valid and the method ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "cli/fit_flags.h"
#include "espalier/error.h"
#include "espalier/fit.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier::cli {

LabelledRows read_rows(const FitFlags& flags, const Run& run);

// What DATA's own rows give up for validation: a fraction, or 0.
double held_out_share(const FitFlags& flags);

struct Parts {
  LabelledRows train;
  std::optional<LabelledRows> validation;
};

// --valid FILE, its columns and classes in the terms of `train`; none if it is no file.
std::optional<LabelledRows> read_validation(const FitFlags& flags, const LabelledRows& train, const Run& run);

// Takes held_out_share(flags) of the rows away; with a share of 0, `train` is all of them.
Parts hold_out(const FitFlags& flags, LabelledRows rows, std::uint64_t seed);

// What `work` returns; its errors begin with the name of the file that they are about.
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

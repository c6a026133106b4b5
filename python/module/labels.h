// Text columns to codes, as the readers of files do it: labels in order of their bytes, only those that occur.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "espalier/model.h"

namespace espalier::python {

struct Coded {
  std::vector<std::int32_t> codes;
  std::vector<std::string> labels;
};

// The text of a label: its own if it is a text, otherwise what the Python function `text_of` says; none if it is
// missing.
std::optional<std::string> text_in(nanobind::handle label, const nanobind::callable& text_of);

// Codes into the labels in the order in which they come.
Coded encode(const nanobind::sequence& cells, const nanobind::callable& text_of);

// Codes into `labels` become codes into those of them that occur, in order of their bytes; equal labels become one.
// With `known` they become codes into that, kMissingCode where it has no such label.
Coded recode(std::span<const std::int32_t> codes, const std::vector<std::string>& labels,
             const std::optional<std::vector<std::string>>& known);

}  // namespace espalier::python

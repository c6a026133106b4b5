// Text columns to codes, in the same way as the readers of files: labels in order of their bytes, only those that
// occur.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "espalier/model.h"

namespace espalier::python {

struct Coded {
  std::vector<std::int32_t> codes;
  std::vector<std::string> labels;
};

// The text of a label: the label itself if it is a text, otherwise the result of the Python function `text_of`; none if
// it is missing.
std::optional<std::string> text_in(nanobind::handle label, const nanobind::callable& text_of);

using LabelCodes = std::unordered_map<std::string, std::int32_t>;

// The code of every label of a model, also under the other texts by which a data frame may have it.
LabelCodes codes_of(const std::vector<std::string>& labels);

// Codes into the labels in order of first appearance.
Coded encode(const nanobind::sequence& cells, const nanobind::callable& text_of);

// Codes into `labels` become codes into those that occur, in order of their bytes; equal labels become one. With
// `known` they become codes into that, kMissingCode for labels that it does not have.
Coded recode(std::span<const std::int32_t> codes, const std::vector<std::string>& labels,
             const std::optional<std::vector<std::string>>& known);

}  // namespace espalier::python

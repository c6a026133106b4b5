// Text columns to codes, as the readers of files do it: labels in order of their bytes, only those that occur.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace espalier::python {

struct Coded {
  std::vector<std::int32_t> codes;
  std::vector<std::string> labels;
};

// Codes into `labels` become codes into those of them that occur, in order of their bytes; equal labels become one.
// With `known` they become codes into that, kMissingCode where it has no such label.
Coded recode(std::span<const std::int32_t> codes, const std::vector<std::string>& labels,
             const std::optional<std::vector<std::string>>& known);

}  // namespace espalier::python

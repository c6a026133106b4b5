// The terminal of every row in every tree, tree by tree, in the caller's arrays.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "espalier/forest.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {

// One tree's terminals; entry i is that of row i. The type must hold the number of the last terminal.
using TerminalArray = std::variant<std::uint8_t*, std::uint16_t*, std::uint32_t*>;

// The splits of the forest index `features`; `arrays` has one entry per tree.
void fill_terminals(const std::vector<Feature>& features, const Forest& forest, const TableView& table,
                    std::span<const TerminalArray> arrays, const Run& run = {});

}  // namespace espalier

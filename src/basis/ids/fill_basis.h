// The Basis of a forest, or of a pool's trees, over the rows of a table.
#pragma once

#include "basis/ids/basis.h"
#include "espalier/forest.h"
#include "espalier/pool.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {

// Tree t and terminal id of the basis are those of the forest. The forest's splits index `features`.
Basis make_basis(const Forest& forest, const std::vector<Feature>& features, const TableView& table,
                 const Run& run = {});

// Terminals from left to right, counting an absent child as one. Every tree must have a split.
Basis make_basis(const Pool& pool, const TableView& table, const Run& run = {});

}  // namespace espalier

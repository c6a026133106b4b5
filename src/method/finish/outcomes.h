// The mean target in the rows of each terminal, for people who read a model's rules.
#pragma once

#include "espalier/model.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {

// Puts into the forest's statistics the weight of the rows that reach each split and terminal, and the outcomes of the
// terminals. Gains are kept, and 0 if there were none. The rows are those that the model was trained on, with the
// target in the model's terms. Does nothing for a model without trees.
void add_outcomes(Model& model, const TableView& table, const Target& target, const Run& run = {});

}  // namespace espalier

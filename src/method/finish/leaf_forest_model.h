#pragma once

#include "espalier/model.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "select/leaves/leaf_forest.h"
#include "select/row_loss.h"

namespace espalier {

// The model of a forest whose weights are in the units of the loss. `features` are the table's columns.
Model leaf_forest_model(const LeafForest& forest, const RowLoss& loss, const Target& target,
                        const std::vector<Feature>& features);

}  // namespace espalier

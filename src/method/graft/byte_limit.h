// A budget in bytes, which can only be checked on a whole model.
#pragma once

#include <cstddef>
#include <vector>

#include "espalier/model.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "select/leaves/leaf_forest.h"
#include "select/row_loss.h"

namespace espalier {

class ByteLimit {
 public:
  // `target` and `features`, the table's columns, must outlive it.
  ByteLimit(std::size_t bytes, const Target& target, const std::vector<Feature>& features)
      : bytes_(bytes), target_(target), features_(features) {}

  // Whether the file of this forest, whose weights are in the units of the loss, is within the limit.
  bool allows(const LeafForest& forest, const RowLoss& loss) const;
  bool allows(const Model& model) const;

 private:
  std::size_t bytes_;
  const Target& target_;
  const std::vector<Feature>& features_;
};

}  // namespace espalier

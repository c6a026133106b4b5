#include "method/graft/byte_limit.h"

#include "espalier/budget.h"
#include "method/finish/leaf_forest_model.h"

namespace espalier {

bool ByteLimit::allows(const LeafForest& forest, const RowLoss& loss) const {
  return allows(leaf_forest_model(forest, loss, target_, features_));
}

bool ByteLimit::allows(const Model& model) const { return size_of(stripped(model)).bytes <= bytes_; }

}  // namespace espalier

// A saved forest to start from, in the terms of the training table.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "espalier/fit.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/run.h"
#include "method/graft/growth.h"
#include "method/graft/limits.h"
#include "select/leaves/leaf_forest.h"
#include "select/row_loss.h"

namespace espalier {

class GraftStart {
 public:
  // An error if the model has no trees, or if its task, classes or columns differ from those of the rows. Categories
  // that the rows do not have go where missing values go. Scores of two classes become `outputs` numbers; trees of one
  // class become trees of all, unless `classes` is one.
  GraftStart(const Model& model, const std::string& file, const FitRequest& request, std::size_t outputs,
             const Run& run, TreeClasses classes = TreeClasses::all);

  // An error if a tree is over its limits.
  void check(const GraftLimits& limits, const std::string& file) const;

  // Over some of the training rows, watched by others, or by the validation rows if there are none. The weights are in
  // the units of the loss; 0 if those of the model are not scores.
  LeafForest forest(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> others,
                    const RowLoss& loss) const;

 private:
  Pool pool_;  // of the table's columns
  bool has_scores_;
  Basis basis_, validation_;
};

// Whether each of the model's trees has values for one of several classes alone.
bool has_trees_of_one_class(const Model& model);

}  // namespace espalier

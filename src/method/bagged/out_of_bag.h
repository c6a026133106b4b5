// The error of a bagged ensemble on its own training rows: each row is predicted by the trees that were grown without
// it (Breiman 2001). O(rows · trees · depth).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/run.h"
#include "method/bagged/bagged_tree.h"

namespace espalier {

// The rows of the training table that a tree was grown on.
using Bag = std::vector<bool>;

struct OutOfBag {
  Metrics metrics;
  std::size_t rows = 0;  // rows with a weight that some tree was grown without; the others are left out
};

// trees[t] was grown on bags[t]; its features are the table's columns. None if there is no such row.
std::optional<OutOfBag> out_of_bag(const LabelledView& train, std::span<const BaggedTree> trees,
                                   std::span<const Bag> bags, const Run& run);

}  // namespace espalier

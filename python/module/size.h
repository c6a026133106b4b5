// A size as Python's dict, by the names of the units of budgets.
#pragma once

#include <nanobind/nanobind.h>

#include "espalier/budget.h"

namespace espalier::python {

inline nanobind::dict size_dict(const Size& size) {
  nanobind::dict dict;
  dict["trees"] = size.trees;
  dict["nodes"] = size.nodes;
  dict["leaves"] = size.leaves;
  dict["rules"] = size.rules;
  dict["features"] = size.features;
  dict["bytes"] = size.bytes;
  return dict;
}

}  // namespace espalier::python

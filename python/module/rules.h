// The rules of a model as Python's lists and dicts.
#pragma once

#include <nanobind/nanobind.h>

#include "espalier/model.h"

namespace espalier::python {

nanobind::list rule_list(const Model& model);

}  // namespace espalier::python

// The parts of the module, one function per file.
#pragma once

#include <nanobind/nanobind.h>

namespace espalier::python {

void bind_methods(nanobind::module_& module);
void bind_data(nanobind::module_& module);
void bind_model(nanobind::module_& module);
void bind_fit(nanobind::module_& module);

}  // namespace espalier::python

// espalier._core: the library as Python sees it. The package's own files build the public interface from it.
#include "module/bind.h"

#include "espalier/error.h"
#include "espalier/version.h"
#include "module/text.h"

namespace nb = nanobind;

static PyObject* type_of(espalier::ErrorCode code) {
  if (code == espalier::ErrorCode::interrupted) return PyExc_KeyboardInterrupt;
  return code == espalier::ErrorCode::memory ? PyExc_MemoryError : PyExc_ValueError;
}

// The one place where errors change language.
static void translate(const std::exception_ptr& error, void*) {
  try {
    std::rethrow_exception(error);
  } catch (const espalier::Error& e) {
    espalier::python::set_error(type_of(e.code()), e.what());
  }
}

NB_MODULE(_core, module) {
  nb::register_exception_translator(translate);
  module.attr("version") = std::string(espalier::kVersion).c_str();
  espalier::python::bind_methods(module);
  espalier::python::bind_data(module);
  espalier::python::bind_model(module);
  espalier::python::bind_fit(module);
}

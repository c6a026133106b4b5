// Texts between C++ and Python. In the core they are bytes as data files have them, usually UTF-8. Python sees bytes
// that are not UTF-8 as what they are in Windows-1252, of which Latin-1 is a part: names can be read, printed and
// matched with those of a data frame. Models keep their bytes, since these texts never go back into a model; what the
// module itself takes and gives again goes through exact_text.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "espalier/model.h"

namespace espalier::python {

// A new reference, or null and Python's error.
PyObject* to_unicode(const std::string& text) noexcept;

// The model, with names and labels that are UTF-8.
bool is_readable(const Model& model);
Model readable(const Model& model);

template <class Use>
auto with_readable(const Model& model, Use use) {
  return is_readable(model) ? use(model) : use(readable(model));
}

// As Python's os module has it, which maps every byte that is not UTF-8 to a code point of its own, and back.
nanobind::str exact_text(const std::string& text);
std::vector<nanobind::str> exact_texts(const std::vector<std::string>& texts);

// The UTF-8 by which a frame may name the text, itself first: what is not UTF-8 may have been read as Windows-1252 or
// as Latin-1.
std::vector<std::string> spellings(const std::string& text);

// False if the object is no text that has bytes.
bool take_bytes(nanobind::handle text, std::string& bytes) noexcept;

// Python's error of this type, with the message.
void set_error(PyObject* type, const std::string& message) noexcept;
[[noreturn]] void raise(PyObject* type, const std::string& message);

}  // namespace espalier::python

namespace nanobind::detail {

// Instead of nanobind/stl/string.h.
template <>
struct type_caster<std::string> {
  NB_TYPE_CASTER(std::string, const_name("str"))

  bool from_python(handle text, std::uint32_t, cleanup_list*) noexcept {
    return espalier::python::take_bytes(text, value);
  }

  static handle from_cpp(const std::string& text, rv_policy, cleanup_list*) noexcept {
    return espalier::python::to_unicode(text);
  }
};

}  // namespace nanobind::detail

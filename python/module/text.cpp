#include "module/text.h"

#include <algorithm>
#include <array>

namespace espalier::python {
namespace {

namespace nb = nanobind;

// Windows-1252 from 0x80 on; five bytes have no character, and stay what they are in Latin-1.
constexpr std::array<Py_UCS4, 32> kWindows = {0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                              0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d,   0x017d, 0x8f,
                                              0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                              0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178};

PyObject* escaped(const std::string& text) noexcept {
  return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
}

PyObject* latin(const std::string& text) noexcept {
  return PyUnicode_DecodeLatin1(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
}

// The text, which is used up, with characters of Windows-1252 for the code points that stand for bytes from 0x80 on:
// `zero` is the one of byte 0.
PyObject* windows(PyObject* text, Py_UCS4 zero) noexcept {
  if (text == nullptr) return nullptr;
  const Py_ssize_t length = PyUnicode_GetLength(text);
  Py_UCS4* const points = PyUnicode_AsUCS4Copy(text);
  Py_DECREF(text);
  if (points == nullptr) return nullptr;
  for (Py_ssize_t i = 0; i < length; ++i) {
    if (points[i] < zero + 0x80 || points[i] > zero + 0xff) continue;
    const Py_UCS4 byte = points[i] - zero;
    points[i] = byte < 0xa0 ? kWindows[byte - 0x80] : byte;
  }
  PyObject* const result = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, points, length);
  PyMem_Free(points);
  return result;
}

// What is UTF-8 stays so. The escapes of other bytes are U+DC80 to U+DCFF, which no UTF-8 has.
PyObject* decoded(const std::string& text) noexcept { return windows(escaped(text), 0xdc00); }

nb::object owned(PyObject* object) {
  if (object == nullptr) nb::raise_python_error();
  return nb::steal(object);
}

bool is_utf8(const std::string& text) {
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return true;
  PyObject* const plain = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
  if (plain == nullptr) PyErr_Clear();
  Py_XDECREF(plain);
  return plain != nullptr;
}

bool are_utf8(const std::vector<std::string>& texts) {
  return std::ranges::all_of(texts, [](const std::string& text) { return is_utf8(text); });
}

// The object is used up.
std::string utf8_of(PyObject* text) {
  std::string utf8;
  if (!take_bytes(owned(text), utf8)) nb::raise_python_error();
  return utf8;
}

void make_readable(std::vector<std::string>& texts) {
  for (std::string& text : texts) text = utf8_of(decoded(text));
}

}  // namespace

PyObject* to_unicode(const std::string& text) noexcept {
  PyObject* const plain = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
  if (plain != nullptr || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) return plain;
  PyErr_Clear();
  return decoded(text);
}

bool is_readable(const Model& model) {
  return are_utf8(model.targets) && are_utf8(model.classes) &&
         std::ranges::all_of(model.features,
                             [](const Feature& feature) { return is_utf8(feature.name) && are_utf8(feature.labels); });
}

Model readable(const Model& model) {
  Model shown = model;
  make_readable(shown.targets);
  make_readable(shown.classes);
  for (Feature& feature : shown.features) {
    feature.name = utf8_of(decoded(feature.name));
    make_readable(feature.labels);
  }
  return shown;
}

nb::str exact_text(const std::string& text) { return nb::borrow<nb::str>(owned(escaped(text))); }

std::vector<nb::str> exact_texts(const std::vector<std::string>& texts) {
  std::vector<nb::str> exact;
  for (const std::string& text : texts) exact.push_back(exact_text(text));
  return exact;
}

std::vector<std::string> spellings(const std::string& text) {
  std::vector<std::string> found = {text};
  if (is_utf8(text)) return found;
  for (PyObject* const read : {decoded(text), windows(latin(text), 0), latin(text)}) {
    std::string spelling = utf8_of(read);
    if (std::ranges::find(found, spelling) == found.end()) found.push_back(std::move(spelling));
  }
  return found;
}

bool take_bytes(nb::handle text, std::string& bytes) noexcept {
  if (!PyUnicode_Check(text.ptr())) return false;
  Py_ssize_t size = 0;
  if (const char* utf8 = PyUnicode_AsUTF8AndSize(text.ptr(), &size); utf8 != nullptr) {
    bytes.assign(utf8, static_cast<std::size_t>(size));
    return true;
  }
  PyErr_Clear();
  PyObject* const escaped = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape");
  if (escaped == nullptr) {
    PyErr_Clear();
    return false;
  }
  bytes.assign(PyBytes_AS_STRING(escaped), static_cast<std::size_t>(PyBytes_GET_SIZE(escaped)));
  Py_DECREF(escaped);
  return true;
}

void set_error(PyObject* type, const std::string& message) noexcept {
  PyObject* const text = to_unicode(message);
  if (text == nullptr) return;
  PyErr_SetObject(type, text);
  Py_DECREF(text);
}

void raise(PyObject* type, const std::string& message) {
  set_error(type, message);
  nb::raise_python_error();
}

}  // namespace espalier::python

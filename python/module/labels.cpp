#include "module/labels.h"

#include <algorithm>

#include "espalier/model.h"
#include "espalier/table.h"
#include "module/text.h"

namespace espalier::python {
namespace {

namespace nb = nanobind;

std::vector<std::string> occurring_labels(std::span<const std::int32_t> codes, const std::vector<std::string>& labels) {
  std::vector<std::uint8_t> occurs(labels.size());
  for (const std::int32_t code : codes) {
    if (code != kMissingCode) occurs[static_cast<std::size_t>(code)] = 1;
  }
  std::vector<std::string> found;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (occurs[i]) found.push_back(labels[i]);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::string bytes_of(nb::handle text) {
  std::string bytes;
  if (take_bytes(text, bytes)) return bytes;
  PyUnicode_AsUTF8(text.ptr());  // says why not
  nb::raise_python_error();
}

}  // namespace

std::optional<std::string> text_in(nb::handle label, const nb::callable& text_of) {
  if (PyUnicode_CheckExact(label.ptr())) return bytes_of(label);
  const nb::object text = text_of(label);
  if (text.is_none()) return std::nullopt;
  return bytes_of(text);
}

LabelCodes codes_of(const std::vector<std::string>& labels) {
  LabelCodes codes;
  const auto each = [&](auto&& add) {
    for (std::size_t code = 0; code < labels.size(); ++code) add(labels[code], static_cast<std::int32_t>(code));
  };
  each([&](const std::string& label, std::int32_t code) { codes.emplace(label, code); });
  each([&](const std::string& label, std::int32_t code) {
    for (std::string& spelling : spellings(label)) codes.emplace(std::move(spelling), code);
  });
  return codes;
}

Coded encode(const nb::sequence& cells, const nb::callable& text_of) {
  Coded result;
  std::unordered_map<std::string, std::int32_t> code_of;
  for (const nb::handle cell : cells) {
    std::optional<std::string> text = text_in(cell, text_of);
    if (!text) {
      result.codes.push_back(kMissingCode);
      continue;
    }
    const auto [at, is_new] = code_of.emplace(std::move(*text), static_cast<std::int32_t>(result.labels.size()));
    if (is_new) result.labels.push_back(at->first);
    result.codes.push_back(at->second);
  }
  return result;
}

Coded recode(std::span<const std::int32_t> codes, const std::vector<std::string>& labels,
             const std::optional<std::vector<std::string>>& known) {
  Coded result;
  result.labels = known ? *known : occurring_labels(codes, labels);
  const LabelCodes code_of = codes_of(result.labels);
  std::vector<std::int32_t> renumbered;
  for (const std::string& label : labels) {
    const auto found = code_of.find(label);
    renumbered.push_back(found == code_of.end() ? kMissingCode : found->second);
  }
  result.codes.reserve(codes.size());
  for (const std::int32_t code : codes) {
    result.codes.push_back(code == kMissingCode ? kMissingCode : renumbered[static_cast<std::size_t>(code)]);
  }
  return result;
}

}  // namespace espalier::python

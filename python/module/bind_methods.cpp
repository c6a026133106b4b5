// The registry, read-only, from which the estimators' classes are made.
#include <nanobind/nanobind.h>

#include <optional>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "espalier/espalier.h"
#include "module/bind.h"
#include "module/text.h"

namespace espalier::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

const char* name_of(OptionType type) {
  switch (type) {
    case OptionType::integer:
      return "integer";
    case OptionType::number:
      return "number";
    case OptionType::choice:
      return "choice";
    case OptionType::flag:
      return "flag";
    case OptionType::columns:
      return "columns";
    case OptionType::integers:
      return "integers";
    case OptionType::numbers:
      return "numbers";
    case OptionType::file:
      return "file";
    case OptionType::duration:
      return "duration";
    case OptionType::words:
      return "words";
  }
  return "";
}

std::vector<std::string> units_of(const Method& method) {
  std::vector<std::string> units;
  for (const Unit unit : method.budgets) units.push_back(unit_name(unit));
  return units;
}

std::vector<std::string> presets_of(const Method& method) {
  std::vector<std::string> names;
  for (const Preset& preset : method.presets) names.emplace_back(preset.name);
  return names;
}

std::optional<std::string> default_budget_of(const Method& method) {
  if (!method.default_budget) return std::nullopt;
  return to_string(*method.default_budget);
}

}  // namespace

void bind_methods(nb::module_& module) {
  nb::class_<OptionInfo>(module, "OptionInfo", "One option of a method.")
      .def_ro("name", &OptionInfo::name, "as on the command line, with hyphens")
      .def_prop_ro(
          "type", [](const OptionInfo& o) { return name_of(o.type); },
          "integer, number, choice, flag, columns, integers, numbers, file, duration, words")
      .def_ro("default", &OptionInfo::default_value, "as text; empty if there is none")
      .def_ro("low", &OptionInfo::low)
      .def_ro("high", &OptionInfo::high)
      .def_ro("choices", &OptionInfo::choices)
      .def_ro("help", &OptionInfo::help);

  nb::class_<Method>(module, "Method", "A training method, from the registry.")
      .def_prop_ro("name", [](const Method& m) { return std::string(m.name); })
      .def_prop_ro("summary", [](const Method& m) { return std::string(m.summary); })
      .def_prop_ro(
          "source", [](const Method& m) { return std::string(m.source); }, "the paper")
      .def_ro("options", &Method::options)
      .def_prop_ro("presets", presets_of, "their names")
      .def(
          "preset_options", [](const Method& m, const std::string& preset) { return preset_options(m, preset); },
          "preset"_a, "the options of a preset, as texts by name")
      .def_prop_ro("budgets", units_of, "the units that a budget may be in")
      .def_prop_ro("default_budget", default_budget_of)
      .def_prop_ro("uses_validation", uses_validation)
      .def_ro("several_targets", &Method::several_targets, "whether it fits models of several targets")
      .def_ro("gives_path", &Method::gives_path)
      .def_ro("gives_trace", &Method::gives_trace);

  module.def(
      "methods",
      [] {
        nb::list list;
        for (const Method& method : methods()) list.append(nb::cast(&method, nb::rv_policy::reference));
        return list;
      },
      nb::sig("def methods() -> list[Method]"), "All methods, in the registry's order.");
}

}  // namespace espalier::python

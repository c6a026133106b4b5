// Models: bytes, size, words, predictions.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "espalier/budget.h"
#include "espalier/draw.h"
#include "espalier/error.h"
#include "espalier/export.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/predict.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "module/bind.h"
#include "module/numpy.h"
#include "module/row.h"
#include "module/rules.h"
#include "module/size.h"
#include "module/table.h"
#include "module/text.h"
#include "module/watch.h"

namespace espalier::python {
namespace {

using namespace nb::literals;

nb::bytes to_bytes(const Model& model) {
  const std::vector<std::byte> bytes = encode(model);
  return nb::bytes(bytes.data(), bytes.size());
}

Model model_in(const nb::bytes& bytes, const std::string& name) {
  return decode({static_cast<const std::byte*>(bytes.data()), bytes.size()}, name);
}

// Anything that keeps a file from being written is an OSError here.
void save_model(const Model& model, const std::string& path) {
  try {
    const nb::gil_scoped_release released;
    save(model, path);
  } catch (const Error& error) {
    raise(PyExc_OSError, error.what());
  }
}

bool is_linear(const Model& model) { return std::holds_alternative<Linear>(model.body); }

bool is_neural(const Model& model) { return std::holds_alternative<NeuralRules>(model.body); }

std::string quoted_targets(const Model& model) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t k = 0; k < std::min(model.targets.size(), kShown); ++k)
    text += fmt::format("{}\"{}\"", k == 0 ? "" : ", ", model.targets[k]);
  return model.targets.size() > kShown ? text + ", …" : text;
}

std::string parts_of(const Model& model, const Size& size) {
  if (is_linear(model)) return fmt::format("linear in {} columns", size.features);
  if (is_neural(model)) return fmt::format("{} neural rules of {} columns", size.rules, size.features);
  return fmt::format("{} trees, {} leaves", size.trees, size.leaves);
}

std::string describe(const Model& model) {
  const Size size = size_of(model);
  return fmt::format("<espalier model of {}: {}{}, {}, {} bytes>", quoted_targets(model),
                     model.provenance ? model.provenance->method + ", " : "",
                     model.task == Task::regression ? "regression" : "classification", parts_of(model, size),
                     size.bytes);
}

nb::list importance_list(const Model& model) {
  nb::list list;
  for (const Importance& importance : importances(model)) {
    list.append(nb::make_tuple(importance.feature, importance.gain, importance.splits));
  }
  return list;
}

// The result of `predict` as an array with one row per row. Only long work is worth a thread that listens to Ctrl-C.
template <class Predict>
nb::object predicted(const Model& model, const ArrayTable& table, int threads, Predict predict) {
  constexpr std::size_t kManyRows = 20000;
  const std::size_t rows = table.view().rows;
  decltype(predict(model, table.view(), Run())) values;
  if (rows < kManyRows) {
    const nb::gil_scoped_release released;
    values = predict(model, table.view(), {1, threads, {}});
  } else {
    watch(
        [&](const ProgressCallback& go_on) {
          values = predict(model, table.view(), {1, threads, go_on});
        },
        nb::none());
  }
  const std::size_t width = rows == 0 ? 0 : values.size() / rows;
  return to_numpy(std::move(values), {rows, width});
}

// The texts of `inspect` and the formats of `export`.
std::vector<ExportFormat> text_formats() {
  std::vector<ExportFormat> formats = {{"text", "", [](const Model& model) { return draw(model, draw_all()); }},
                                       {"rules", "", [](const Model& model) { return draw_rules(model); }}};
  formats.insert(formats.end(), export_formats().begin(), export_formats().end());
  return formats;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const ExportFormat& format : text_formats()) names.emplace_back(format.name);
  return names;
}

std::string export_model(const Model& model, const std::string& name) {
  for (const ExportFormat& format : text_formats())
    if (format.name == name) return with_readable(model, format.write);
  throw Error(ErrorCode::usage, fmt::format("format must be one of {}, got {}", fmt::join(format_names(), ", "), name));
}

void bind_predictions(nb::class_<Model>& model) {
  model.def(
      "table",
      [](const Model& m, Array matrix, const std::vector<std::uint32_t>& positions) {
        if (positions.size() != m.features.size()) throw Error(ErrorCode::usage, "every feature needs a position");
        return ArrayTable::of_matrix(std::move(matrix), positions, m.features);
      },
      "matrix"_a, "positions"_a, nb::keep_alive<0, 1>(),
      "The columns of an array that hold the model's features, all of them numeric.");
  model.def(
      "scores",
      [](const Model& m, const ArrayTable& t, int threads) { return predicted(m, t, threads, predict_scores); },
      "table"_a, "threads"_a, "rows × outputs, before the link");
  model.def(
      "probabilities",
      [](const Model& m, const ArrayTable& t, int threads) { return predicted(m, t, threads, predict_probabilities); },
      "table"_a, "threads"_a, "rows × classes");
  model.def(
      "most_probable",
      [](const Model& m, const ArrayTable& t, int threads) { return predicted(m, t, threads, predict_classes); },
      "table"_a, "threads"_a, "rows × 1: class codes");
  model.def(
      "terminals",
      [](const Model& m, const ArrayTable& t, int threads) { return predicted(m, t, threads, predict_terminals); },
      "table"_a, "threads"_a, "rows × trees: the leaf that a row reaches");
}

}  // namespace

void bind_model(nb::module_& module) {
  nb::class_<Feature>(module, "Feature", "A column that a model uses.")
      .def_ro("name", &Feature::name)
      .def_prop_ro("numeric", [](const Feature& f) { return f.type == ColumnType::numeric; })
      .def_ro("labels", &Feature::labels)
      .def_prop_ro(
          "exact_name", [](const Feature& f) { return exact_text(f.name); },
          "with bytes that are not UTF-8 as Python's os module has them")
      .def_prop_ro(
          "exact_labels", [](const Feature& f) { return exact_texts(f.labels); }, "likewise")
      .def_prop_ro(
          "spellings", [](const Feature& f) { return exact_texts(spellings(f.name)); },
          "the names by which a data frame may have the column");

  nb::class_<Model> model(module, "Model", "A trained model, as a file holds it.");
  model.def_static("from_bytes", model_in, "bytes"_a, "name"_a = "the bytes")
      .def("to_bytes", to_bytes, "The contents of a model file.")
      .def("__repr__", describe)
      .def(
          "__eq__", [](const Model& a, const Model& b) { return a == b; }, nb::is_operator())
      .def("__getstate__", to_bytes)
      .def("__setstate__", [](Model& m, const nb::bytes& bytes) { new (&m) Model(model_in(bytes, "the pickle")); })
      .def("save", save_model, "path"_a)
      .def_prop_ro("regression", [](const Model& m) { return m.task == Task::regression; })
      .def_prop_ro("linear", is_linear, "whether it is a sum over columns and not over trees")
      .def_prop_ro("neural", is_neural, "whether it is a sum over neural rules and not over trees")
      .def_prop_ro("scores_are_probabilities", [](const Model& m) { return m.link == Link::probability; })
      .def_ro("targets", &Model::targets, "the names of the targets, usually one")
      .def_ro("classes", &Model::classes)
      .def_prop_ro(
          "exact_classes", [](const Model& m) { return exact_texts(m.classes); },
          "with bytes that are not UTF-8 as Python's os module has them")
      .def_ro("features", &Model::features, "the features that the model uses, and no others")
      .def_prop_ro(
          "method", [](const Model& m) { return m.provenance ? m.provenance->method : ""; },
          "the method that trained it; empty if that is not recorded")
      .def_prop_ro(
          "settings",
          [](const Model& m) {
            return m.provenance ? m.provenance->settings : std::vector<std::pair<std::string, std::string>>();
          },
          "options, budget and seed, as far as recorded")
      .def_prop_ro("size", [](const Model& m) { return size_dict(size_of(m)); })
      .def(
          "stripped", [](const Model& m) { return std::make_shared<Model>(stripped(m)); },
          "the model with only what prediction needs")
      .def(
          "at_stage", [](const Model& m, std::size_t nodes) { return std::make_shared<Model>(at_stage(m, nodes)); },
          "nodes"_a,
          "the model as it was with this many nodes, roots included; for methods that add one node after another")
      .def_prop_ro(
          "intercept",
          [](const Model& m) { return std::visit([](const auto& body) { return body.intercept; }, m.body); },
          "the start of the sum of the scores, one number per output")
      .def(
          "rules", [](const Model& m) { return with_readable(m, rule_list); }, "dicts, in the form of Estimator.rules")
      .def(
          "depths",
          [](const Model& m) {
            nb::dict depths;
            for (const DepthCount& of : depths_of(m)) depths[nb::int_(of.depth)] = of.trees;
            return depths;
          },
          "the number of trees of each depth")
      .def("importances", importance_list,
           "(name, share of gain, splits) of each feature; for a linear model, of |weight| x spread, and terms; "
           "for neural rules, of |value| x spread x |weight|, and hyperplanes")
      .def("export", export_model, "format"_a);
  bind_predictions(model);
  module.def("threshold_text", threshold_text, "threshold"_a, "A threshold as texts and pictures show it.");
  module.def(
      "readable", [](const std::string& text) { return text; }, "text"_a,
      "The text without the code points that stand for bytes.");
  module.attr("export_formats") = format_names();

  nb::class_<Row>(module, "Row", "Predicts one row at a time.")
      .def(nb::init<std::shared_ptr<const Model>, std::vector<std::uint32_t>, std::size_t, nb::callable>(), "model"_a,
           "positions"_a, "width"_a, "text_of"_a)
      .def("score", &Row::score, "row"_a)
      .def("values", &Row::values, "row"_a)
      .def("most_probable", &Row::most_probable, "row"_a)
      .def("probabilities", &Row::probabilities, "row"_a);
}

}  // namespace espalier::python

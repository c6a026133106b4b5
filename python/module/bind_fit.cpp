// Training: a request from Python's values, run on a thread of its own.
#include <fmt/format.h>

#include <optional>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "espalier/budget.h"
#include "espalier/compact.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "espalier/target.h"
#include "module/bind.h"
#include "module/size.h"
#include "module/table.h"
#include "module/text.h"
#include "module/watch.h"

namespace espalier::python {
namespace {

using namespace nb::literals;

nb::object number_or_none(const std::optional<double>& number) { return number ? nb::cast(*number) : nb::none(); }

nb::dict metrics_dict(const Metrics& metrics) {
  nb::dict dict;
  if (const auto* regression = std::get_if<RegressionMetrics>(&metrics)) {
    dict["mse"] = regression->mse;
    dict["mae"] = regression->mae;
    dict["r2"] = number_or_none(regression->r2);
  } else {
    const auto& classification = std::get<ClassificationMetrics>(metrics);
    dict["error"] = classification.error;
    dict["log_loss"] = classification.log_loss;
    dict["auc"] = number_or_none(classification.auc);
    dict["balanced_accuracy"] = classification.balanced_accuracy;
  }
  return dict;
}

nb::list path_list(const std::vector<PathPoint>& path) {
  nb::list list;
  for (const PathPoint& point : path) {
    nb::dict dict = size_dict(point.size);
    dict["train_error"] = point.train_error;
    dict["validation_error"] = number_or_none(point.validation_error);
    dict["train_loss"] = number_or_none(point.train_loss);
    dict["validation_loss"] = number_or_none(point.validation_loss);
    list.append(dict);
  }
  return list;
}

nb::list trace_list(const std::vector<TracePoint>& trace) {
  nb::list list;
  for (const TracePoint& point : trace) {
    nb::dict dict;
    dict["shrinkage"] = point.shrinkage;
    dict["phase"] = point.phase;
    dict["epoch"] = point.epoch;
    dict["survivors"] = point.survivors;
    dict["objective"] = point.objective;
    list.append(dict);
  }
  return list;
}

nb::object rounds_or_none(const std::optional<Rounds>& rounds) {
  if (!rounds) return nb::none();
  nb::dict dict;
  dict["kept"] = rounds->kept;
  dict["tried"] = rounds->tried;
  return dict;
}

nb::object out_of_bag_or_none(const FitResult& result) {
  if (!result.out_of_bag) return nb::none();
  nb::dict dict = metrics_dict(*result.out_of_bag);
  dict["rows"] = result.out_of_bag_rows;
  return dict;
}

// The model separately, so that Python shares it without a copy.
struct Fitted {
  std::shared_ptr<Model> model;
  FitResult rest;
};

// The settings of a fit, apart from the data.
struct Settings : FitOptions {
  std::optional<std::string> budget_text;
  std::uint64_t seed = 1;
  int threads = 0;
};

// The targets are used up.
Fitted fit_arrays(const std::string& name, const ArrayTable& table, Target& target, const ArrayTable* validation_table,
                  Target* validation_target, const Settings& settings, const nb::object& show) {
  const Method& method = find_method(name);
  method.check(settings.options);
  LabelledView train{table.view(), std::move(target)};
  std::optional<LabelledView> validation;
  if (validation_table) validation = {validation_table->view(), std::move(*validation_target)};
  FitOptions options = settings;
  if (settings.budget_text) options.budget = parse_budget(*settings.budget_text);
  FitResult result;
  watch(
      [&](const ProgressCallback& progress) {
        const Run run{settings.seed, settings.threads, progress};
        result = fit(method, std::move(train), std::move(validation), options, run);
      },
      show);
  return {std::make_shared<Model>(std::move(result.model)), std::move(result)};
}

Fitted compact_arrays(const Model& model, const ArrayTable& table, Target& target, const ArrayTable* validation_table,
                      Target* validation_target, const Settings& settings, std::size_t rows, const nb::object& show) {
  const LabelledView train{table.view(), std::move(target)};
  std::optional<LabelledView> validation;
  if (validation_table) validation = {validation_table->view(), std::move(*validation_target)};
  CompactRequest request{&train, validation ? &*validation : nullptr, {}, rows};
  if (settings.budget_text) request.budget = parse_budget(*settings.budget_text);
  FitResult result;
  watch(
      [&](const ProgressCallback& progress) {
        result = compact(model, request, Run{settings.seed, settings.threads, progress});
      },
      show);
  return {std::make_shared<Model>(std::move(result.model)), std::move(result)};
}

}  // namespace

void bind_fit(nb::module_& module) {
  nb::class_<Settings>(module, "Settings", "The settings of a fit, apart from the data.")
      .def(nb::init<>())
      .def_rw("options", &Settings::options)
      .def_rw("budget", &Settings::budget_text, nb::arg().none())
      .def_rw("valid", &Settings::valid, nb::arg().none())
      .def_rw("balanced", &Settings::balance_classes)
      .def_rw("path", &Settings::path)
      .def_rw("trace", &Settings::trace)
      .def_rw("seed", &Settings::seed)
      .def_rw("threads", &Settings::threads);

  nb::class_<Fitted>(module, "Fitted", "The result of a fit.")
      .def_ro("model", &Fitted::model)
      .def_prop_ro("path", [](const Fitted& f) { return path_list(f.rest.path); })
      .def_prop_ro("trace", [](const Fitted& f) { return trace_list(f.rest.trace); })
      .def_prop_ro("rounds", [](const Fitted& f) { return rounds_or_none(f.rest.rounds); })
      .def_prop_ro("out_of_bag", [](const Fitted& f) { return out_of_bag_or_none(f.rest); })
      .def_prop_ro("warnings", [](const Fitted& f) { return f.rest.warnings; });

  module.def("fit", fit_arrays, "method"_a, "table"_a, "target"_a, "validation_table"_a.none(),
             "validation_target"_a.none(), "settings"_a, "show"_a.none(), "Trains a model; the targets are used up.");
  module.def("compact", compact_arrays, "model"_a, "table"_a, "target"_a, "validation_table"_a.none(),
             "validation_target"_a.none(), "settings"_a, "rows"_a, "show"_a.none(),
             "Makes a forest smaller; the targets are used up.");
  module.def("stop_all", stop_all, "Stops every running fit and prediction, and waits until they have ended.");
}

}  // namespace espalier::python

// fit_bench FOLDER METHOD [OPTION=VALUE …]: fits METHOD to the raw arrays in FOLDER (data.py) and prints a line of
// JSON: CPU seconds, seconds and peak extra memory of the fit, quality on the test part, size of the model. Besides the
// method's own options there are budget=SIZE, seed=N, threads=N (1 if not given), target=NAME (no better instruction
// set) and save=FILE. Then it reads words, and answers each with a line: `batch` predicts the test part from columns,
// `rows` from the same numbers row after row, `single` predicts the first rows of it one at a time.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/span_meter.h"
#include "espalier/espalier.h"
#include "process.h"
#include "raw_table.h"

namespace {

using namespace espalier;
using nlohmann::json;

struct Arguments {
  std::string folder;
  const Method* method = nullptr;
  OptionValues options;
  std::optional<Budget> budget;
  Run run{1, 1, {}};
  std::string save;
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  arguments.folder = argv[1];
  arguments.method = &find_method(argv[2]);
  for (int i = 3; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) throw Error(ErrorCode::usage, "must be OPTION=VALUE, got " + word);
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    if (name == "budget") {
      arguments.budget = parse_budget(value);
    } else if (name == "seed") {
      arguments.run.seed = std::stoull(value);
    } else if (name == "threads") {
      arguments.run.threads = std::stoi(value);
    } else if (name == "target") {
      limit_instruction_sets(value);
    } else if (name == "save") {
      arguments.save = value;
    } else {
      arguments.options[name] = value;
    }
  }
  return arguments;
}

FitResult fit_to(const LabelledView& train, const Arguments& arguments) {
  FitRequest request;
  request.train = &train;
  request.options = arguments.options;
  request.budget = arguments.budget;
  return fit(*arguments.method, request, arguments.run);
}

// A fit to few rows: code is loaded and threads are there before anything is measured.
void warm_up(const bench::RawTable& train, Arguments arguments) {
  constexpr std::size_t kRows = 1000;
  if (arguments.options.contains("trees")) arguments.options["trees"] = "2";
  fit_to(bench::first_rows(train, kRows), arguments);
}

json to_json(const bench::Cost& cost) {
  return {{"cpu", cost.cpu}, {"wall", cost.wall}, {"extra_bytes", cost.extra_bytes}};
}

json to_json(const Metrics& metrics) {
  json result = {{"error", error_of(metrics)}};
  if (const auto* classes = std::get_if<ClassificationMetrics>(&metrics)) {
    result["log_loss"] = classes->log_loss;
    if (classes->auc) result["auc"] = *classes->auc;
  }
  return result;
}

json size_json(const Model& model) {
  const Size size = size_of(model);
  return {{"bytes", size.bytes},
          {"stripped_bytes", size_of(stripped(model)).bytes},
          {"trees", size.trees},
          {"leaves", size.leaves}};
}

void predict_once(const Model& model, const TableView& table, const Run& run) {
  if (model.task == Task::regression) {
    predict_scores(model, table, run);
  } else {
    predict_probabilities(model, table, run);
  }
}

// The rows of the test part as RowPredictor takes them: the features that the model uses, row after row.
std::vector<float> model_rows(const Model& model, const Table& test, std::size_t rows) {
  std::vector<float> values(rows * model.features.size());
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    const auto same_name = [&](const Column& column) { return column.feature.name == model.features[i].name; };
    const Column& column = *std::find_if(test.columns.begin(), test.columns.end(), same_name);
    for (std::size_t row = 0; row < rows; ++row) values[row * model.features.size() + i] = column.values[row];
  }
  return values;
}

// Scores and link, as the fast path of LightGBM does.
json predict_singly(const Model& model, const Table& test) {
  constexpr std::size_t kRows = 20000;
  const std::size_t rows = std::min(kRows, test.rows), features = model.features.size();
  const std::vector<float> values = model_rows(model, test, rows);
  const RowPredictor predictor(model);
  std::vector<double> scores(predictor.outputs()), probabilities(std::max<std::size_t>(model.classes.size(), 1));
  double sum = 0;
  const bench::Cost cost = bench::measure([&] {
    for (std::size_t row = 0; row < rows; ++row) {
      predictor.scores(std::span(values).subspan(row * features, features), scores);
      if (model.task == Task::classification) to_probabilities(model.link, scores, probabilities);
      sum += scores[0] + probabilities.back();
    }
  });
  // The sum is printed so that nothing is optimised away.
  return {{"cpu", cost.cpu}, {"rows", rows}, {"sum", sum}};
}

json answer(const std::string& question, const Model& model, const Table& test, const Run& run) {
  if (question == "single") return predict_singly(model, test);
  if (question == "batch") return to_json(bench::measure([&] { predict_once(model, test, run); }));
  if (question != "rows") throw Error(ErrorCode::usage, "must be batch, rows or single, got " + question);
  const bench::RowMajor row_major = bench::to_row_major(test);
  return to_json(bench::measure([&] { predict_once(model, row_major.view, run); }));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::fprintf(stderr, "usage: fit_bench FOLDER METHOD [OPTION=VALUE ...]\n");
    return 2;
  }
  const Arguments arguments = parse(argc, argv);
  const bench::RawTable train = bench::read_raw(arguments.folder, "train");
  const bench::RawTable test = bench::read_raw(arguments.folder, "test");
  warm_up(train, arguments);

  const LabelledView set = {train.table, train.target};
  Model model;
  SpanTimes span;
  json report = to_json(bench::measure([&] { span = measure_span([&] { model = fit_to(set, arguments).model; }); }));
#ifdef ESPALIER_MEASURE_SPAN
  for (std::size_t p = 0; p < kSpanProcessors.size(); ++p)
    report["speed_up"][std::to_string(kSpanProcessors[p])] = span.seconds[0] / span.seconds[p];
#endif
  report.update(to_json(evaluate(model, test.table, test.target, arguments.run)));
  report.update(size_json(model));
  if (!arguments.save.empty()) save(model, arguments.save);
  std::cout << report << std::endl;
  for (std::string word; std::cin >> word;) {
    std::cout << answer(word, model, test.table, arguments.run) << std::endl;
  }
  return 0;
} catch (const std::exception& problem) {
  std::fprintf(stderr, "fit_bench: %s\n", problem.what());
  return 1;
}

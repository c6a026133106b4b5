// predict: one CSV line per row of DATA, in its order; kept columns first, then the predictions, with as many digits as
// it takes to read the same number back.
#include <fmt/format.h>

#include <memory>

#include "cli/data_flags.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/read_table.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier::cli {
namespace {

struct PredictFlags {
  std::string model;
  DataFlags data;
  std::string output = "label";
  std::vector<std::string> keep;
  std::string file = kStandardStream;
  RunFlags run;
};

// The columns of the output: their names, and the cells of each row.
struct Answer {
  std::vector<std::string> names;
  std::function<void(std::size_t row, std::size_t column, std::string& line)> append;
};

// Quoted if RFC 4180 requires it.
void append_text(std::string& line, std::string_view cell) {
  if (cell.find_first_of(",\"\r\n") == cell.npos) {
    line += cell;
    return;
  }
  line += '"';
  for (const char c : cell) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

template <class Number>
Answer numbers(std::vector<std::string> names, std::vector<Number> values) {
  const std::size_t width = names.size();
  auto append = [values = std::move(values), width](std::size_t row, std::size_t column, std::string& line) {
    line += fmt::format("{}", values[row * width + column]);
  };
  return {std::move(names), std::move(append)};
}

std::vector<std::string> named_columns(const std::vector<std::string>& of, const std::string& prefix) {
  std::vector<std::string> names;
  for (const std::string& name : of) names.push_back(prefix + name);
  return names;
}

std::vector<std::string> numbered_columns(const std::string& prefix, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

Answer labels(const Model& model, const Table& table, const Run& run) {
  auto append = [&model, codes = predict_classes(model, table, run)](std::size_t row, std::size_t, std::string& line) {
    append_text(line, model.classes[static_cast<std::size_t>(codes[row])]);
  };
  return {{"prediction"}, std::move(append)};
}

Answer scores(const Model& model, const Table& table, const Run& run) {
  const auto outputs =
      static_cast<std::size_t>(std::visit([](const auto& body) { return body.outputs(); }, model.body));
  std::vector<std::string> names = {"score"};
  if (model.targets.size() > 1) {
    names = named_columns(model.targets, "score_");
  } else if (outputs > 1) {
    names =
        outputs == model.classes.size() ? named_columns(model.classes, "score_") : numbered_columns("score_", outputs);
  }
  return numbers(std::move(names), predict_scores(model, table, run));
}

Answer answer(const PredictFlags& flags, const Model& model, const Table& table, const Run& run) {
  if (flags.output == "leaf") {
    return numbers(numbered_columns("tree_", size_of(model).trees), predict_terminals(model, table, run));
  }
  if (flags.output == "score") return scores(model, table, run);
  if (flags.output == "probability") {
    return numbers(named_columns(model.classes, "probability_"), predict_probabilities(model, table, run));
  }
  if (model.targets.size() > 1)
    return numbers(named_columns(model.targets, "prediction_"), predict_scores(model, table, run));
  if (model.task == Task::regression) return numbers({"prediction"}, predict_scores(model, table, run));
  return labels(model, table, run);
}

void write_answer(std::ostream& out, const Table& table, const Answer& answer) {
  std::string line;
  const auto separate = [&line](bool first) {
    if (!first) line += ',';
  };
  for (const TextColumn& column : table.kept) {
    separate(&column == table.kept.data());
    append_text(line, column.name);
  }
  for (std::size_t i = 0; i < answer.names.size(); ++i) {
    separate(i == 0 && table.kept.empty());
    append_text(line, answer.names[i]);
  }
  out << line << '\n';
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (row % 4096 == 0) stop_if_interrupted();
    line.clear();
    for (const TextColumn& column : table.kept) {
      separate(&column == table.kept.data());
      append_text(line, column.cells[row]);
    }
    for (std::size_t i = 0; i < answer.names.size(); ++i) {
      separate(i == 0 && table.kept.empty());
      answer.append(row, i, line);
    }
    line += '\n';
    out << line;
  }
}

void check_output(const PredictFlags& flags, const Model& model) {
  if (flags.output == "probability" && model.task == Task::regression) {
    throw Error(ErrorCode::usage, "output must be label, score or leaf for a regression model, got \"probability\"");
  }
  if (flags.output == "leaf" && !std::holds_alternative<Forest>(model.body)) {
    throw Error(ErrorCode::usage,
                fmt::format("output must be label, probability or score for {}, got \"leaf\"",
                            std::holds_alternative<Linear>(model.body) ? "a linear model" : "neural rules"));
  }
}

void predict(const PredictFlags& flags) {
  check_one_stdin(flags.model, flags.data.path);
  check_writable(flags.file);
  check_not_replaced("-o", flags.file, "the data in", {flags.data.path});
  check_not_replaced("-o", flags.file, "the model in", {flags.model});
  Terminal terminal(flags.run.quiet ? Chatter::quiet : Chatter::normal);
  const Run run{1, static_cast<int>(flags.run.threads), terminal.progress()};
  const Model model = load(flags.model);
  check_output(flags, model);
  ReadOptions options = read_options(flags.data, model);
  options.keep = flags.keep;
  const Table table = read_data(flags.data.path, options, run, terminal);
  const Answer result = answer(flags, model, table, run);
  terminal.erase();
  Output out(flags.file);
  write_answer(out.stream(), table, result);
  out.commit();
}

std::function<void()> declare_predict(Parser& app, Words) {
  const auto flags = std::make_shared<PredictFlags>();
  app.add_option("MODEL", flags->model, "a file written by train; - is standard input")->required();
  add_data_file(app, flags->data);
  add_choice(
      app, "--output", flags->output, {"label", "probability", "score", "leaf"},
      "the class or value, one probability per class, the raw score before the link function, or the leaf in every "
      "tree, as `inspect --text` and `--rules` number them (default label)")
      ->group(kOutputGroup);
  add_columns(app, "--keep", flags->keep, "columns of the data to copy to the output, before the predictions")
      ->group(kOutputGroup);
  add_output(app, flags->file, "FILE", "where to write (default: standard output)");
  add_run_flags(app, flags->run);
  return [flags] { predict(*flags); };
}

}  // namespace

const Verb kPredict{"predict", "Predict: write a CSV with one line per row.",
                    "espalier predict iris.esp new.csv\n"
                    "espalier predict iris.esp new.csv --output probability --keep id -o predictions.csv\n"
                    "zcat new.csv.gz | espalier predict iris.esp - | head",
                    declare_predict};

}  // namespace espalier::cli

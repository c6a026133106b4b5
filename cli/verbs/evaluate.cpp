// evaluate: the metrics of a model on rows whose target is known.
#include <fmt/format.h>
#include <unistd.h>

#include <limits>
#include <memory>

#include "base/quotes.h"
#include "cli/data_flags.h"
#include "cli/flags.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "espalier/budget.h"
#include "espalier/evaluate.h"
#include "espalier/model.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier::cli {
namespace {

struct EvaluateFlags {
  std::string model;
  DataFlags data;
  std::uint64_t stage = 0;  // 0: the whole model
  bool json = false;
  RunFlags run;
};

Json results_json(const Model& model, std::size_t rows, const Metrics& metrics) {
  Json json = {{"task", to_string(model.task)}, {"rows", rows}};
  json.update(to_json(metrics, model.targets));
  json["model"] = model_json(model, size_of(model));
  return json;
}

// One line per target, and their means.
std::string targets_table(const Model& model, const Metrics& metrics, const Style& style) {
  constexpr std::size_t kNameWidth = 18;
  const NamedNumbers means = named(metrics);
  std::string header = fmt::format("{:<{}}", "", kNameWidth);
  for (const auto& [name, value] : means) header += fmt::format(" {:>12}", name);
  std::string text = style.bold(header) + "\n";
  const auto add = [&](const std::string& what, const NamedNumbers& numbers) {
    text += style.bold(fmt::format("{:<{}}", what, kNameWidth));
    for (const auto& [name, value] : numbers) text += fmt::format(" {:>12}", short_text(name, value));
    text += "\n";
  };
  const auto each = of_targets(metrics);
  for (std::size_t k = 0; k < each.size(); ++k) add(printable(model.targets[k]), named(each[k]));
  add("(mean)", means);
  return text;
}

std::string results_table(const Model& model, std::size_t rows, const Metrics& metrics) {
  const Style style(STDOUT_FILENO);
  std::string text =
      fmt::format("{} of {}, {}\n", to_string(model.task), quoted_targets(model.targets), counted(rows, "row", "rows"));
  if (model.targets.size() > 1) {
    text += targets_table(model, metrics, style);
  } else {
    for (const auto& [name, value] : named(metrics)) {
      text += fmt::format("{} {:>12}\n", style.bold(fmt::format("{:<18}", name)), short_text(name, value));
    }
  }
  return text + fmt::format("{}\n", size_text(model, size_of(model)));
}

void evaluate_file(const EvaluateFlags& flags) {
  check_one_stdin(flags.model, flags.data.path);
  Terminal terminal(flags.run.quiet ? Chatter::quiet : Chatter::normal);
  const Run run{1, static_cast<int>(flags.run.threads), terminal.progress()};
  Model model = load(flags.model);
  if (flags.stage > 0) model = at_stage(model, flags.stage);
  ReadOptions options = read_options(flags.data, model);
  if (options.targets.empty()) {
    options.targets = model.targets;
    options.split_targets = false;
  }
  const Table table = read_data(flags.data.path, options, run, terminal);
  const Metrics metrics = evaluate(model, table, target_for(model, table), run);
  terminal.erase();
  print_out(flags.json ? dump(results_json(model, table.rows, metrics)) : results_table(model, table.rows, metrics));
}

std::function<void()> declare_evaluate(Parser& app, Words) {
  const auto flags = std::make_shared<EvaluateFlags>();
  app.add_option("MODEL", flags->model, "a file written by train; - is standard input")->required();
  add_data_file(app, flags->data);
  add_target_flags(app, flags->data, "column with the true values (default: the model's own target)");
  add_integer(app, "--stage", flags->stage, {1, std::numeric_limits<std::uint32_t>::max()},
              "measure the model as it was with this many nodes (only for models that grow node by node: gif)")
      ->group(kDataGroup);
  app.add_flag("--json", flags->json, "print the results as JSON")->group(kOutputGroup);
  add_run_flags(app, flags->run);
  return [flags] { evaluate_file(*flags); };
}

}  // namespace

const Verb kEvaluate{"evaluate", "Measure a model on data whose target is known.",
                     "espalier evaluate iris.esp test.csv\n"
                     "espalier evaluate iris.esp test.csv --target species --json",
                     declare_evaluate};

}  // namespace espalier::cli

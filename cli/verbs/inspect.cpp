// inspect: the contents of a model file: size, shape, importances; the trees or the rules in readable form.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "base/quotes.h"
#include "cli/flags.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "espalier/budget.h"
#include "espalier/depths.h"
#include "espalier/draw.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/importance.h"
#include "espalier/linear.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/rules.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier::cli {
namespace {

constexpr std::size_t kSmall = 32;  // leaves of a model that the summary draws, and trees, terms or rules that it has
constexpr std::size_t kFeatures = 20;  // that the summary lists
constexpr std::size_t kWeights = 5;    // of a hyperplane that it shows

struct InspectFlags {
  std::string model;
  bool json = false;
  bool text = false;
  bool rules = false;
};

bool has_statistics(const Model& model) {
  return std::visit([](const auto& body) { return body.statistics.has_value(); }, model.body);
}

// The names of the parts of a model that use features, and of the quantity that features share, by kind of model.
struct KindWords {
  std::string parts;
  std::string gain;
  std::string unknown;  // without statistics
};

KindWords words_for(const Forest&) { return {"splits", "gain", "rows and gain of the nodes are"}; }
KindWords words_for(const Linear&) { return {"terms", "|weight| x spread", "the spread of the columns is"}; }
KindWords words_for(const NeuralRules&) {
  return {"planes", "|value| x spread x |weight|", "rows and spread of the rules are"};
}

KindWords words_for(const Model& model) {
  return std::visit([](const auto& body) { return words_for(body); }, model.body);
}

bool is_forest(const Model& model) { return std::holds_alternative<Forest>(model.body); }

std::string type_name(ColumnType type) { return type == ColumnType::numeric ? "numeric" : "categorical"; }

// Statistics may have the rows of nodes without their gains.
bool has_gains(const std::vector<Importance>& importances) {
  return std::ranges::any_of(importances, [](const Importance& of) { return of.gain > 0; });
}

Json summary_json(const Model& model) {
  Json features = Json::array();
  const std::vector<Importance> all = importances(model);
  const bool known = has_gains(all);
  for (const Importance& of : all) {
    features.push_back({{"name", of.feature},
                        {"type", type_name(of.type)},
                        {"gain", known ? Json(of.gain) : Json()},
                        {"splits", of.splits}});
  }
  Json depths = Json::array();
  for (const DepthCount& of : depths_of(model)) depths.push_back({{"depth", of.depth}, {"trees", of.trees}});
  return {{"task", to_string(model.task)},
          {"model", model_json(model, size_of(model))},
          {"features", features},
          {"depths", depths}};
}

std::string bar(double share, bool unicode) {
  constexpr int kCells = 20;
  std::string text;
  for (int cell = 0; cell < static_cast<int>(share * kCells + 0.5); ++cell) text += unicode ? "█" : "#";
  return text;
}

// By share of the gain, of the splits if the file has no statistics, or of the corresponding quantity in other kinds of
// models.
std::string features_text(const Model& model, const Style& style) {
  const std::vector<Importance> all = importances(model);
  const bool known = has_gains(all);
  std::size_t splits = 0, width = 4;
  for (const Importance& of : all) {
    splits += of.splits;
    width = std::max(width, std::min<std::size_t>(printable(of.feature).size(), 30));
  }
  if (all.empty()) return "";
  const auto [parts, gain, unknown] = words_for(model);
  std::string text = "\n" +
                     style.bold(fmt::format("{:<{}}  {:>6}  share of {}", "feature", std::max<std::size_t>(width, 7),
                                            parts, known ? gain : parts)) +
                     "\n";
  for (std::size_t i = 0; i < std::min(all.size(), kFeatures); ++i) {
    const double share = known ? all[i].gain : static_cast<double>(all[i].splits) / static_cast<double>(splits);
    text += fmt::format("{:<{}}  {:>6}  {:>5.1f}% {}\n", printable(all[i].feature), std::max<std::size_t>(width, 7),
                        all[i].splits, 100 * share, bar(share, unicode_locale()));
  }
  if (all.size() > kFeatures) text += fmt::format("and {} more\n", all.size() - kFeatures);
  return text;
}

// The shape of an ensemble: the share of its trees that have each depth.
std::string depths_text(const Model& model, std::size_t trees, const Style& style) {
  if (trees < 2) return "";
  std::string text = "\n" + style.bold("depth     trees  share of trees") + "\n";
  for (const DepthCount& of : depths_of(model)) {
    const double share = static_cast<double>(of.trees) / static_cast<double>(trees);
    text += fmt::format("{:<7}  {:>6}  {:>5.1f}% {}\n", of.depth, of.trees, 100 * share, bar(share, unicode_locale()));
  }
  return text;
}

std::string made_by(const Model& model) {
  if (!model.provenance) return "not in this file (it was stripped, or made for a byte budget)";
  std::string text = printable(model.provenance->method);
  for (const auto& [name, value] : model.provenance->settings) {
    text += fmt::format(", {} {}", printable(name), printable(value));
  }
  return text;
}

std::string drawing(const Model& model, DrawOptions options) {
  options.unicode = unicode_locale();
  return draw(model, options);
}

// What the summary shows of a model.
DrawOptions draw_small() {
  DrawOptions options;
  options.max_trees = kSmall;
  options.max_terms = kSmall;
  options.max_weights = kWeights;
  return options;
}

std::string summary(const Model& model) {
  const Style style(STDOUT_FILENO);
  const Size size = size_of(model);
  std::string text;
  const auto add = [&](std::string_view label, const std::string& value) {
    text += fmt::format("{} {}\n", style.bold(fmt::format("{:<10}", label)), value);
  };
  add("task", fmt::format("{} of {}", to_string(model.task), quoted_targets(model.targets)));
  if (model.task == Task::classification) add("classes", printable_list(model.classes));
  add("method", made_by(model));
  const std::string rules = is_forest(model) ? ", " + counted(size.rules, "rule", "rules") : "";
  add("size", size_text(model, size) + rules);
  add("features", fmt::format("{} used", model.features.size()));
  if (!has_statistics(model))
    add("statistics", fmt::format("not in this file, so {} unknown", words_for(model).unknown));
  text += features_text(model, style);
  if (!is_forest(model)) return text + "\n" + drawing(model, draw_small());
  text += depths_text(model, size.trees, style);
  if (size.leaves <= kSmall) return text + "\n" + drawing(model, draw_small());
  return text + "\n--text draws the trees, --rules lists the rules\n";
}

void inspect(const InspectFlags& flags) {
  if (flags.json + flags.text + flags.rules > 1) {
    throw Error(ErrorCode::usage, "only one of --json, --text and --rules can be given");
  }
  const Model model = load(flags.model);
  if (flags.json) return print_out(dump(summary_json(model)));
  if (flags.text) return print_out(drawing(model, draw_all()));
  print_out(flags.rules ? draw_rules(model) : summary(model));
}

std::function<void()> declare_inspect(Parser& app, Words) {
  const auto flags = std::make_shared<InspectFlags>();
  app.add_option("MODEL", flags->model, "a file written by train; - is standard input")->required();
  app.set_group(kOutputGroup);
  app.add_flag("--json", flags->json, "print size, importances and depths as JSON");
  app.add_flag("--text", flags->text,
               "draw all trees, or print the equation of a linear model or the planes of neural rules");
  app.add_flag("--rules", flags->rules,
               "print one line per rule, largest weight first (of a single tree: in its order)");
  return [flags] { inspect(*flags); };
}

}  // namespace

const Verb kInspect{"inspect", "Show what is in a model: size, shape, importances, trees, rules.",
                    "espalier inspect iris.esp\n"
                    "espalier inspect iris.esp --rules\n"
                    "espalier inspect iris.esp --json",
                    declare_inspect};

}  // namespace espalier::cli

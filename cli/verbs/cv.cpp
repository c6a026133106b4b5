// cv: K-fold cross-validation, repeated R times: the mean and the standard deviation (n - 1) of every metric on the
// rows left out, and of every measure of size, over all K·R models. Costs K·R fits, as many of them side by side as
// there are threads, and as copies of the rows fit into kMostCopied.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>

#include "base/quotes.h"
#include "base/side_by_side.h"
#include "cli/fit_flags.h"
#include "cli/fit_rows.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/folds.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier::cli {
namespace {

constexpr double kMostCopied = 1 << 30;  // bytes

struct CvFlags {
  FitFlags fit;
  std::uint64_t folds = 5;
  std::uint64_t repeats = 1;
};

struct FoldResult {
  Metrics metrics;
  Size size;
  std::vector<std::string> warnings;
};

struct Results {
  std::vector<NamedNumbers> metrics;               // one entry per model
  std::vector<std::vector<NamedNumbers>> targets;  // for several targets, the same for each
  std::vector<NamedNumbers> sizes;
  std::vector<std::string> warnings;  // each once
};

struct Moments {
  std::string name;
  std::optional<double> mean;
  std::optional<double> sd;  // none with fewer than two values
};

// Values that are undefined in a fold are left out of mean and standard deviation.
std::vector<Moments> moments(const std::vector<NamedNumbers>& runs) {
  std::vector<Moments> all;
  for (std::size_t i = 0; i < runs.front().size(); ++i) {
    double sum = 0, squares = 0, count = 0;
    for (const NamedNumbers& run : runs) {
      sum += run[i].second.value_or(0);
      count += run[i].second.has_value();
    }
    Moments of{runs.front()[i].first, {}, {}};
    if (count > 0) of.mean = sum / count;
    for (const NamedNumbers& run : runs) {
      if (run[i].second) squares += (*run[i].second - *of.mean) * (*run[i].second - *of.mean);
    }
    if (count > 1) of.sd = std::sqrt(squares / (count - 1));
    all.push_back(of);
  }
  return all;
}

// A seed that differs between the models of the run, and between neighbouring seeds: the output of SplitMix64 (Steele,
// Lea and Flood 2014) that comes `model` + 1 steps after the state `seed`.
std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t model) {
  std::uint64_t z = seed + (model + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

struct Fold {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
};

Fold fold_rows(const std::vector<std::uint32_t>& folds, std::uint32_t left_out) {
  Fold fold;
  for (std::uint32_t row = 0; row < folds.size(); ++row) {
    (folds[row] == left_out ? fold.test : fold.train).push_back(row);
  }
  return fold;
}

struct Experiment {
  const CvFlags& flags;
  const LabelledRows& rows;
  const LabelledRows* validation;  // of --valid FILE, or null
};

void check_fold_weights(const LabelledRows& train, const LabelledRows& test) try {
  in_file(train.table.source, [&] {
    check_some_weight(test.target, "of a fold");
    check_some_weight(train.target, "but those of one fold");
  });
} catch (const Error& error) {
  throw Error(error.code(), fmt::format("{}; fewer folds, or another seed, may give each some weight", error.what()));
}

FoldResult fit_fold(const Experiment& experiment, const Fold& fold, const Run& run) {
  const FitFlags& flags = experiment.flags.fit;
  const LabelledRows test = take_rows(experiment.rows, fold.test);
  LabelledRows rest = take_rows(experiment.rows, fold.train);
  check_fold_weights(rest, test);
  const Parts parts = hold_out(flags, std::move(rest), run.seed);
  FitResult result = fit_rows(flags, parts.train, parts.validation ? &*parts.validation : experiment.validation, run);
  const Metrics metrics = evaluate(result.model, test.table, test.target, run);
  return {metrics, size_of(result.model), std::move(result.warnings)};
}

void add(const FoldResult& fold, Results& results) {
  results.metrics.push_back(named(fold.metrics));
  const auto each = of_targets(fold.metrics);
  results.targets.resize(each.size());
  for (std::size_t k = 0; k < each.size(); ++k) results.targets[k].push_back(named(each[k]));
  results.sizes.push_back(named(fold.size));
  for (const std::string& warning : fold.warnings) {
    if (std::find(results.warnings.begin(), results.warnings.end(), warning) == results.warnings.end()) {
      results.warnings.push_back(warning);
    }
  }
}

// How many folds may have their own copies of the rows at the same time.
std::size_t most_copies(const TableView& table) {
  const double bytes = static_cast<double>(table.rows) * static_cast<double>(table.columns.size()) * sizeof(float);
  return static_cast<std::size_t>(std::max(1.0, kMostCopied / std::max(1.0, bytes)));
}

Results cross_validate(const Experiment& experiment, Terminal& terminal) {
  const CvFlags& flags = experiment.flags;
  const LabelledRows& rows = experiment.rows;
  const std::uint64_t models = flags.folds * flags.repeats;
  std::vector<FoldResult> folds(models);
  std::atomic<std::uint64_t> done = 0;
  SharedProgress progress(terminal.progress());
  const auto report = [&] { return progress({"cross-validation", done, models}); };
  const auto threads = static_cast<int>(flags.fit.run.threads);
  side_by_side(models, threads, most_copies(rows.table), [&](std::size_t model, const StillNeeded& needed) {
    report();
    stop_if_interrupted();
    const std::vector<std::uint32_t> fold_of =
        make_folds(rows.table.rows, static_cast<int>(flags.folds), rows.target.classes, flags.fit.seed,
                   static_cast<int>(model / flags.folds));
    folds[model] =
        fit_fold(experiment, fold_rows(fold_of, static_cast<std::uint32_t>(model % flags.folds)),
                 {derived_seed(flags.fit.seed, model), threads, [&](const Progress&) { return report() && needed(); }});
    ++done;
  });
  Results results;
  results.warnings = rows.table.warnings;
  for (const FoldResult& fold : folds) add(fold, results);
  return results;
}

Json moments_json(const std::vector<Moments>& all) {
  Json json = Json::object();
  for (const Moments& of : all) {
    json[of.name] = {{"mean", of.mean ? Json(*of.mean) : Json()}, {"sd", of.sd ? Json(*of.sd) : Json()}};
  }
  return json;
}

Json results_json(const CvFlags& flags, const LabelledRows& rows, const Results& results) {
  Json model = {{"method", flags.fit.method->name}};
  model.update(moments_json(moments(results.sizes)));
  Json metrics = moments_json(moments(results.metrics));
  for (std::size_t k = 0; k < results.targets.size(); ++k)
    metrics["targets"][rows.target.names[k]] = moments_json(moments(results.targets[k]));
  return {{"task", to_string(rows.target.task)},
          {"rows", rows.table.rows},
          {"folds", flags.folds},
          {"repeats", flags.repeats},
          {"metrics", std::move(metrics)},
          {"model", std::move(model)},
          {"warnings", results.warnings}};
}

std::string results_table(const CvFlags& flags, const LabelledRows& rows, const Results& results) {
  const Style style(STDOUT_FILENO);
  std::string text = fmt::format("{} of {}, {} rows, {} folds", to_string(rows.target.task),
                                 quoted_targets(rows.target.names), rows.table.rows, flags.folds);
  text += flags.repeats > 1 ? fmt::format(" x {} repeats\n", flags.repeats) : "\n";
  text += style.bold(fmt::format("{:<20}{:>12}{:>12}", "", "mean", "sd")) + "\n";
  const auto add = [&](const std::vector<NamedNumbers>& runs, const std::string& behind, bool zeros = true) {
    for (const Moments& of : moments(runs)) {
      if (!zeros && of.mean == 0) continue;  // such as the trees of linear models
      text += fmt::format("{:<20}{:>12}{:>12}\n", of.name + behind, short_text(of.name, of.mean),
                          short_text(of.name, of.sd));
    }
  };
  add(results.metrics, "");
  for (std::size_t k = 0; k < results.targets.size(); ++k)
    add(results.targets[k], " of " + printable(rows.target.names[k]));
  add(results.sizes, "", false);
  return text;
}

void cv(CvFlags& flags) {
  check_fit_flags(flags.fit);
  held_out_share(flags.fit);
  Terminal terminal(flags.fit.run.quiet ? Chatter::quiet : Chatter::normal);
  const Run run{flags.fit.seed, static_cast<int>(flags.fit.run.threads), terminal.progress()};
  const LabelledRows rows = read_rows(flags.fit, run, terminal);
  if (flags.folds > rows.table.rows) {
    throw Error(ErrorCode::usage,
                fmt::format("folds must be at most the number of rows, {}, got {}", rows.table.rows, flags.folds));
  }
  const std::optional<LabelledRows> validation = read_validation(flags.fit, rows, run, terminal);
  const Results results = cross_validate({flags, rows, validation ? &*validation : nullptr}, terminal);
  for (const std::string& warning : std::span(results.warnings).subspan(rows.table.warnings.size()))
    terminal.warn(warning);
  stop_if_interrupted();
  terminal.erase();
  print_out(flags.fit.json ? dump(results_json(flags, rows, results)) : results_table(flags, rows, results));
}

std::function<void()> declare_cv(Parser& app, Words words) {
  const auto flags = std::make_shared<CvFlags>();
  app.set_group("Folds");
  add_integer(app, "--folds", flags->folds, {2, 1000000}, "number of folds (default 5)");
  add_integer(app, "--repeats", flags->repeats, {1, 1000000}, "number of repetitions, each with new folds (default 1)");
  add_fit_flags(app, flags->fit, words);
  return [flags] { cv(*flags); };
}

}  // namespace

const Verb kCv{"cv", "Cross-validate: mean and standard deviation of every metric and of the size.",
               "espalier cv iris.csv --target species\n"
               "espalier cv iris.csv --target species --method tree --depth 3 --folds 10 --repeats 3 --json",
               declare_cv};

}  // namespace espalier::cli

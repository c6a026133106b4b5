// Algorithm 1 of the paper, run up to the budget with the settings that did best on rows that were not fitted.
#include "method/gif/gif.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/progress.h"
#include "base/threads.h"
#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/criterion/target_mean.h"
#include "method/bagged/bagged.h"
#include "method/choose/ladder.h"
#include "method/finish/largest_within.h"
#include "method/finish/path_point.h"
#include "method/finish/small_weights.h"
#include "method/gif/baseline.h"
#include "method/gif/choice.h"
#include "method/gif/limits.h"
#include "method/options/options.h"

namespace espalier {
namespace {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kLeastBudget = 2;        // a root and a node, or two leaves
constexpr std::uint64_t kStepsAGrowth = 1000;  // in units of progress

std::string to_text(const GifChoice& choice) {
  const GifSetting& setting = choice.setting;
  const std::string finish = setting.loss == GifLoss::squared ? fmt::format("refit {}", choice.finish.ridge)
                                                              : fmt::format("scale {}", choice.finish.scale);
  return fmt::format("{} splits, trees {}, window {}, rate {}, {}",
                     setting.split == GifSplit::global ? "global" : "local", setting.trees, setting.window,
                     setting.rate, finish);
}

class GifFit {
 public:
  GifFit(const GifOptions& options, const FitRequest& request, const Run& run)
      : options_(options),
        request_(request),
        run_(run),
        budget_(*request.budget),
        threads_(run.threads),
        data_(*request.train, affordable(request.train->table, budget_),
              candidates(options.features, root_of_columns(request), request), threads_),
        input_{options_, gif_settings(options, request.train->target.task), data_, request, run.seed},
        chooses_(!input_.settings.changes.empty() || options.refit.size() > 1 || options.scale.size() > 1 ||
                 options.patience > 0),
        reporter_(run, "growing nodes", kStepsAGrowth * ((chooses_ ? growths_to_choose(input_) : 0) + 1)) {}

  FitResult operator()() {
    const GifCallbacks grower = {[&](GifGrowth& growth, std::size_t taken) { return grow_to(growth, taken); },
                                 [&](const GifGrowth* growth) { report_end(growth); }};
    GifChoice choice{input_.settings.first, {}, {options_.refit.back(), options_.scale.back()}};
    Threads reporting(run_.threads, &reporter_);
    if (chooses_) choice = choose_gif(input_, grower, reporting);
    const std::vector<std::uint32_t> rows = rows_with_weight(data_.target());
    GifGrowth growth(data_, rows, choice.setting, options_, run_.seed, reporting);
    grow_to(growth, choice.taken.value_or(kNoLimit));
    report_end(&growth);
    FitResult result = result_of(growth, choice.finish);
    if (chooses_ && growth.forest().taken() > 0) result.chosen = to_text(choice);
    return result;
  }

 private:
  // ---- progress -----------------------------------------------------------------------------------------------------

  // `used` of the budget, or of the wanted number of nodes.
  void report(GifGrowth& growth, double used) {
    const auto steps = static_cast<std::uint64_t>(std::min(1.0, used) * static_cast<double>(kStepsAGrowth));
    if (steps <= growth.reported) return reporter_.pulse();
    reporter_.advance(steps - growth.reported);
    growth.reported = steps;
  }
  void report_end(const GifGrowth* growth) {
    reporter_.advance(kStepsAGrowth - (growth != nullptr ? growth->reported : 0));
  }

  // ---- growing ------------------------------------------------------------------------------------------------------

  // Whether it may grow further.
  bool grow_to(GifGrowth& growth, std::size_t taken) {
    InducedForest& forest = growth.forest();
    const auto amount = static_cast<double>(budget_.amount);
    while (forest.taken() < taken) {
      const std::size_t stop = std::min(taken, next_size(forest.taken()));
      while (forest.taken() < stop) {
        if (!forest.grow(most_)) return false;
        const InducedSize size = forest.size();
        if (budget_.unit == Unit::bytes)
          reporter_.pulse();
        else
          report(growth, static_cast<double>(budget_.unit == Unit::nodes ? size.nodes : size.leaves) / amount);
      }
      if (budget_.unit != Unit::bytes) continue;
      const Size size = size_of(stripped(growth.model(forest.taken())));
      report(growth, static_cast<double>(size.bytes) / amount);
      if (!fits(size, budget_)) return false;
    }
    return true;
  }

  FitResult result_of(GifGrowth& growth, const GifFinish& finish) {
    growth.set_scale(finish.scale);
    const auto model_of = [&](std::size_t taken) { return growth.refitted(taken, finish.ridge); };
    const std::size_t grown = growth.forest().taken();
    const std::size_t taken = budget_.unit == Unit::bytes ? largest_within(grown, model_of, budget_) : grown;
    FitResult result;
    for (std::size_t size = 0; request_.path && size < taken; size = next_size(size)) {
      result.path.push_back(point(model_of(size)));
      reporter_.pulse();
    }
    result.model = growth.finished(taken, finish.ridge);
    if (request_.path) result.path.push_back(point(result.model));
    if (taken > 0) std::get<Forest>(result.model.body).stages = growth.stages(taken);
    // Otherwise no split was worth it, or none was possible.
    const bool for_the_budget = budget_.unit == Unit::bytes ? grown > 0 : budget_.amount < kLeastBudget;
    warn_of_limits(request_, data_, taken == 0 && for_the_budget, result);
    const bool has_ridge = input_.settings.first.loss == GifLoss::softmax || finish.ridge > 0;
    if (has_ridge && !data_.target().weights.empty())
      warn_of_small_weights(data_.target(), "refit and the steps of the softmax loss are", result);
    return result;
  }

  // The progress reported is that of growing.
  PathPoint point(const Model& model) const { return path_point(model, request_, Run{1, run_.threads, {}}); }

  const GifOptions& options_;
  const FitRequest& request_;
  const Run& run_;
  const Budget budget_;
  Threads threads_;
  const GifData data_;
  const GifChoiceInput input_;
  const bool chooses_;
  Reporter reporter_;
  const InducedSize most_ = most_of(budget_);
};

// Options of another loss than the chosen one have no effect, which `warnings` reports.
void drop_idle_options(GifOptions& options, Task task, std::vector<std::string>& warnings) {
  const GifOptions defaults;
  const bool squared = task == Task::regression || options.loss == GifLoss::squared;
  const auto drop = [&](std::vector<double> GifOptions::*list, double idle, std::string_view message) {
    const std::vector<double> none = {idle};
    if (options.*list != defaults.*list && options.*list != none) warnings.emplace_back(message);
    options.*list = none;
  };
  if (squared)
    drop(&GifOptions::scale, 1, "scale has no effect: it applies to the softmax and exponential losses only");
  else
    drop(&GifOptions::refit, 0, "refit has no effect: it applies to the squared loss only");
  if (options.loss != GifLoss::exponential && options.saturation != defaults.saturation)
    warnings.emplace_back("saturation has no effect: it applies to the exponential loss only");
}

FitResult fit_gif(const FitRequest& request, const Run& run) {
  GifOptions options = parse_options<GifOptions>(request.options);
  if (options.grow != GifGrow::induced) return fit_gif_baseline(options, request, run);
  std::vector<std::string> warnings;
  drop_idle_options(options, request.train->target.task, warnings);
  std::ranges::sort(options.refit);
  FitResult result = GifFit(options, request, run)();
  result.warnings.insert(result.warnings.end(), warnings.begin(), warnings.end());
  return result;
}

}  // namespace

Method gif_method() {
  Method method;
  method.name = "gif";
  method.summary = "globally induced forest: adds one node after another where it lowers the loss most";
  method.source = "Begon, Joly and Geurts 2017: Globally Induced Forest";
  method.options = describe<GifOptions>();
  method.presets = {{"paper",
                     {{"trees", "1000"},
                      {"window", "1"},
                      {"rate", "0.0316227766"},
                      {"loss", "squared"},
                      {"split", "local"},
                      {"refit", "0"},
                      {"scale", "1"},
                      {"patience", "0"}}}};
  method.budgets = {Unit::nodes, Unit::leaves, Unit::bytes};
  method.default_budget = Budget{10000, Unit::nodes};
  method.takes_validation = true;
  method.several_targets = true;
  method.gives_path = true;
  method.check = [](const OptionValues& values) { parse_options<GifOptions>(values); };
  method.fit = fit_gif;
  return method;
}

}  // namespace espalier

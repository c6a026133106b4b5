// Algorithm 1 of the paper, run for the number of rounds that did best on rows that were not fitted, with its leaves
// refitted.
#include "method/combine/combine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "base/progress.h"
#include "base/threads.h"
#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "espalier/target.h"
#include "grow/criterion/target_mean.h"
#include "method/combine/choice.h"
#include "method/finish/path_point.h"
#include "method/finish/small_weights.h"
#include "method/options/options.h"

namespace espalier {
namespace {

// The number of values per leaf.
std::size_t outputs(const Target& target) { return target.labels.size() > 2 ? target.labels.size() : 1; }

class CombineFit {
 public:
  CombineFit(const CombineOptions& options, const FitRequest& request, const Run& run)
      : options_(options),
        request_(request),
        run_(run),
        trees_(combined_trees(options, request.budget, outputs(request.train->target))),
        combiner_(combiner_options(options, trees_, request.train->target.rows())),
        threads_(run.threads),
        data_(*request.train, request.validation, threads_),
        limits_{request.budget, options.tolerance, options.refit[0], refit_sweeps(options)},
        chooses_(options.patience > 0 || options.refit.size() > 1),
        to_choose_(chooses_ ? static_cast<std::uint64_t>(options.rounds) * combine_folds(data_) : 0),
        reporter_(run, "growing trees together", to_choose_ + static_cast<std::uint64_t>(options.rounds)) {}

  FitResult operator()() {
    Threads reporting(run_.threads, &reporter_);
    CombineChoice choice{static_cast<std::size_t>(options_.rounds), options_.refit.back()};
    std::atomic<std::uint64_t> rounds_to_choose = 0;
    const auto after_round = [&] {
      ++rounds_to_choose;
      reporter_.advance();
    };
    const CombineChoiceInput candidates{options_, combiner_, data_, limits_, run_.seed, after_round};
    if (chooses_) choice = choose_combine(candidates, reporting);
    if (rounds_to_choose < to_choose_) reporter_.advance(to_choose_ - rounds_to_choose);
    const std::vector<std::uint32_t> rows = rows_with_weight(data_.target());
    CombineLimits limits = limits_;
    limits.ridge = choice.ridge;
    CombineGrowth growth(data_, limits, rows, {}, combiner_, run_.seed, reporting);
    FitResult result;
    add_point(growth, result);
    while (growth.rounds() < choice.rounds && growth.grow()) {
      reporter_.advance();
      add_point(growth, result);
    }
    reporter_.advance(static_cast<std::uint64_t>(options_.rounds) - growth.rounds());
    finish(growth, choice, result);
    return result;
  }

 private:
  void finish(const CombineGrowth& growth, const CombineChoice& choice, FitResult& result) {
    result.model = growth.model(choice.ridge);
    if (choice.ridge > 0 && request_.path) result.path.push_back(point(result.model));
    if (chooses_ && growth.rounds() > 0) {
      result.chosen = fmt::format("trees {}, rounds {}, refit {}", trees_, growth.rounds(), choice.ridge);
    }
    if (growth.rounds() == 0 && (growth.went_too_far() || is_too_small())) {
      result.warnings.push_back(
          fmt::format("a budget of {} is too small for a split; the model is a constant", to_string(*request_.budget)));
    } else if (options_.trees && trees_ < static_cast<std::size_t>(*options_.trees)) {
      result.warnings.push_back(fmt::format("{} built instead of {}, so that each can have a split within {}",
                                            trees_ == 1 ? "1 tree is" : fmt::format("{} trees are", trees_),
                                            *options_.trees, to_string(*request_.budget)));
    }
    if (choice.ridge > 0 && !data_.target().weights.empty()) warn_of_small_weights(data_.target(), "refit is", result);
  }

  // Less than a root and two leaves; what those take in bytes is known once they are built.
  bool is_too_small() const {
    const std::optional<Budget>& budget = request_.budget;
    return budget && ((budget->unit == Unit::leaves && budget->amount < 2) ||
                      (budget->unit == Unit::nodes && budget->amount < 3));
  }

  // The combination as it is after a round, before any refit.
  void add_point(const CombineGrowth& growth, FitResult& result) const {
    if (!request_.path) return;
    result.path.push_back(point(growth.model(0)));
    result.path.back().train_loss = growth.loss();
  }

  // The progress reported is that of growing.
  PathPoint point(const Model& model) const { return path_point(model, request_, Run{1, run_.threads, {}}); }

  const CombineOptions& options_;
  const FitRequest& request_;
  const Run& run_;
  const std::size_t trees_;
  const CombinerOptions combiner_;
  Threads threads_;
  const CombineData data_;
  const CombineLimits limits_;  // while choosing: the smallest models
  const bool chooses_;
  const std::uint64_t to_choose_;  // maximum number of rounds
  Reporter reporter_;
};

FitResult fit_combine(const FitRequest& request, const Run& run) {
  CombineOptions options = parse_options<CombineOptions>(request.options);
  check_combine_options(options, request.train->target.task);
  std::ranges::sort(options.refit);
  return CombineFit(options, request, run)();
}

}  // namespace

Method combine_method() {
  Method method;
  method.name = "combine";
  method.summary = "trees built together: each round takes the splits that predict best in combination";
  method.source =
      "Tajima, Ichijo, Nakahara and Matsushima 2024: An Algorithmic Framework for Constructing Multiple Decision Trees "
      "by Evaluating Their Combination Performance Throughout the Construction Process";
  method.options = describe<CombineOptions>();
  method.presets = {{"paper",
                     {{"trees", "100"},
                      {"keep", "5"},
                      {"split-leaves", "5"},
                      {"beam", "5"},
                      {"pick", "1"},
                      {"rounds", "500"},
                      {"tolerance", "0.01"},
                      {"heuristic", "depth"},
                      {"sample", "1"},
                      {"refit", "0"},
                      {"patience", "0"}}}};
  method.budgets = {Unit::leaves, Unit::nodes, Unit::bytes};
  method.takes_validation = true;
  method.gives_path = true;
  method.check = [](const OptionValues& values) { check_combine_options(parse_options<CombineOptions>(values), {}); };
  method.fit = fit_combine;
  return method;
}

}  // namespace espalier

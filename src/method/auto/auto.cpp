// Auto: several methods are fitted to four fifths of the rows, and the one with the least loss on the other rows is
// fitted to all. After the first, trials go on side by side if there are threads. The clock decides only which methods
// are tried, so the same candidates give the same bytes.
#include "method/auto/auto.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <mutex>
#include <optional>

#include "base/progress.h"
#include "base/side_by_side.h"
#include "base/text.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/hold_out.h"
#include "espalier/labelled.h"
#include "espalier/metrics.h"
#include "espalier/options.h"
#include "espalier/run.h"
#include "espalier/target.h"
#include "method/auto/candidates.h"
#include "method/options/duration.h"
#include "method/options/options.h"
#include "method/options/set_fit.h"
#include "method/options/word_list.h"

namespace espalier {
namespace {

constexpr double kMuchWorse = 1.5;

struct AutoOptions {
  double time = 300;
  std::vector<std::string> candidates;

  template <class Visit>
  static void fields(Visit&& visit) {
    constexpr double kWeek = 7 * 24 * 3600;
    visit("time", &AutoOptions::time, Duration{0, kWeek},
          "time limit: once it has passed, no further candidate is tried, and the best so far (or else the first) is "
          "fitted to all rows");
    visit("candidates", &AutoOptions::candidates, WordList{kAutoCandidates},
          "methods to try, in this order; by default all that support the budget (rules only if the budget is in "
          "rules)");
  }
};

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start_ = Clock::now();
};

// Reports the current activity before every stage.
Run with_prefix(const Run& run, const std::string& prefix) {
  Reporter(run, prefix, 0).advance(0);
  Run inner = run;
  if (run.progress) {
    inner.progress = [progress = run.progress, prefix](const Progress& of) {
      return progress({prefix + ": " + of.stage, of.done, of.total});
    };
  }
  return inner;
}

double loss_of(const Metrics& metrics) {
  const auto* regression = std::get_if<RegressionMetrics>(&metrics);
  const double loss = regression ? regression->mse : std::get<ClassificationMetrics>(metrics).log_loss;
  return std::isnan(loss) ? std::numeric_limits<double>::infinity() : loss;
}

struct Trial {
  AutoWay way;
  FitResult result;
  double loss = 0;
  double seconds = 0;
};

// All ways of one candidate.
struct Attempt {
  std::vector<Trial> trials;
  std::string failed;  // the way that `error` is from; those before it count
  std::optional<Error> error;
  bool in_time = true;  // otherwise none counts
};

class AutoFit {
 public:
  AutoFit(const AutoOptions& options, const FitRequest& request, const Run& run)
      : options_(options),
        request_(request),
        run_(run),
        progress_(run.progress),
        all_(auto_candidates({}, request.budget)),
        candidates_(auto_candidates(options.candidates, request.budget)) {}

  FitResult operator()() {
    FitResult result;
    if (request_.validation != nullptr) {
      result = chosen_on(*request_.train, *request_.validation);
    } else if (candidates_.size() == 1 && ways_of(candidates_[0], request_.budget).size() == 1) {
      result = only(candidates_[0]);
    } else {
      result = chosen_on_held_out_rows();
    }
    result.warnings.insert(result.warnings.end(), warnings_.begin(), warnings_.end());
    // The time limit is not recorded, since it only changes which candidates were tried.
    result.settings = OptionValues();
    if (tried_ != all_) result.settings->emplace("candidates", word_list_text(tried_));
    return result;
  }

 private:
  FitResult only(const std::string& candidate) {
    tried_ = {candidate};
    const AutoWay way = ways_of(candidate, request_.budget)[0];
    FitResult result = on_all_rows(way);
    describe(result, way, "the only one tried");
    return result;
  }

  FitResult on_all_rows(const AutoWay& way) {
    FitRequest request = request_;
    request.options.clear();
    return way.fit(request, with_prefix(run_, "fitting " + way.name));
  }

  FitResult chosen_on_held_out_rows() {
    std::optional<HeldOut> parts;
    try {
      parts = hold_out(*request_.train, kHeldOutShare, run_.seed);
    } catch (const Error& error) {
      warnings_.push_back(fmt::format("only {} is tried: {}", candidates_[0], error.what()));
      return only(candidates_[0]);
    }
    return chosen_on({parts->train.table, parts->train.target}, {parts->validation.table, parts->validation.target});
  }

  // ---- trials -------------------------------------------------------------------------------------------------------

  FitResult chosen_on(const LabelledView& train, const LabelledView& others) {
    std::vector<Attempt> attempts(candidates_.size());
    ended_.assign(candidates_.size(), false);
    const auto run_one = [&](std::size_t i) {
      attempts[i] = attempt(i, train, others);
      end(i, attempts[i]);
    };
    // The first by itself, so that it is tried within the time if that can be.
    run_one(0);
    side_by_side(candidates_.size() - 1, run_.threads, candidates_.size(), [&](std::size_t i) { run_one(i + 1); });
    std::vector<std::string> left;
    std::optional<Error> first_error;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (!attempts[i].in_time) {
        left.push_back(candidates_[i]);
        continue;
      }
      tried_.push_back(candidates_[i]);
      std::ranges::move(attempts[i].trials, std::back_inserter(trials_));
      if (!attempts[i].error) continue;
      if (!first_error) first_error = attempts[i].error;
      warnings_.push_back(fmt::format("{} was left out: {}", attempts[i].failed, attempts[i].error->what()));
    }
    if (trials_.empty() && left.empty()) throw *first_error;
    if (trials_.empty()) return without_trial(left);
    warn_of_time(left);
    const Trial& best = trials_[best_trial()];
    FitResult result = request_.validation != nullptr ? best.result : fitted_again(best, others);
    describe(result, best.way, trials_.size() == 1 ? "the only one tried" : losses(others));
    return result;
  }

  // Fits to all rows; the result must not do much worse on the rows that the trial held out and this fit has seen: a
  // method that chooses its settings again may choose bad ones. A single candidate is fitted as if there had been no
  // trial.
  FitResult fitted_again(const Trial& best, const LabelledView& others) {
    FitResult result = on_all_rows(best.way);
    if (trials_.size() == 1) return result;
    if (loss_of(evaluate(result.model, others.table, others.target, Run{1, run_.threads, {}})) <=
        kMuchWorse * best.loss)
      return result;
    warnings_.push_back(fmt::format(
        "{} does much worse when fitted to all rows; the model fitted to four fifths of them is kept", best.way.name));
    return best.result;
  }

  FitResult without_trial(std::vector<std::string> left) {
    FitResult result = only(left.front());
    left.erase(left.begin());
    warn_of_time(left);
    return result;
  }

  void warn_of_time(const std::vector<std::string>& left) {
    if (left.empty()) return;
    warnings_.push_back(fmt::format("{} {} left out for lack of time ({})", listed(left),
                                    left.size() == 1 ? "was" : "were", duration_text(options_.time)));
  }

  // ---- one candidate, maybe beside others ---------------------------------------------------------------------------

  Attempt attempt(std::size_t candidate, const LabelledView& train, const LabelledView& others) {
    Attempt result;
    result.in_time = has_time();
    const std::vector<AutoWay> ways = ways_of(candidates_[candidate], request_.budget);
    for (std::size_t w = 0; w < ways.size() && result.in_time && !result.error; ++w) {
      Trial trial{ways[w], {}, 0, 0};
      try {
        result.in_time = done_in_time(candidate, ways.size(), [&](const Run& run) {
          const Stopwatch watch;
          FitRequest request;
          request.train = &train;
          request.validation = request_.validation;
          request.budget = request_.budget;
          request.path = request_.path && request_.validation != nullptr;
          const Run named = with_prefix(run, "trying " + trial.way.name);
          trial.result = trial.way.fit(request, named);
          trial.loss = loss_of(evaluate(trial.result.model, others.table, others.target, named));
          trial.seconds = watch.seconds();
        });
        result.trials.push_back(std::move(trial));
      } catch (const Error& error) {
        if (error.code() == ErrorCode::interrupted) throw;
        result.error = error;
        result.failed = trial.way.name;
      }
    }
    if (!result.in_time) result.trials.clear();
    return result;
  }

  // The time limit also covers the last fit, as far as its duration is known.
  bool has_time() {
    const std::lock_guard lock(mutex_);
    if (is_late_) return false;
    if (!best_loss_) return true;
    const double last = request_.validation != nullptr ? 0 : best_seconds_ / (1 - kHeldOutShare);
    return watch_.seconds() + last < options_.time;
  }

  // A trial that exceeds the time is stopped: its candidate would have to be fitted once more if it did best. So
  // everything ends within the time limit plus the time of one candidate. The first candidate needs no trial if there
  // is no other, unless it has several ways; with held-out rows from the caller, the trial is the fit.
  bool is_over(std::size_t candidate, std::size_t ways) {
    if (request_.validation != nullptr || watch_.seconds() <= options_.time) return false;
    const std::lock_guard lock(mutex_);
    return ways == 1 || (candidate > 0 && (best_loss_ || is_late_));
  }

  bool done_in_time(std::size_t candidate, std::size_t ways, const std::function<void(const Run&)>& work) {
    Run run = run_;
    run.progress = [&](const Progress& progress) {
      const bool goes_on = is_shown(candidate) ? progress_(progress) : !progress_.stopped();
      return goes_on && !is_over(candidate, ways);
    };
    try {
      work(run);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::interrupted || progress_.stopped()) throw;
    }
    return !is_over(candidate, ways);
  }

  void end(std::size_t candidate, const Attempt& attempt) {
    const std::lock_guard lock(mutex_);
    ended_[candidate] = true;
    is_late_ = is_late_ || !attempt.in_time;
    for (const Trial& trial : attempt.trials) {
      if (best_loss_ && !(trial.loss < *best_loss_)) continue;
      best_loss_ = trial.loss;
      best_seconds_ = trial.seconds;
    }
  }

  // The caller sees the progress of the first candidate that is being tried.
  bool is_shown(std::size_t candidate) {
    const std::lock_guard lock(mutex_);
    return std::all_of(ended_.begin(), ended_.begin() + static_cast<std::ptrdiff_t>(candidate), std::identity());
  }

  // On ties the first wins.
  std::size_t best_trial() const {
    return static_cast<std::size_t>(std::ranges::min_element(trials_, {}, &Trial::loss) - trials_.begin());
  }

  // ---- words --------------------------------------------------------------------------------------------------------

  static void describe(FitResult& result, const AutoWay& way, const std::string& why) {
    const std::string settings = result.chosen.empty() ? "" : fmt::format(" ({})", result.chosen);
    result.chosen = fmt::format("{}{}: {}", way.name, settings, why);
  }

  // "mse 1.5 on 400 held-out rows; boost 1.8, gif 2"
  std::string losses(const LabelledView& others) const {
    const std::size_t best = best_trial();
    std::vector<const Trial*> worse;
    for (std::size_t i = 0; i < trials_.size(); ++i)
      if (i != best) worse.push_back(&trials_[i]);
    std::ranges::stable_sort(worse, {}, &Trial::loss);
    std::string text =
        fmt::format("{} {:.4g} on {} held-out rows", others.target.task == Task::regression ? "mse" : "log-loss",
                    trials_[best].loss, others.table.rows);
    for (const Trial* trial : worse)
      text += fmt::format("{} {} {:.4g}", trial == worse.front() ? ";" : ",", trial->way.name, trial->loss);
    return text;
  }

  const AutoOptions& options_;
  const FitRequest& request_;
  const Run& run_;
  SharedProgress progress_;
  const Stopwatch watch_;
  const std::vector<std::string> all_;
  const std::vector<std::string> candidates_;
  std::vector<std::string> tried_;
  std::vector<Trial> trials_;
  std::vector<std::string> warnings_;

  // What the trials so far have come to.
  std::mutex mutex_;
  std::vector<bool> ended_;
  bool is_late_ = false;  // whether one had no time, or not enough
  std::optional<double> best_loss_;
  double best_seconds_ = 0;
};

}  // namespace

Method auto_method() {
  Method method;
  method.name = "auto";
  method.summary = "the best on held-out rows of graft, boost, gif and ret (and rules, for a budget in rules)";
  method.source = "Espalier's own";
  method.budgets = {Unit::leaves, Unit::nodes, Unit::trees, Unit::rules, Unit::bytes};
  method.takes_validation = true;
  method.gives_path = true;
  set_fit<AutoOptions, AutoFit>(method);
  return method;
}

}  // namespace espalier

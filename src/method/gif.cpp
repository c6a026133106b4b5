// Algorithm 1 of the paper, run up to the budget. What the paper leaves to the user is chosen on rows that were not
// fitted: the rate, by what splits are judged, after how many nodes to stop, and the ridge of a final refit.
#include "method/gif.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/progress.h"
#include "base/threads.h"
#include "grow/centre.h"
#include "grow/induced/induced_forest.h"
#include "method/bagged.h"
#include "method/options.h"
#include "method/prefix.h"
#include "model/deviation.h"

namespace espalier {
namespace {

enum class GifLoss : std::uint8_t { squared, exponential, softmax };
enum class GifSplit : std::uint8_t { local, global };

constexpr Choices<GifLoss, 3> kLosses = {
    {{"squared", GifLoss::squared}, {"exponential", GifLoss::exponential}, {"softmax", GifLoss::softmax}}};
constexpr Choices<GifSplit, 2> kSplits = {{{"local", GifSplit::local}, {"global", GifSplit::global}}};

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

struct GifOptions {
  int trees = 1000;
  int window = 1;
  std::vector<double> rate = {0.03, 0.1};
  std::optional<int> features;
  std::optional<GifLoss> loss;
  double saturation = 3;
  std::optional<GifSplit> split;
  std::vector<double> refit = {0, 1, 3, 10, 30, 100, 300, 1000, 3000};
  int patience = 8;

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = GifOptions;
    visit("trees", &T::trees, Range{1, 1e6}, "roots to grow from");
    visit("window", &T::window, Range{0, 1e9}, "candidates of which the best is taken; 0: all");
    visit("rate", &T::rate, NumberList{1e-6, 1}, "how much of its best weight a node gets; the best of several");
    visit("features", &T::features, Range{1, 1e9},
          "candidates per split; if not given the root of the number of columns");
    visit("loss", &T::loss, kLosses, "squared for regression, softmax for classes");
    visit("saturation", &T::saturation, Range{1e-3, 100},
          "of the exponential loss: most that the logarithms of two classes' errors differ");
    visit("split", &T::split, kSplits,
          "whether splits are judged by the targets alone, or by the loss as it stands; if not given, global, for "
          "classes the better");
    visit("refit", &T::refit, NumberList{0, 1e9},
          "rows that each weight is shrunk by in a final refit of all nodes, of the squared loss; the best of several; "
          "0: no refit");
    visit("patience", &T::patience, Range{0, 1e6},
          "sizes, each a tenth larger than the one before, that may be no better on held-out rows before growth ends; "
          "0: never");
  }
};

// One way to grow.
struct Setting {
  GifLoss loss = GifLoss::squared;
  GifSplit split = GifSplit::global;
  double rate = 0.1;
};

// What a target is standardised by, so that those of several count alike whatever their units.
struct Scale {
  double centre = 0, spread = 1;
};

// One a target; none of classes.
std::vector<Scale> scales_of(const Target& target) {
  std::vector<Scale> scales;
  for (std::size_t k = 0; target.task == Task::regression && k < target.width(); ++k) {
    const double centre = weighted_mean(target, k), spread = deviation(target, centre, k);
    scales.push_back({centre, spread > 0 ? spread : 1});
  }
  return scales;
}

// A forest in growth over some rows.
class Growth {
 public:
  Growth(const TrainingSet& train, const Setting& setting, const GifOptions& options, std::size_t features,
         std::uint64_t seed, Threads& threads)
      : setting_(setting), target_(train.target), rows_(rows_with_weight(target_)), table_(train.table, threads) {
    for (const ColumnView& column : train.table.columns) features_.push_back(*column.feature);
    prepare(options);
    // The slopes of the loss as it starts are the targets themselves.
    if (setting.split == GifSplit::local && scales_.size() > 1) start_ = loss_->clone();
    const NodeLoss* judge = setting.split == GifSplit::global ? loss_.get() : start_.get();
    splitter_ = make_splitter({table_, sums_, judge, features, std::max<std::size_t>(1, scales_.size())});
    forest_.emplace(
        rows_, *splitter_, *loss_,
        InducedOptions{static_cast<std::size_t>(options.trees), static_cast<std::size_t>(options.window), setting.rate},
        seed);
  }

  InducedForest& forest() { return *forest_; }

  Model model(std::size_t taken, std::span<const double> weights) const {
    Pool pool;
    pool.features = features_;
    pool.intercept = scores_of(loss_->start());
    for (std::size_t k = 0; k < scales_.size(); ++k)
      pool.intercept[k] = scales_[k].centre + scales_[k].spread * pool.intercept[k];
    pool.trees = forest_->trees(taken, weights);
    for (Tree& tree : pool.trees) {
      tree.weights = scores_of(std::move(tree.weights));
      for (std::size_t i = 0; !scales_.empty() && i < tree.weights.size(); ++i)
        tree.weights[i] *= scales_[i % scales_.size()].spread;
    }
    return make_model(target_, link(), features_, compact(pool, pool.grown_weights()));
  }
  Model model(std::size_t taken) const { return model(taken, forest_->weights()); }

 private:
  void prepare(const GifOptions& options) {
    scale_weights();
    sums_.weights = weights_;
    sums_.class_count = target_.labels.size();
    if (target_.task == Task::regression) {
      scales_ = scales_of(target_);
      for (std::size_t i = 0; i < target_.values.size(); ++i) {
        const Scale& scale = scales_[i % scales_.size()];
        values_.push_back((target_.values[i] - scale.centre) / scale.spread);
      }
      sums_.values = values_;
    } else if (sums_.class_count == 2) {
      values_.assign(target_.classes.begin(), target_.classes.end());
      sums_.values = values_;
    } else {
      sums_.classes = target_.classes;
    }
    const std::size_t classes = sums_.class_count;
    if (setting_.loss == GifLoss::exponential)
      loss_ = exponential_nodes(target_.classes, classes, weights_, options.saturation);
    else if (setting_.loss == GifLoss::softmax)
      loss_ = softmax_nodes(target_.classes, classes, weights_);
    else if (!values_.empty())
      loss_ = squared_nodes(values_, std::max<std::size_t>(1, scales_.size()), weights_);
    else
      loss_ = squared_nodes(one_hot(), classes, weights_);
  }

  // By a power of two, so that the mean is near one.
  void scale_weights() {
    weights_ = target_.weights;
    if (weights_.empty()) return;
    double sum = 0;
    for (const double weight : weights_) sum += weight;
    const double scale = std::ldexp(1.0, -std::ilogb(sum / static_cast<double>(weights_.size())));
    for (double& weight : weights_) weight *= scale;
  }

  std::vector<double> one_hot() const {
    std::vector<double> values(target_.classes.size() * sums_.class_count);
    for (std::size_t row = 0; row < target_.classes.size(); ++row)
      values[row * sums_.class_count + static_cast<std::size_t>(target_.classes[row])] = 1;
    return values;
  }

  Link link() const {
    if (target_.task == Task::regression) return Link::identity;
    if (setting_.loss == GifLoss::squared) return Link::probability;
    return sums_.class_count == 2 ? Link::logistic : Link::softmax;
  }

  // Of two classes the difference, otherwise as they are.
  std::vector<double> scores_of(std::vector<double> weights) const {
    if (target_.task == Task::regression || loss_->width() != 2) return weights;
    for (std::size_t i = 0; i < weights.size() / 2; ++i) weights[i] = weights[2 * i + 1] - weights[2 * i];
    weights.resize(weights.size() / 2);
    return weights;
  }

  const Setting setting_;
  const Target& target_;
  const std::vector<std::uint32_t> rows_;
  const ValueTable table_;
  std::vector<Feature> features_;
  std::vector<Scale> scales_;
  std::vector<double> values_, weights_;
  RowSums sums_;
  std::unique_ptr<NodeLoss> loss_, start_;
  std::unique_ptr<NodeSplitter> splitter_;
  std::optional<InducedForest> forest_;
};

// The sizes at which growth is measured: each a tenth larger than the one before.
std::size_t next_size(std::size_t size) { return size + std::max<std::size_t>(1, size / 10); }

// What the sizes and ridges of one setting cost on rows that were not fitted, added up over the folds.
struct Costs {
  std::vector<double> by_size;   // after 1, 2, … nodes, as next_size goes on
  std::vector<double> by_ridge;  // at the end
};

class Fit {
 public:
  Fit(const GifOptions& options, const FitRequest& request, const Run& run)
      : options_(options),
        request_(request),
        run_(run),
        budget_(request.budget.value_or(Budget{10000, Unit::nodes})),
        reporter_(run, "growing nodes", steps()),
        threads_(run.threads, &reporter_),
        features_(candidates(options_.features, root_of_columns(request), request)) {
    if (budget_.unit == Unit::nodes) most_.nodes = budget_.amount;
    if (budget_.unit == Unit::leaves) most_.leaves = budget_.amount;
  }

  FitResult operator()() {
    const std::vector<Setting> settings = this->settings();
    Choice choice{settings[0], {}, options_.refit.back()};
    if (settings.size() > 1 || options_.refit.size() > 1 || options_.patience > 0) choice = choose(settings);
    Growth growth(*request_.train, choice.setting, options_, features_, run_.seed, threads_);
    grow(growth, choice.taken.value_or(kNoLimit));
    const auto model_of = [&](std::size_t taken) {
      const InducedForest& forest = growth.forest();
      return choice.ridge > 0 ? growth.model(taken, forest.refitted(taken, choice.ridge, kSweeps))
                              : growth.model(taken);
    };
    const std::size_t grown = growth.forest().taken();
    const std::size_t taken = budget_.unit == Unit::bytes ? largest_within(grown, model_of, budget_) : grown;
    FitResult result;
    result.model = model_of(taken);
    if (taken == 0 && most_.nodes > 0) add_warning(result);
    if (request_.path) add_path(growth, result);
    return result;
  }

 private:
  static constexpr int kSweeps = 2;
  static constexpr std::size_t kMostRowsForFolds = 2000;
  static constexpr int kFolds = 5;

  struct Choice {
    Setting setting;
    std::optional<std::size_t> taken;  // none: as many nodes as the budget allows
    double ridge = 0;
  };

  int folds() const {
    const std::size_t rows = request_.train->target.rows();
    return rows <= kMostRowsForFolds ? static_cast<int>(std::min<std::size_t>(kFolds, rows)) : 1;
  }

  std::uint64_t steps() const {
    return settings().size() * static_cast<std::uint64_t>(request_.validation ? 1 : folds()) + 1;
  }

  std::vector<Setting> settings() const {
    const bool regression = request_.train->target.task == Task::regression;
    const GifLoss loss = options_.loss.value_or(regression ? GifLoss::squared : GifLoss::softmax);
    if (regression && loss != GifLoss::squared) {
      throw Error(ErrorCode::usage, "loss must be squared for regression");
    }
    std::vector<GifSplit> splits = {options_.split.value_or(GifSplit::global)};
    if (!options_.split && !regression) splits.push_back(GifSplit::local);
    std::vector<Setting> settings;
    for (const GifSplit split : splits)
      for (const double rate : options_.rate) settings.push_back({loss, split, rate});
    return settings;
  }

  // ---- growing ------------------------------------------------------------------------------------------------------

  bool over_bytes(const Growth& growth, std::size_t taken) const {
    return budget_.unit == Unit::bytes && !fits(size_of(stripped(growth.model(taken))), budget_);
  }

  // Until so many nodes are taken or the budget is used up. Whether there may be more.
  bool grow(Growth& growth, std::size_t taken) {
    InducedForest& forest = growth.forest();
    while (forest.taken() < taken) {
      const std::size_t stop = std::min(taken, next_size(forest.taken()));
      while (forest.taken() < stop) {
        if (!forest.grow(most_)) return false;
      }
      reporter_.pulse();
      if (over_bytes(growth, forest.taken())) return false;
    }
    return true;
  }

  // ---- choosing -----------------------------------------------------------------------------------------------------

  double cost(const Model& model, const TrainingSet& others) const {
    const Metrics metrics = evaluate(model, others.table, others.target, run_);
    if (const auto* classes = std::get_if<ClassificationMetrics>(&metrics)) return classes->log_loss;
    const auto& regression = std::get<RegressionMetrics>(metrics);
    if (regression.targets.empty()) return regression.mse;
    double sum = 0;
    for (std::size_t k = 0; k < scales_.size(); ++k)
      sum += regression.targets[k].mse / (scales_[k].spread * scales_[k].spread);
    return sum;
  }

  Choice choose(const std::vector<Setting>& settings) {
    std::vector<Costs> costs(settings.size());
    const auto add_all = [&](const TrainingSet& train, const TrainingSet& others) {
      for (std::size_t s = 0; s < settings.size(); ++s) {
        add_costs(settings[s], train, others, costs[s]);
        reporter_.advance();
      }
    };
    if (request_.validation) {
      add_all(*request_.train, *request_.validation);
      return best(settings, costs, 1);
    }
    const Target& target = request_.train->target;
    const int parts = static_cast<int>(std::min<std::size_t>(kFolds, target.rows()));
    if (parts < 2) return {settings[0], {}, options_.refit.back()};
    const std::vector<std::uint32_t> fold = make_folds(target.rows(), parts, target.classes, run_.seed);
    for (int f = 0; f < folds(); ++f) {
      std::vector<std::uint32_t> in, out;
      for (std::uint32_t row = 0; row < fold.size(); ++row) {
        if (target.weight(row) > 0) (fold[row] == static_cast<std::uint32_t>(f) ? out : in).push_back(row);
      }
      if (in.empty() || out.empty()) continue;
      const Rows inner{take_rows(request_.train->table, in), take_rows(target, in)};
      const Rows outer{take_rows(request_.train->table, out), take_rows(target, out)};
      add_all({inner.table, inner.target}, {outer.table, outer.target});
    }
    return best(settings, costs, static_cast<double>(parts) / (parts - 1));
  }

  void add_costs(const Setting& setting, const TrainingSet& train, const TrainingSet& others, Costs& costs) {
    constexpr std::size_t kFirstMeasured = 16;
    Growth growth(train, setting, options_, features_, run_.seed, threads_);
    const InducedForest& forest = growth.forest();
    std::vector<double> by_size;
    double least = kNever;
    int worse = 0;
    for (std::size_t size = 1;; size = next_size(size)) {
      const bool more = grow(growth, size);
      by_size.push_back(size >= kFirstMeasured || !more ? cost(growth.model(forest.taken()), others) : kNever);
      if (!more) break;
      worse = by_size.back() < least || least == kNever ? 0 : worse + 1;
      least = std::min(least, by_size.back());
      if (options_.patience > 0 && worse >= options_.patience) break;
    }
    add(by_size, costs.by_size);
    if (setting.loss != GifLoss::squared) return;
    std::vector<double> by_ridge;
    for (const double ridge : options_.refit) {
      const bool refit = ridge > 0 && forest.taken() > 0;
      by_ridge.push_back(
          refit ? cost(growth.model(forest.taken(), forest.refitted(forest.taken(), ridge, kSweeps)), others)
                : by_size.back());
    }
    add(by_ridge, costs.by_ridge);
  }

  // A run that ended before another counts as it ended.
  static void add(const std::vector<double>& more, std::vector<double>& sums) {
    if (sums.empty()) sums.assign(more.size(), 0.0);
    while (sums.size() < more.size()) sums.push_back(sums.back());
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[std::min(i, more.size() - 1)];
  }

  // A forest on all rows may be larger than one on those of a fold, by as much as it has more rows.
  Choice best(const std::vector<Setting>& settings, const std::vector<Costs>& costs, double more_rows) const {
    Choice choice{settings[0], {}, options_.refit.back()};
    double least = kNever;
    for (std::size_t s = 0; s < settings.size(); ++s) {
      std::size_t size = 1;
      for (std::size_t i = 0; i < costs[s].by_size.size(); ++i, size = next_size(size)) {
        if (!(costs[s].by_size[i] < least)) continue;
        least = costs[s].by_size[i];
        choice = {settings[s], static_cast<std::size_t>(static_cast<double>(size) * more_rows), 0};
        if (i + 1 == costs[s].by_size.size()) choice.taken.reset();
      }
      for (std::size_t r = 0; r < costs[s].by_ridge.size(); ++r) {
        if (!(costs[s].by_ridge[r] < least)) continue;
        least = costs[s].by_ridge[r];
        choice = {settings[s], {}, options_.refit[r]};
      }
    }
    return choice;
  }

  // ---- results ------------------------------------------------------------------------------------------------------

  void add_warning(FitResult& result) const {
    if (!request_.budget) return;
    result.warnings.push_back(
        fmt::format("a budget of {} is too small for a split; the model is a constant", to_string(budget_)));
  }

  void add_path(Growth& growth, FitResult& result) const {
    const std::size_t taken = growth.forest().taken();
    for (std::size_t size = 1; size <= taken; size = size == taken ? taken + 1 : std::min(taken, next_size(size))) {
      const Model model = growth.model(size);
      PathPoint point;
      point.size = size_of(stripped(model));
      point.train_error = error_of(evaluate(model, request_.train->table, request_.train->target, run_));
      if (const TrainingSet* others = request_.validation)
        point.validation_error = error_of(evaluate(model, others->table, others->target, run_));
      result.path.push_back(point);
    }
  }

  const GifOptions options_;
  const FitRequest& request_;
  const Run& run_;
  const Budget budget_;
  Reporter reporter_;
  Threads threads_;
  const std::size_t features_;
  const std::vector<Scale> scales_ = scales_of(request_.train->target);
  InducedSize most_ = {kNoLimit, kNoLimit};
};

FitResult fit_gif(const FitRequest& request, const Run& run) {
  return Fit(parse_options<GifOptions>(request.options), request, run)();
}

}  // namespace

Method gif_method() {
  Method method;
  method.name = "gif";
  method.summary = "globally induced forests: one node after the other where it lowers the loss most";
  method.source = "Begon, Joly and Geurts 2017: Globally Induced Forest";
  method.options = describe<GifOptions>();
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

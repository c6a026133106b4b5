// Boost: start from the best constant, add a tree fitted to the gradients round by round, keep the round that does best
// on held-out rows.
#include "method/boost.h"

#include <algorithm>

#include "base/progress.h"
#include "data/binned_table.h"
#include "grow/boost.h"
#include "method/options.h"
#include "method/prefix.h"
#include "method/score_measure.h"

namespace espalier {
namespace {

enum class LossName : std::uint8_t { squared, logistic, softmax, hinge };
enum class Judge : std::uint8_t { loss, error };

constexpr Choices<LossName, 4> kLosses = {{{"squared", LossName::squared},
                                           {"logistic", LossName::logistic},
                                           {"softmax", LossName::softmax},
                                           {"hinge", LossName::hinge}}};
constexpr Choices<Judge, 2> kJudges = {{{"loss", Judge::loss}, {"error", Judge::error}}};
constexpr int kDefaultLeaves = 31;

struct BoostSettings {
  int trees = 100;
  double rate = 0.1;
  std::optional<int> leaves;
  std::optional<int> depth;
  std::optional<LossName> loss;
  bool vector_leaves = false;
  int min_rows = 20;
  double min_weight = 1e-3;
  double min_gain = 0;
  double l2 = 1;
  int bins = 255;
  double sample = 1;
  std::optional<int> features;
  std::optional<int> tree_features;
  double category_l2 = 10;
  double category_smoothing = 10;
  std::string increasing;
  std::string decreasing;
  std::optional<int> patience;
  Judge judge = Judge::loss;

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = BoostSettings;
    visit("trees", &T::trees, Range{1, 1e6}, "rounds; with held-out rows the best one of so many");
    visit("rate", &T::rate, Range{1e-6, 1}, "how much of its Newton step a leaf takes");
    visit("leaves", &T::leaves, Range{2, 1e6}, "most leaves of a tree, the best splits first; 31 if no depth is given");
    visit("depth", &T::depth, Range{1, 1000}, "deepest leaf");
    visit("loss", &T::loss, kLosses, "squared for regression, logistic for two classes, softmax for more");
    visit("vector-leaves", &T::vector_leaves, Flag{}, "several classes: one tree a round for all, not one for each");
    visit("min-rows", &T::min_rows, Range{1, 1e9}, "fewest training rows in a leaf");
    visit("min-weight", &T::min_weight, Range{0, 1e300}, "smallest sum of the loss's second derivatives in a leaf");
    visit("min-gain", &T::min_gain, Range{0, 1e300}, "smallest fall of the mean loss that is worth a split");
    visit("l2", &T::l2, Range{0, 1e300}, "added to the second derivatives of a leaf");
    visit("bins", &T::bins, Range{2, 255}, "most bins that a column's values are put into");
    visit("sample", &T::sample, Range{1e-6, 1}, "share of the rows that each round sees");
    visit("features", &T::features, Range{1, 1e9}, "columns drawn for each split; all if not given");
    visit("tree-features", &T::tree_features, Range{1, 1e9}, "columns drawn for each tree; all if not given");
    visit("category-l2", &T::category_l2, Range{0, 1e300}, "added to l2 for splits by more than 4 categories");
    visit("category-smoothing", &T::category_smoothing, Range{0, 1e300}, "steadies the order of rare categories");
    visit("increasing", &T::increasing, ColumnList{}, "columns with which the score may never fall");
    visit("decreasing", &T::decreasing, ColumnList{}, "columns with which the score may never rise");
    visit("patience", &T::patience, Range{1, 1e6}, "stop after so many rounds that are no better on held-out rows");
    visit("judge", &T::judge, kJudges, "what makes a round better on held-out rows");
  }
};

Loss loss_for(const BoostSettings& settings, const Target& target) {
  const std::size_t classes = target.labels.size();
  const LossName wanted = settings.loss.value_or(classes == 0   ? LossName::squared
                                                 : classes <= 2 ? LossName::logistic
                                                                : LossName::softmax);
  if ((wanted == LossName::squared) != (classes == 0)) {
    throw Error(ErrorCode::usage,
                fmt::format("loss must be {} for {}, got {}", classes == 0 ? "squared" : "logistic, softmax or hinge",
                            classes == 0 ? "regression" : "classification", choice_name(kLosses, wanted)));
  }
  if (classes > 2 && wanted != LossName::softmax) {
    throw Error(ErrorCode::usage,
                fmt::format("loss must be softmax for {} classes, got {}", classes, choice_name(kLosses, wanted)));
  }
  switch (wanted) {
    case LossName::squared:
      return SquaredLoss{};
    case LossName::logistic:
      return LogisticLoss{};
    case LossName::hinge:
      return HingeLoss{};
    default:
      return SoftmaxLoss{};
  }
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// The columns of a list such as "age,income" get a direction.
void set_directions(const std::string& list, Direction direction, const TableView& table,
                    std::vector<Direction>& directions) {
  std::vector<std::string> names;
  for (const ColumnView& column : table.columns) names.push_back(column.feature->name);
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string name = trimmed(list.substr(begin, end - begin));
    const std::string_view option = direction == Direction::increasing ? "increasing" : "decreasing";
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: there is no column \"{}\"{}", option, name, suggestion(name, names)));
    }
    const auto column = static_cast<std::size_t>(found - names.begin());
    if (!table.columns[column].numeric()) {
      throw Error(ErrorCode::usage, fmt::format("{}: column \"{}\" must be numeric, is categorical", option, name));
    }
    if (directions.empty()) directions.assign(names.size(), Direction::free);
    if (directions[column] != Direction::free && directions[column] != direction) {
      throw Error(ErrorCode::usage, fmt::format("column \"{}\" is both increasing and decreasing", name));
    }
    directions[column] = direction;
    begin = end + 1;
  }
}

void check_columns(std::string_view option, std::optional<int> count, const TableView& table) {
  if (!count || static_cast<std::size_t>(*count) <= table.columns.size()) return;
  throw Error(ErrorCode::usage, fmt::format("{} must be at most the number of columns, {}, got {}", option,
                                            table.columns.size(), *count));
}

BoostOptions boost_options(const BoostSettings& settings, const TrainingSet& train, std::uint64_t seed) {
  BoostOptions options;
  options.loss = loss_for(settings, train.target);
  options.rate = settings.rate;
  options.vector_leaves = settings.vector_leaves;
  options.sample = settings.sample;
  options.columns = settings.tree_features;
  options.seed = seed;
  options.tree.depth = settings.depth;
  options.tree.leaves = settings.leaves || settings.depth ? settings.leaves : kDefaultLeaves;
  options.tree.min_gain = settings.min_gain;
  options.tree.features = settings.features;
  check_columns("features", settings.features, train.table);
  check_columns("tree-features", settings.tree_features, train.table);
  SplitOptions& split = options.tree.split;
  split.l2 = settings.l2;
  split.min_hessian = settings.min_weight;
  split.min_rows = static_cast<std::size_t>(settings.min_rows);
  split.category_l2 = settings.category_l2;
  split.category_smoothing = settings.category_smoothing;
  set_directions(settings.increasing, Direction::increasing, train.table, split.directions);
  set_directions(settings.decreasing, Direction::decreasing, train.table, split.directions);
  if (settings.vector_leaves && !std::holds_alternative<SoftmaxLoss>(options.loss)) {
    throw Error(ErrorCode::usage, "vector-leaves needs the loss softmax, which has a score for every class");
  }
  if (!split.directions.empty() && std::holds_alternative<SoftmaxLoss>(options.loss)) {
    throw Error(ErrorCode::usage, "increasing and decreasing need one score, softmax has one for every class");
  }
  return options;
}

class Fit {
 public:
  Fit(const FitRequest& request, const Run& run)
      : request_(request),
        run_(run),
        settings_(parse_options<BoostSettings>(request.options)),
        options_(boost_options(settings_, *request.train, run.seed)),
        threads_(run.threads),
        table_(request.train->table, bins(), threads_),
        booster_(table_, request.train->target, options_, {}, threads_) {
    for (const ColumnView& column : request.train->table.columns) features_.push_back(*column.feature);
    if (request.validation) {
      held_out_.table = &request.validation->table;
      booster_.follow(held_out_);
    }
  }

  FitResult operator()() {
    grow();
    FitResult result;
    std::size_t rounds = booster_.rounds();
    const auto model_of = [&](std::size_t count) { return model_after(count); };
    if (request_.budget) {
      rounds = largest_within(rounds, model_of, *request_.budget);
      if (rounds == 0 && !booster_.all_trees().empty()) {
        result.warnings.push_back(fmt::format("a budget of {} is too small for one round; the model is a constant",
                                              to_string(*request_.budget)));
      }
    }
    if (request_.validation) rounds = best_round(rounds);
    result.model = model_after(rounds);
    if (request_.path) add_path(result);
    return result;
  }

 private:
  std::vector<ColumnBins> bins() {
    BinOptions options;
    options.most_bins = static_cast<std::size_t>(settings_.bins);
    return find_bins(request_.train->table, request_.train->target.weights, options, threads_);
  }

  void grow() {
    Reporter reporter(run_, "boosting", static_cast<std::uint64_t>(settings_.trees));
    note();
    while (booster_.rounds() < static_cast<std::size_t>(settings_.trees) && !over_budget() && !out_of_patience()) {
      const std::size_t before = booster_.all_trees().size();
      booster_.round();
      note();
      reporter.advance();
      // Nothing is left to gain, unless another sample of rows or columns finds something.
      if (booster_.all_trees().size() == before && !draws()) break;
    }
  }

  bool draws() const { return settings_.sample < 1 || settings_.features || settings_.tree_features; }

  void note() {
    if (request_.path) train_.push_back(measure(options_.loss, request_.train->target, booster_.scores(), threads_));
    if (request_.validation) {
      validation_.push_back(measure(options_.loss, request_.validation->target, held_out_.scores, threads_));
    }
  }

  // Whether further rounds cannot matter: trees and leaves only become more.
  bool over_budget() const {
    if (!request_.budget || request_.budget->unit == Unit::bytes) return false;
    std::size_t leaves = 0, nodes = 0;
    for (const Tree& tree : booster_.all_trees()) {
      nodes += tree.nodes.size();
      leaves += (tree.nodes.size() + 1) / 2;
    }
    const std::size_t trees = booster_.all_trees().size();
    switch (request_.budget->unit) {
      case Unit::trees:
        return trees >= request_.budget->amount;
      case Unit::nodes:
        return nodes >= request_.budget->amount;
      default:
        return leaves >= request_.budget->amount;
    }
  }

  double judged(std::size_t round) const {
    return settings_.judge == Judge::loss ? validation_[round].loss : validation_[round].error;
  }

  // Of the first `rounds`; of equal ones the first.
  std::size_t best_round(std::size_t rounds) const {
    std::size_t best = 0;
    for (std::size_t round = 1; round <= rounds; ++round) {
      if (judged(round) < judged(best)) best = round;
    }
    return best;
  }

  bool out_of_patience() const {
    if (!request_.validation || !settings_.patience) return false;
    return booster_.rounds() - best_round(booster_.rounds()) >= static_cast<std::size_t>(*settings_.patience);
  }

  Model model_after(std::size_t rounds) const {
    Pool pool;
    pool.features = features_;
    pool.intercept = booster_.intercept();
    const auto count = static_cast<std::ptrdiff_t>(booster_.trees(rounds));
    pool.trees.assign(booster_.all_trees().begin(), booster_.all_trees().begin() + count);
    return make_model(request_.train->target, link_of(options_.loss), features_, compact(pool, pool.grown_weights()));
  }

  // Every round up to 256; then those that differ by 1/128, and the last.
  std::size_t next_on_path(std::size_t round) const {
    const std::size_t next = round < 256 ? round + 1 : round + round / 128;
    return round < booster_.rounds() ? std::min(next, booster_.rounds()) : next;
  }

  void add_path(FitResult& result) const {
    for (std::size_t round = 0; round <= booster_.rounds(); round = next_on_path(round)) {
      PathPoint point;
      point.size = size_of(stripped(model_after(round)));
      point.train_error = train_[round].error;
      if (request_.validation) point.validation_error = validation_[round].error;
      result.path.push_back(point);
    }
  }

  const FitRequest& request_;
  const Run& run_;
  const BoostSettings settings_;
  const BoostOptions options_;
  Threads threads_;
  const BinnedTable table_;
  Booster booster_;
  Followed held_out_;
  std::vector<Feature> features_;
  std::vector<ScoreMeasure> train_;       // after 0, 1, … rounds, where a path is asked for
  std::vector<ScoreMeasure> validation_;  // where there are held-out rows
};

}  // namespace

Method boost_method() {
  Method method;
  method.name = "boost";
  method.summary = "gradient-boosted trees, one Newton step a leaf, rounds chosen on held-out rows";
  method.source = "Machine Learning Refined, chapter 14; Friedman 2001";
  method.options = describe<BoostSettings>();
  method.budgets = {Unit::trees, Unit::nodes, Unit::leaves, Unit::rules, Unit::bytes};
  method.gives_path = true;
  method.uses_validation = {"patience", "judge"};
  method.check = [](const OptionValues& values) { parse_options<BoostSettings>(values); };
  method.fit = [](const FitRequest& request, const Run& run) { return Fit(request, run)(); };
  return method;
}

}  // namespace espalier

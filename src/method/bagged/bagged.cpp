// Grows the trees in parallel, averages the first ones up to the budget, and measures the average.
#include "method/bagged/bagged.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/progress.h"
#include "base/threads.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/criterion/target_mean.h"
#include "method/bagged/average.h"
#include "method/bagged/out_of_bag.h"
#include "method/finish/largest_within.h"
#include "method/finish/path_point.h"
#include "method/finish/refit_model.h"
#include "method/finish/small_weights.h"
#include "method/options/check_columns.h"
#include "method/options/loss_option.h"

namespace espalier {
namespace {

class BaggedFit {
 public:
  BaggedFit(const Bagging& options, const FitRequest& request, const Run& run)
      : options_(options),
        request_(request),
        run_(run),
        target_(request.train->target),
        rows_(rows_with_weight(target_)),
        reporter_(run, "growing trees", trees_wanted() * rows_.size()),
        threads_(run.threads, &reporter_),
        table_(request.train->table, threads_) {
    for (const ColumnView& column : request.train->table.columns) features_.push_back(*column.feature);
    prepare_sums();
  }

  FitResult operator()() {
    grow(trees_wanted());
    FitResult result;
    const auto model_of = [this](std::size_t count) { return model(count); };
    const std::size_t kept =
        request_.budget ? largest_within(trees_.size(), model_of, *request_.budget) : trees_.size();
    finish(kept, result);
    if (kept == 0) {
      result.warnings.push_back(fmt::format(
          "a budget of {} is too small for the first tree, which has {} leaves (depth and min-rows make trees "
          "smaller); the model is a constant",
          to_string(*request_.budget), trees_[0].shape.splits.size() + 1));
    }
    if (refitted_) warn_of_small_weights(target_, "refit is", result);
    // Refitted leaves have seen all rows, so they have no out-of-bag error.
    if (options_.bootstrap != Bootstrap::none && !refitted_) add_out_of_bag(kept, result);
    if (request_.path) add_path(result);
    return result;
  }

 private:
  std::size_t trees_wanted() const {
    const std::optional<Budget>& budget = request_.budget;
    if (!budget || budget->unit != Unit::trees) return options_.trees;
    return std::min(options_.trees, budget->amount);
  }

  // Regression sums are taken from a centre, which becomes the intercept, so that an offset of the target costs the
  // leaves no digits.
  void prepare_sums() {
    split_targets_.class_count = target_.labels.size();
    scale_weights();
    if (target_.task == Task::regression) {
      centre_ = rounded_mean(target_);
      values_ = target_.values;
      for (double& y : values_) y -= centre_;
      split_targets_.values = values_;
    } else if (split_targets_.class_count == 2) {
      values_.assign(target_.classes.begin(), target_.classes.end());
      split_targets_.values = values_;
    } else {
      split_targets_.classes = target_.classes;
    }
  }

  // By a power of two, so that the mean is near one: no product of weights overflows, and no digit changes.
  void scale_weights() {
    if (target_.weights.empty()) return;
    double sum = 0;
    for (const double weight : target_.weights) sum += weight;
    weight_scale_ = std::ldexp(1.0, -std::ilogb(sum / static_cast<double>(target_.weights.size())));
    weights_ = target_.weights;
    for (double& weight : weights_) weight *= weight_scale_;
    split_targets_.weights = weights_;
  }

  std::vector<double> base() const {
    return std::vector<double>(split_targets_.values.empty() ? split_targets_.class_count : 1, centre_);
  }

  void grow(std::size_t count) {
    trees_.resize(count);
    bags_.resize(options_.bootstrap == Bootstrap::none ? 0 : count);
    threads_.each(count, [&](std::size_t t) {
      const RowSample sample =
          draw_rows(rows_, options_.bootstrap, options_.fraction, Random(run_.seed, "rows of a tree", t));
      if (!bags_.empty()) bags_[t] = bag_of(sample);
      trees_[t] = grow_tree(sample, t);
      reporter_.advance(rows_.size() - sample.rows.size());
    });
  }

  BaggedTree grow_tree(const RowSample& sample, std::size_t t) {
    SplitTargets split_targets = split_targets_;
    std::vector<double> weights;
    if (!sample.counts.empty()) {
      weights.resize(target_.rows());
      for (std::size_t i = 0; i < sample.rows.size(); ++i) {
        weights[sample.rows[i]] = sample.counts[i] * (weights_.empty() ? 1 : weights_[sample.rows[i]]);
      }
      split_targets.weights = weights;
    }
    RandomTree grown = grow_random_tree({request_.train->table, table_, &reporter_}, split_targets, sample.rows,
                                        options_.tree, Draws(Random(run_.seed, "tree", t)));
    for (TreeNode& node : grown.tree.nodes) node.rows /= weight_scale_;
    return bagged_tree(std::move(grown), features_, base());
  }

  Bag bag_of(const RowSample& sample) const {
    Bag bag(target_.rows());
    for (const std::uint32_t row : sample.rows) bag[row] = true;
    return bag;
  }

  Model model(std::size_t count) const {
    const Link link = target_.task == Task::regression ? Link::identity : Link::probability;
    if (count > 0)
      return make_model(target_, link, features_, average(std::span(trees_).first(count), features_, link));
    Forest constant;
    constant.intercept = constant_prediction();
    return make_model(target_, link, features_, std::move(constant));
  }

  // The refitted model of this many trees, or of fewer if the refit makes its file too large.
  void finish(std::size_t count, FitResult& result) {
    const Loss loss = choose_loss({}, target_);
    while (true) {
      RefittedModel refitted = refit_model(model(count), request_, loss, options_.refit, run_);
      const bool over =
          refitted.ridge > 0 && request_.budget && !fits(size_of(stripped(refitted.model)), *request_.budget);
      if (over && count > 0) {
        --count;
        continue;
      }
      refitted_ = refitted.ridge > 0;
      result.model = std::move(refitted.model);
      if (options_.refit.size() > 1) result.chosen = fmt::format("refit {}", refitted.ridge);
      return;
    }
  }

  std::vector<double> constant_prediction() const {
    if (target_.task == Task::regression) return {weighted_mean(target_)};
    std::vector<double> shares(split_targets_.class_count);
    double total = 0;
    for (const std::uint32_t row : rows_) {
      shares[static_cast<std::size_t>(target_.classes[row])] += target_.weight(row);
      total += target_.weight(row);
    }
    for (double& share : shares) share /= total;
    return shares.size() == 2 ? std::vector<double>{shares[1]} : shares;
  }

  void add_out_of_bag(std::size_t kept, FitResult& result) const {
    const std::optional<OutOfBag> measured =
        out_of_bag(*request_.train, std::span(trees_).first(kept), std::span(bags_).first(kept), run_);
    if (!measured) return;
    result.out_of_bag = measured->metrics;
    result.out_of_bag_rows = measured->rows;
  }

  // 1, 2, 3, 4, 6, 9, … trees, and all of them.
  void add_path(FitResult& result) const {
    for (std::size_t count = 1; count < trees_.size(); count = std::max(count + 1, count * 3 / 2)) {
      result.path.push_back(path_point(model(count), request_, run_));
    }
    result.path.push_back(path_point(model(trees_.size()), request_, run_));
  }

  const Bagging& options_;
  const FitRequest& request_;
  const Run& run_;
  const Target& target_;
  const std::vector<std::uint32_t> rows_;
  Reporter reporter_;  // advanced as rows come to rest in leaves
  Threads threads_;
  const ValueTable table_;
  std::vector<Feature> features_;
  std::vector<double> values_;
  std::vector<double> weights_;  // the target's, scaled
  double weight_scale_ = 1;
  double centre_ = 0;
  SplitTargets split_targets_;
  std::vector<BaggedTree> trees_;  // their leaves not divided yet
  std::vector<Bag> bags_;          // only if rows are drawn
  bool refitted_ = false;
};

}  // namespace

FitResult fit_bagged(const Bagging& options, const FitRequest& request, const Run& run) {
  if (options.tree.leaf == LeafValue::mode && request.train->target.task == Task::regression) {
    throw Error(ErrorCode::usage, "leaf must be mean for regression, got mode");
  }
  return BaggedFit(options, request, run)();
}

std::size_t root_of_columns(const FitRequest& request) {
  const auto columns = static_cast<double>(request.train->table.columns.size());
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::floor(std::sqrt(columns))));
}

std::size_t candidates(std::optional<int> given, std::size_t otherwise, const FitRequest& request) {
  check_columns("features", given, request.train->table);
  return given ? static_cast<std::size_t>(*given) : otherwise;
}

}  // namespace espalier

#include "method/gif/choice.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <span>

#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/criterion/centre.h"
#include "method/choose/parts.h"

namespace espalier {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostRowsForFolds = 5000;
constexpr double kNoRidge = 0;
constexpr double kEnough = 1e-4;         // as a share of the constant's loss: nodes that lower it by less are not taken
constexpr std::size_t kFirstRefit = 16;  // nodes
constexpr std::size_t kFewNodes = 500;   // size up to which everything is tried
constexpr int kPasses = 2;

// Rows to fit, and other rows to measure on.
struct Part {
  std::vector<std::uint32_t> rows;
  LabelledView others;
};

// The mean of Σ_k (y_k - f_k)², where one of the y is 1 and the others are 0.
double brier_score(const Model& model, const LabelledView& others) {
  const Target& target = others.target;
  const std::vector<double> scores = predict_scores(model, others.table, Run{1, 1, {}});
  const std::size_t count = scores.size() / target.rows();
  double sum = 0, total = 0;
  for (std::size_t row = 0; row < target.rows(); ++row) {
    for (std::size_t k = 0; k < count; ++k) {
      const bool is_it = static_cast<std::size_t>(target.classes[row]) == k;
      const double lack = scores[row * count + k] - (is_it ? 1 : 0);
      sum += target.weight(row) * lack * lack;
    }
    total += target.weight(row);
  }
  return sum / total;
}

// The squared loss; with several targets, each in units of its own spread.
double squared_cost(const Model& model, const LabelledView& others, const std::vector<TargetScale>& scales) {
  if (model.task == Task::classification) return brier_score(model, others);
  const Metrics metrics = evaluate(model, others.table, others.target, Run{1, 1, {}});
  const auto& regression = std::get<RegressionMetrics>(metrics);
  if (regression.targets.empty()) return regression.mse;
  double sum = 0;
  for (std::size_t k = 0; k < scales.size(); ++k)
    sum += regression.targets[k].mse / (scales[k].spread * scales[k].spread);
  return sum;
}

// The log-loss with the weights multiplied by each of these factors.
std::vector<double> costs_of_scales(const Model& model, const LabelledView& others, std::span<const double> scales) {
  const Target& target = others.target;
  const std::vector<double>& start = std::get<Forest>(model.body).intercept;
  const std::vector<double> scores = predict_scores(model, others.table, Run{1, 1, {}});
  std::vector<double> row_scores(start.size()), costs;
  for (const double scale : scales) {
    double sum = 0, total = 0;
    for (std::size_t row = 0; row < target.rows(); ++row) {
      for (std::size_t k = 0; k < start.size(); ++k)
        row_scores[k] = start[k] + scale * (scores[row * start.size() + k] - start[k]);
      sum +=
          target.weight(row) * (model.link == Link::softmax ? SoftmaxLoss::value(target.classes[row], row_scores)
                                                            : LogisticLoss::value(target.classes[row], row_scores[0]));
      total += target.weight(row);
    }
    costs.push_back(sum / total);
  }
  return costs;
}

// One forest per part, all grown in step.
class Growths {
 public:
  Growths(const GifCandidates& from, const GifSetting& setting, const std::vector<Part>& parts, Threads& threads)
      : from_(from), parts_(parts), threads_(threads), one_(threads.one()), more_(parts.size(), 1) {
    Threads& inner = parts.size() > 1 ? one_ : threads_;
    for (const Part& part : parts) forests_.emplace_back(from.data, part.rows, setting, from.options, from.seed, inner);
  }

  // Whether they may grow further.
  bool grow_to(std::size_t taken, const GifGrower& grower) {
    threads_.each(forests_.size(), [&](std::size_t i) {
      if (more_[i] != 0) more_[i] = grower.grow(forests_[i], taken);
    });
    return std::ranges::find(more_, 1) != more_.end();
  }

  // Over all parts, before any refit, by scale; one number for the squared loss, which has no scale.
  std::vector<double> costs_of_scales(std::span<const double> scales) {
    std::vector<std::vector<double>> costs(forests_.size());
    threads_.each(forests_.size(), [&](std::size_t i) {
      const Model model = forests_[i].model(forests_[i].forest().taken());
      const bool has_scale = model.link == Link::softmax || model.link == Link::logistic;
      if (has_scale)
        costs[i] = espalier::costs_of_scales(model, parts_[i].others, scales);
      else
        costs[i] = {squared_cost(model, parts_[i].others, from_.data.scales())};
    });
    std::vector<double> sums(costs[0].size());
    for (const std::vector<double>& part : costs)
      for (std::size_t s = 0; s < sums.size(); ++s) sums[s] += part[s];
    return sums;
  }

  // Over all parts, after a refit with each of these ridges.
  std::vector<double> costs_of_ridges(std::span<const double> ridges) {
    const std::size_t count = forests_.size();
    std::vector<double> costs(ridges.size() * count), sums(ridges.size());
    threads_.each(costs.size(), [&](std::size_t i) {
      const GifGrowth& forest = forests_[i % count];
      const Model model = forest.refitted(forest.forest().taken(), ridges[i / count]);
      costs[i] = squared_cost(model, parts_[i % count].others, from_.data.scales());
    });
    for (std::size_t i = 0; i < costs.size(); ++i) sums[i / count] += costs[i];
    return sums;
  }

  void report_end(const GifGrower& grower) const {
    for (const GifGrowth& forest : forests_) grower.done(&forest);
  }

 private:
  const GifCandidates& from_;
  const std::vector<Part>& parts_;
  Threads& threads_;
  Threads one_;
  std::deque<GifGrowth> forests_;
  std::vector<std::uint8_t> more_;  // by forest: whether it may grow further
};

// Refits are expensive: for large forests they are tried when the size has doubled, and only with ridges near the best
// so far.
std::span<const double> near(std::span<const double> ridges, std::size_t at) {
  const std::size_t begin = at - std::min<std::size_t>(at, 1);
  return ridges.subspan(begin, std::min(ridges.size(), at + 2) - begin);
}

std::size_t index_of_least(std::span<const double> costs) {
  return static_cast<std::size_t>(std::ranges::min_element(costs) - costs.begin());
}

// An upper bound.
std::size_t trials(const GifCandidates& from) { return 1 + kPasses * from.settings.changes.size(); }

struct Measured {
  GifChoice choice;
  double cost = kNever;
};

class Chooser {
 public:
  Chooser(const GifCandidates& from, const GifGrower& grower, Threads& threads)
      : from_(from), grower_(grower), threads_(threads) {}

  // Moves from the first setting step by step to neighbours that do better, changing each setting at most twice.
  GifChoice operator()(const std::vector<Part>& parts, double more_rows) const {
    std::vector<GifSetting> tried = {from_.settings.first};
    Measured best = measured(tried[0], parts, more_rows);
    const std::size_t most = trials(from_);
    const auto improve = [&](const GifChange& change) {
      GifSetting setting = best.choice.setting;
      if (tried.size() == most || !change(setting) || std::ranges::find(tried, setting) != tried.end()) return false;
      tried.push_back(setting);
      const Measured changed = measured(setting, parts, more_rows);
      if (!(changed.cost < best.cost)) return false;
      best = changed;
      return true;
    };
    bool better = true;
    for (int pass = 0; pass < kPasses && better; ++pass) {
      better = false;
      for (const GifChange& change : from_.settings.changes)
        while (improve(change)) better = true;
    }
    for (std::size_t i = tried.size() * parts.size(); i < most * parts.size(); ++i) grower_.done(nullptr);
    return best.choice;
  }

 private:
  Measured measured(const GifSetting& setting, const std::vector<Part>& parts, double more_rows) const {
    const std::span<const double> ridges = from_.options.refit, scales = from_.options.scale;
    Growths growths(from_, setting, parts, threads_);
    Measured best{{setting, {}, {ridges.back(), scales.back()}}};
    double least = kNever, enough = 0;
    int worse = 0;
    std::size_t next_refit = kFirstRefit, ridge = 0;
    for (std::size_t size = 0;; size = next_gif_size(size)) {
      const bool more = growths.grow_to(size, grower_);
      const bool any_size = from_.options.patience > 0;
      const auto take = [&](const GifFinish& finish, double cost) {
        if (!(cost < best.cost - enough) || (more && !any_size)) return;
        best = {{setting, {}, finish}, cost};
        // A forest on all rows may be larger than a forest on some of them, by the ratio of the numbers of rows.
        if (more) best.choice.taken = static_cast<std::size_t>(static_cast<double>(size) * more_rows);
      };
      const std::vector<double> by_scale = growths.costs_of_scales(scales);
      const std::size_t scale = index_of_least(by_scale);
      const double grown = by_scale[scale];
      if (size == 0) enough = kEnough * grown;
      worse = grown < least || size < kFewNodes ? 0 : worse + 1;
      least = std::min(least, grown);
      if (ridges[0] == kNoRidge) take({kNoRidge, scales[scale]}, grown);
      const bool last = !more || (any_size && worse >= from_.options.patience);
      if (ridges.back() != kNoRidge && (last || size >= next_refit)) {
        next_refit = 2 * size;
        const std::span<const double> tried = size <= kFewNodes ? ridges : near(ridges, ridge);
        const std::vector<double> costs = growths.costs_of_ridges(tried);
        for (std::size_t r = 0; r < tried.size(); ++r) take({tried[r], 1}, costs[r]);
        ridge = static_cast<std::size_t>(&tried[index_of_least(costs)] - ridges.data());
      }
      if (!last) continue;
      growths.report_end(grower_);
      return best;
    }
  }

  const GifCandidates& from_;
  const GifGrower& grower_;
  Threads& threads_;
};

std::size_t folds_of(const GifCandidates& from) {
  const std::size_t rows = from.data.target().rows();
  return from.request.validation || rows > kMostRowsForFolds ? 1 : std::min(kFolds, rows);
}

// `owner` owns the rows that are measured on.
std::vector<Part> parts_of(const GifCandidates& from, std::vector<LabelledRows>& owner) {
  const Target& target = from.data.target();
  std::vector<RowPart> cut = make_parts(target, folds_of(from), from.seed);
  owner.reserve(cut.size());
  std::vector<Part> parts;
  for (RowPart& rows : cut) {
    owner.push_back({take_rows(from.request.train->table, rows.others), take_rows(target, rows.others)});
    parts.push_back({std::move(rows.rows), {owner.back().table, owner.back().target}});
  }
  return parts;
}

}  // namespace

std::size_t growths_to_choose(const GifCandidates& from) { return trials(from) * folds_of(from); }

GifChoice choose_gif(const GifCandidates& from, const GifGrower& grower, Threads& threads) {
  const Chooser chooser(from, grower, threads);
  if (from.request.validation) return chooser({{rows_with_weight(from.data.target()), *from.request.validation}}, 1);
  std::vector<LabelledRows> owner;
  const std::vector<Part> parts = parts_of(from, owner);
  if (parts.empty()) return {from.settings.first, {}, {from.options.refit.back(), from.options.scale.back()}};
  return chooser(parts, kRowsPerPart);
}

}  // namespace espalier

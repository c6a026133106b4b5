#include "method/gif_choice.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <span>

#include "grow/centre.h"

namespace espalier {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostRowsForFolds = 5000;
constexpr std::size_t kFolds = 5;
constexpr double kNoRidge = 0;
constexpr std::size_t kFirstMeasured = 16;  // nodes: a forest of fewer is not worth its measure
constexpr std::size_t kFewNodes = 500;

// Rows to fit, and others to measure on.
struct Part {
  std::vector<std::uint32_t> rows;
  TrainingSet others;
};

// Of several targets each in units of its own spread.
double cost(const Model& model, const TrainingSet& others, const std::vector<TargetScale>& scales) {
  const Metrics metrics = evaluate(model, others.table, others.target, Run{1, 1, {}});
  if (const auto* classes = std::get_if<ClassificationMetrics>(&metrics)) return classes->log_loss;
  const auto& regression = std::get<RegressionMetrics>(metrics);
  if (regression.targets.empty()) return regression.mse;
  double sum = 0;
  for (std::size_t k = 0; k < scales.size(); ++k)
    sum += regression.targets[k].mse / (scales[k].spread * scales[k].spread);
  return sum;
}

// A forest for every part, grown in step.
class Growths {
 public:
  Growths(const GifCandidates& from, const GifSetting& setting, const std::vector<Part>& parts, Threads& threads)
      : from_(from), parts_(parts), threads_(threads), one_(threads.one()) {
    Threads& inner = parts.size() > 1 ? one_ : threads_;
    for (const Part& part : parts) forests_.emplace_back(from.data, part.rows, setting, from.options, from.seed, inner);
  }

  // Whether there may be more.
  bool grow_to(std::size_t taken, const GifGrower& grower) {
    std::vector<std::uint8_t> more(forests_.size());
    threads_.each(forests_.size(), [&](std::size_t i) { more[i] = grower.grow(forests_[i], taken); });
    return std::ranges::find(more, 1) != more.end();
  }

  // Over all parts, after a refit with each of these ridges.
  std::vector<double> costs(std::span<const double> ridges) {
    const std::size_t count = forests_.size();
    std::vector<double> costs(ridges.size() * count), sums(ridges.size());
    threads_.each(costs.size(), [&](std::size_t i) {
      const GifGrowth& forest = forests_[i % count];
      const Model model = forest.refitted(forest.forest().taken(), ridges[i / count]);
      costs[i] = cost(model, parts_[i % count].others, from_.data.scales());
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
};

// Refits are dear: of large forests, each twice as large as the one before, only ridges near the best so far are tried.
std::span<const double> near(std::span<const double> ridges, std::size_t at) {
  const std::size_t begin = at - std::min<std::size_t>(at, 1);
  return ridges.subspan(begin, std::min(ridges.size(), at + 2) - begin);
}

struct Measured {
  GifChoice choice;
  double cost = kNever;
};

class Chooser {
 public:
  Chooser(const GifCandidates& from, const GifGrower& grower, Threads& threads)
      : from_(from), grower_(grower), threads_(threads) {}

  GifChoice operator()(const std::vector<Part>& parts, double more_rows) const {
    Measured best = measured(from_.settings.first, parts, more_rows);
    for (const GifChange& change : from_.settings.changes) {
      GifSetting setting = best.choice.setting;
      if (!change(setting)) {
        for (std::size_t i = 0; i < parts.size(); ++i) grower_.done(nullptr);
        continue;
      }
      const Measured changed = measured(setting, parts, more_rows);
      if (changed.cost < best.cost) best = changed;
    }
    return best.choice;
  }

 private:
  Measured measured(const GifSetting& setting, const std::vector<Part>& parts, double more_rows) const {
    const std::span<const double> ridges = from_.options.refit;
    Growths growths(from_, setting, parts, threads_);
    Measured best{{setting, {}, ridges.back()}};
    double least = kNever;
    int worse = 0;
    std::size_t next_refit = kFirstMeasured, ridge = 0;
    for (std::size_t size = 1;; size = next_gif_size(size)) {
      const bool more = growths.grow_to(size, grower_);
      if (more && size < kFirstMeasured) continue;
      const auto take = [&](double of_ridge, double cost) {
        if (!(cost < best.cost)) return;
        best = {{setting, {}, of_ridge}, cost};
        // A forest on all rows may be larger than one on some of them, by as much as it has more rows.
        if (more) best.choice.taken = static_cast<std::size_t>(static_cast<double>(size) * more_rows);
      };
      const double grown = growths.costs({&kNoRidge, 1})[0];
      worse = grown < least ? 0 : worse + 1;
      least = std::min(least, grown);
      if (ridges[0] == kNoRidge) take(kNoRidge, grown);
      const bool last = !more || (from_.options.patience > 0 && worse >= from_.options.patience);
      if (ridges.back() != kNoRidge && (last || size >= next_refit)) {
        next_refit = 2 * size;
        const std::span<const double> tried = size <= kFewNodes ? ridges : near(ridges, ridge);
        const std::vector<double> costs = growths.costs(tried);
        for (std::size_t r = 0; r < tried.size(); ++r) take(tried[r], costs[r]);
        ridge = static_cast<std::size_t>(
            &tried[static_cast<std::size_t>(std::ranges::min_element(costs) - costs.begin())] - ridges.data());
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

// Rows without a weight say nothing. `owner` has the rows that are measured on.
std::vector<Part> parts_of(const GifCandidates& from, std::vector<Rows>& owner) {
  const Target& target = from.data.target();
  if (target.rows() < 2) return {};
  const auto folds = static_cast<int>(std::min(kFolds, target.rows()));
  const std::vector<std::uint32_t> fold_of = make_folds(target.rows(), folds, target.classes, from.seed);
  owner.reserve(folds_of(from));
  std::vector<Part> parts;
  for (std::uint32_t f = 0; f < folds_of(from); ++f) {
    Part part;
    std::vector<std::uint32_t> others;
    for (std::uint32_t row = 0; row < fold_of.size(); ++row) {
      if (target.weight(row) > 0) (fold_of[row] == f ? others : part.rows).push_back(row);
    }
    if (part.rows.empty() || others.empty()) continue;
    owner.push_back({take_rows(from.request.train->table, others), take_rows(target, others)});
    part.others = {owner.back().table, owner.back().target};
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

std::size_t growths_to_choose(const GifCandidates& from) { return (1 + from.settings.changes.size()) * folds_of(from); }

GifChoice choose_gif(const GifCandidates& from, const GifGrower& grower, Threads& threads) {
  const Chooser chooser(from, grower, threads);
  if (from.request.validation) return chooser({{rows_with_weight(from.data.target()), *from.request.validation}}, 1);
  std::vector<Rows> owner;
  const std::vector<Part> parts = parts_of(from, owner);
  if (parts.empty()) return {from.settings.first, {}, from.options.refit.back()};
  constexpr double kShare = static_cast<double>(kFolds) / (kFolds - 1);
  return chooser(parts, kShare);
}

}  // namespace espalier

#include "method/gif_choice.h"

#include <algorithm>
#include <limits>

#include "grow/centre.h"

namespace espalier {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostRowsForFolds = 5000;
constexpr std::size_t kFolds = 5;
constexpr std::size_t kFirstMeasured = 16;  // nodes: a forest of fewer is not worth its measure

// The loss on rows that were not fitted, of one forest as it grows: by size, and of each size by ridge. Where it was
// not measured it is infinite.
struct Course {
  std::vector<std::vector<double>> costs;
  bool ended_early = false;  // before the budget did

  // A forest that ended counts as it ended.
  double at(std::size_t size, std::size_t ridge) const { return costs[std::min(size, costs.size() - 1)][ridge]; }
};

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

struct Measured {
  GifChoice choice;
  std::size_t ridge = 0;  // in the options' list
  double cost = kNever;
};

class Chooser {
 public:
  Chooser(const GifCandidates& from, const GifGrower& grower, Threads& threads)
      : from_(from), grower_(grower), threads_(threads) {}

  GifChoice operator()(const std::vector<Part>& parts, double more_rows) const {
    const std::vector<std::uint8_t> all(from_.options.refit.size(), 1);
    Measured best = measured({from_.settings.first, all}, parts, more_rows);
    for (const GifChange& change : from_.settings.changes) {
      GifSetting setting = best.choice.setting;
      if (!change(setting)) {
        for (std::size_t i = 0; i < parts.size(); ++i) grower_.done(nullptr);
        continue;
      }
      const Measured changed = measured({setting, near(best.ridge)}, parts, more_rows);
      if (changed.cost < best.cost) best = changed;
    }
    return best.choice;
  }

 private:
  struct Trial {
    GifSetting setting;
    std::vector<std::uint8_t> ridges;  // by ridge: whether it is measured
  };

  // Refits are dear: of settings after the first only those near the best so far are measured.
  std::vector<std::uint8_t> near(std::size_t ridge) const {
    std::vector<std::uint8_t> ridges(from_.options.refit.size(), 0);
    for (std::size_t r = 0; r < ridges.size(); ++r) ridges[r] = r + 1 >= ridge && r <= ridge + 1;
    return ridges;
  }

  // Small forests grow side by side; a large one is alone, since each has its rows a tree.
  Measured measured(const Trial& trial, const std::vector<Part>& parts, double more_rows) const {
    std::vector<Course> courses(parts.size());
    if (parts.size() == 1) {
      courses[0] = course(trial, parts[0], threads_);
    } else {
      threads_.each(parts.size(), [&](std::size_t i) {
        Threads one = threads_.one();
        courses[i] = course(trial, parts[i], one);
      });
    }
    return best(trial.setting, courses, more_rows);
  }

  Course course(const Trial& trial, const Part& part, Threads& threads) const {
    const TrainingSet& others = part.others;
    GifGrowth growth(from_.data, part.rows, trial.setting, from_.options, from_.seed, threads);
    const double none = 0;
    Course course;
    double least = kNever;
    int worse = 0;
    std::size_t next_refit = kFirstMeasured;
    for (std::size_t size = 1;; size = next_gif_size(size)) {
      const bool more = grower_.grow(growth, size);
      const bool measured = size >= kFirstMeasured || !more;
      const double grown = measured ? cost_of(growth, none, others) : kNever;
      worse = grown < least || least == kNever ? 0 : worse + 1;
      least = std::min(least, grown);
      const bool last = !more || (from_.options.patience > 0 && worse >= from_.options.patience);
      std::vector<double> costs;
      const bool refits = last || (measured && size >= next_refit);  // at a few sizes only
      for (std::size_t r = 0; r < trial.ridges.size(); ++r) {
        const double ridge = from_.options.refit[r];
        costs.push_back(ridge == none ? grown : refits && trial.ridges[r] ? cost_of(growth, ridge, others) : kNever);
      }
      if (size >= next_refit) next_refit = 2 * size;
      course.costs.push_back(std::move(costs));
      course.ended_early = more;
      if (!last) continue;
      grower_.done(&growth);
      return course;
    }
  }

  // A forest on all rows may be larger than one on some of them, by as much as it has more rows.
  Measured best(const GifSetting& setting, const std::vector<Course>& courses, double more_rows) const {
    Measured result{{setting, {}, from_.options.refit.back()}, from_.options.refit.size() - 1};
    std::size_t sizes = 0;
    bool all_ended_early = true;
    for (const Course& course : courses) {
      sizes = std::max(sizes, course.costs.size());
      all_ended_early &= course.ended_early;
    }
    for (std::size_t i = 0, size = 1; i < sizes; ++i, size = next_gif_size(size)) {
      for (std::size_t r = 0; r < from_.options.refit.size(); ++r) {
        double sum = 0;
        for (const Course& course : courses) sum += course.at(i, r);
        if (!(sum < result.cost)) continue;
        result = {{setting, {}, from_.options.refit[r]}, r, sum};
        if (i + 1 < sizes || all_ended_early)
          result.choice.taken = static_cast<std::size_t>(static_cast<double>(size) * more_rows);
      }
    }
    return result;
  }

  double cost_of(const GifGrowth& growth, double ridge, const TrainingSet& others) const {
    return cost(growth.refitted(growth.forest().taken(), ridge), others, from_.data.scales());
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

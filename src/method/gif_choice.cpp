#include "method/gif_choice.h"

#include <algorithm>
#include <limits>

#include "grow/centre.h"

namespace espalier {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostRowsForFolds = 2000;
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
  Rows others;
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

class Chooser {
 public:
  Chooser(const GifCandidates& from, const GrowTo& grow) : from_(from), grow_(grow) {}

  Course course(const GifSetting& setting, std::span<const std::uint32_t> rows, const TrainingSet& others,
                Threads& threads) const {
    GifGrowth growth(from_.data, rows, setting, from_.options, from_.seed, threads);
    Course course;
    double least = kNever;
    int worse = 0;
    std::size_t next_refit = kFirstMeasured;
    for (std::size_t size = 1;; size = next_gif_size(size)) {
      const bool more = grow_(growth, size);
      const bool patient = from_.options.patience == 0 || worse < from_.options.patience;
      const bool last = !more || !patient;
      std::vector<double> costs(from_.options.refit.size(), kNever);
      if (size >= kFirstMeasured || last) measure(growth, others, last || size >= next_refit, costs);
      if (size >= next_refit) next_refit = 2 * size;
      const double lowest = *std::ranges::min_element(costs);
      worse = lowest < least || least == kNever ? 0 : worse + 1;
      least = std::min(least, lowest);
      course.costs.push_back(std::move(costs));
      course.ended_early = more;
      if (last) return course;
    }
  }

  // A forest on all rows may be larger than one on some of them, by as much as it has more rows.
  GifChoice best(const std::vector<std::vector<Course>>& courses, double more_rows) const {
    GifChoice choice{from_.settings[0], {}, from_.options.refit.back()};
    double least = kNever;
    for (std::size_t s = 0; s < courses.size(); ++s) {
      std::size_t sizes = 0;
      bool all_ended_early = true;
      for (const Course& course : courses[s]) {
        sizes = std::max(sizes, course.costs.size());
        all_ended_early &= course.ended_early;
      }
      for (std::size_t i = 0, size = 1; i < sizes; ++i, size = next_gif_size(size)) {
        for (std::size_t r = 0; r < from_.options.refit.size(); ++r) {
          double sum = 0;
          for (const Course& course : courses[s]) sum += course.at(i, r);
          if (!(sum < least)) continue;
          least = sum;
          choice = {from_.settings[s], {}, from_.options.refit[r]};
          if (i + 1 < sizes || all_ended_early)
            choice.taken = static_cast<std::size_t>(static_cast<double>(size) * more_rows);
        }
      }
    }
    return choice;
  }

 private:
  // Refits are dear, and are measured at a few sizes only. They are of the squared loss.
  void measure(const GifGrowth& growth, const TrainingSet& others, bool with_refits, std::vector<double>& costs) const {
    const std::size_t taken = growth.forest().taken();
    for (std::size_t r = 0; r < costs.size(); ++r) {
      const double ridge = from_.options.refit[r];
      if (ridge == 0 || with_refits) costs[r] = cost(growth.refitted(taken, ridge), others, from_.data.scales());
    }
  }

  const GifCandidates& from_;
  const GrowTo& grow_;
};

// Rows without a weight say nothing.
std::vector<Part> parts_of(const GifCandidates& from) {
  const Target& target = from.data.target();
  if (from.request.validation) return {};
  const auto folds = static_cast<int>(std::min(kFolds, target.rows()));
  const std::vector<std::uint32_t> fold_of = make_folds(target.rows(), folds, target.classes, from.seed);
  std::vector<Part> parts;
  for (std::uint32_t f = 0; f < static_cast<std::uint32_t>(folds); ++f) {
    if (f > 0 && target.rows() > kMostRowsForFolds) break;
    Part part;
    std::vector<std::uint32_t> others;
    for (std::uint32_t row = 0; row < fold_of.size(); ++row) {
      if (target.weight(row) > 0) (fold_of[row] == f ? others : part.rows).push_back(row);
    }
    if (part.rows.empty() || others.empty()) continue;
    part.others = {take_rows(from.request.train->table, others), take_rows(target, others)};
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

std::size_t growths_to_choose(const GifCandidates& from) {
  const std::size_t rows = from.data.target().rows();
  const bool folds = !from.request.validation && rows <= kMostRowsForFolds;
  return from.settings.size() * (folds ? std::min(kFolds, rows) : 1);
}

GifChoice choose_gif(const GifCandidates& from, const GrowTo& grow, const std::function<void()>& done,
                     Threads& threads) {
  const Chooser chooser(from, grow);
  const std::size_t settings = from.settings.size();
  std::vector<std::vector<Course>> courses(settings);
  if (from.request.validation) {
    const std::vector<std::uint32_t> rows = rows_with_weight(from.data.target());
    for (std::size_t s = 0; s < settings; ++s, done())
      courses[s].push_back(chooser.course(from.settings[s], rows, *from.request.validation, threads));
    return chooser.best(courses, 1);
  }
  const std::vector<Part> parts = parts_of(from);
  if (parts.empty()) return {from.settings[0], {}, from.options.refit.back()};
  for (std::vector<Course>& each : courses) each.resize(parts.size());
  const auto follow = [&](std::size_t i, Threads& of_growth) {
    const Part& part = parts[i / settings];
    courses[i % settings][i / settings] =
        chooser.course(from.settings[i % settings], part.rows, {part.others.table, part.others.target}, of_growth);
    done();
  };
  // Small forests side by side; large ones one after the other, since each has its rows a tree.
  if (parts.size() > 1) {
    threads.each(parts.size() * settings, [&](std::size_t i) {
      Threads one = threads.one();
      follow(i, one);
    });
  } else {
    for (std::size_t i = 0; i < settings; ++i) follow(i, threads);
  }
  constexpr double kShare = static_cast<double>(kFolds) / (kFolds - 1);
  return chooser.best(courses, kShare);
}

}  // namespace espalier

// Metrics of predictions, weighted. The area under the ROC curve is exact: rows are sorted by their score once per
// class, and pairs of rows with the same score count half. O(rows), except for the area, which is O(classes · rows ·
// log rows) and is what threads share; it takes 16 bytes per row, with weights 32.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>

#include "base/assert.h"
#include "base/math.h"
#include "base/threads.h"
#include "espalier/metrics.h"
#include "loss/weights.h"

namespace espalier {
namespace {

double total_weight(std::span<const double> weights, std::size_t rows) {
  double total = 0;
  for (std::size_t row = 0; row < rows; ++row) total += weight_of(weights, row);
  return total;
}

// 1 - Σ w (y - predicted)² / Σ w (y - mean)²
std::optional<double> explained(std::span<const double> y, std::span<const double> weights, double squares) {
  // Equality is tested on the values themselves: the rounded mean of equal values may differ from them.
  std::optional<double> first;
  bool constant = true;
  double weight = 0, sum = 0;
  for (std::size_t row = 0; row < y.size(); ++row) {
    if (weight_of(weights, row) == 0) continue;
    if (!first) first = y[row];
    constant = constant && y[row] == *first;
    weight += weight_of(weights, row);
    sum += weight_of(weights, row) * y[row];
  }
  if (constant) return {};
  const double mean = sum / weight;
  double around_mean = 0;
  for (std::size_t row = 0; row < y.size(); ++row) {
    around_mean += weight_of(weights, row) * (y[row] - mean) * (y[row] - mean);
  }
  if (around_mean == 0) return {};
  return 1 - squares / around_mean;
}

struct ScoredRow {
  double score;
  std::uint32_t row;

  // By row within equal scores, so that sums are in the same order everywhere.
  bool operator<(const ScoredRow& other) const { return score != other.score ? score < other.score : row < other.row; }
};

// Blocks by themselves, then pairs of neighbouring runs merged until one is left. `other` is scratch of the same size.
template <class Row>
void sort_rows(std::vector<Row>& rows, std::vector<Row>& other, Threads& threads) {
  constexpr std::size_t kBlock = std::size_t{1} << 15;
  const std::size_t n = rows.size();
  other.resize(n);
  const auto at = [](std::vector<Row>& of, std::size_t i) { return of.begin() + static_cast<std::ptrdiff_t>(i); };
  threads.blocks(n, kBlock, [&](std::size_t begin, std::size_t end) { std::sort(at(rows, begin), at(rows, end)); });
  for (std::size_t run = kBlock; run < n; run *= 2) {
    threads.blocks(n, 2 * run, [&](std::size_t begin, std::size_t end) {
      const std::size_t middle = std::min(begin + run, end);
      std::merge(at(rows, begin), at(rows, middle), at(rows, middle), at(rows, end), at(other, begin));
    });
    rows.swap(other);
  }
}

// The probability that a row of the class scores above a row of the others, for rows in the order of their scores.
std::optional<double> area(std::span<const ScoredRow> order, std::span<const std::int32_t> y, std::int32_t own,
                           std::span<const double> weights) {
  double inside = 0, outside = 0, ordered_pairs = 0;
  for (std::size_t i = 0; i < order.size();) {
    double tied_inside = 0, tied_outside = 0;
    const double score = order[i].score;
    for (; i < order.size() && order[i].score == score; ++i) {
      const std::uint32_t row = order[i].row;
      (y[row] == own ? tied_inside : tied_outside) += weight_of(weights, row);
    }
    ordered_pairs += tied_inside * (outside + 0.5 * tied_outside);
    inside += tied_inside;
    outside += tied_outside;
  }
  if (inside == 0 || outside == 0) return {};
  return ordered_pairs / (inside * outside);
}

// The same where every row counts once, so that the scores alone, in order, say all. All counts are exact.
std::optional<double> area(std::span<const double> own, std::span<const double> others) {
  if (own.empty() || others.empty()) return {};
  double ordered_pairs = 0;
  std::size_t below = 0;
  for (std::size_t i = 0; i < own.size();) {
    const double score = own[i];
    std::size_t tied_own = 0, tied_others = 0;
    for (; i < own.size() && own[i] == score; ++i) ++tied_own;
    while (below < others.size() && others[below] < score) ++below;
    while (below + tied_others < others.size() && others[below + tied_others] == score) ++tied_others;
    ordered_pairs +=
        static_cast<double>(tied_own) * (static_cast<double>(below) + 0.5 * static_cast<double>(tied_others));
  }
  return ordered_pairs / (static_cast<double>(own.size()) * static_cast<double>(others.size()));
}

// Two classes: the area of class 1. More: the mean over the classes that occur and are not the only one.
std::optional<double> mean_area(std::span<const std::int32_t> y, std::span<const double> probabilities,
                                std::size_t classes, std::span<const double> weights, Threads& threads) {
  std::vector<ScoredRow> order, row_scratch;
  std::vector<double> own, others, scratch;
  const auto area_of = [&](std::size_t k) {
    const auto code = static_cast<std::int32_t>(k);
    if (!weights.empty()) {
      order.resize(y.size());
      for (std::uint32_t row = 0; row < y.size(); ++row) order[row] = {probabilities[row * classes + k], row};
      sort_rows(order, row_scratch, threads);
      return area(order, y, code, weights);
    }
    const auto count = static_cast<std::size_t>(std::ranges::count(y, code));
    own.clear(), own.reserve(count);
    others.clear(), others.reserve(y.size() - count);
    for (std::size_t row = 0; row < y.size(); ++row)
      (y[row] == code ? own : others).push_back(probabilities[row * classes + k]);
    sort_rows(own, scratch, threads);
    sort_rows(others, scratch, threads);
    return area(own, others);
  };
  double sum = 0;
  int defined = 0;
  for (std::size_t k = classes == 2 ? 1 : 0; k < classes; ++k) {
    if (const auto one = area_of(k)) {
      sum += *one;
      ++defined;
    }
  }
  if (defined == 0) return {};
  return sum / defined;
}

// Weights of the rows of each class that are predicted right and wrong, and the sum of -log p.
struct Tally {
  std::vector<double> right;
  std::vector<double> wrong;
  double log_loss = 0;
};

Tally count_rows(std::span<const std::int32_t> y, std::span<const double> probabilities, std::size_t classes,
                 std::span<const double> weights) {
  Tally tally{std::vector<double>(classes, 0), std::vector<double>(classes, 0)};
  for (std::size_t row = 0; row < y.size(); ++row) {
    const auto own = static_cast<std::size_t>(y[row]);
    ESPALIER_ASSERT(own < classes);
    const std::span<const double> p = probabilities.subspan(row * classes, classes);
    const auto predicted = static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    (predicted == own ? tally.right : tally.wrong)[own] += weight_of(weights, row);
    tally.log_loss -= weight_of(weights, row) * logarithm(std::clamp(p[own], 1e-15, 1.0));
  }
  return tally;
}

RegressionMetrics metrics_of_several(std::span<const double> y, std::span<const double> predicted,
                                     std::span<const double> weights, std::size_t targets) {
  RegressionMetrics mean;
  double explained_sum = 0;
  int defined = 0;
  std::vector<double> own(y.size() / targets), own_predicted(own.size());
  for (std::size_t k = 0; k < targets; ++k) {
    for (std::size_t row = 0; row < own.size(); ++row) {
      own[row] = y[row * targets + k];
      own_predicted[row] = predicted[row * targets + k];
    }
    const RegressionMetrics& of = mean.targets.emplace_back(regression_metrics(own, own_predicted, weights));
    mean.mse += of.mse / static_cast<double>(targets);
    mean.mae += of.mae / static_cast<double>(targets);
    if (!of.r2) continue;
    explained_sum += *of.r2;
    ++defined;
  }
  if (defined > 0) mean.r2 = explained_sum / defined;
  return mean;
}

}  // namespace

RegressionMetrics regression_metrics(std::span<const double> y, std::span<const double> predicted,
                                     std::span<const double> weights, std::size_t targets) {
  ESPALIER_ASSERT(predicted.size() == y.size() && targets > 0 && y.size() % targets == 0);
  if (targets > 1) return metrics_of_several(y, predicted, weights, targets);
  ESPALIER_ASSERT(weights.empty() || weights.size() == y.size());
  const double total = total_weight(weights, y.size());
  ESPALIER_ASSERT(total > 0);
  double squares = 0, distances = 0;
  for (std::size_t row = 0; row < y.size(); ++row) {
    const double off = predicted[row] - y[row];
    squares += weight_of(weights, row) * off * off;
    distances += weight_of(weights, row) * std::fabs(off);
  }
  return {squares / total, distances / total, explained(y, weights, squares), {}};
}

ClassificationMetrics classification_metrics(std::span<const std::int32_t> y, std::span<const double> probabilities,
                                             int classes, std::span<const double> weights, int threads) {
  ESPALIER_ASSERT(classes >= 2);
  const auto count = static_cast<std::size_t>(classes);
  ESPALIER_ASSERT(probabilities.size() == y.size() * count);
  ESPALIER_ASSERT(weights.empty() || weights.size() == y.size());
  ESPALIER_ASSERT(std::none_of(probabilities.begin(), probabilities.end(), [](double p) { return std::isnan(p); }));
  const double total = total_weight(weights, y.size());
  ESPALIER_ASSERT(total > 0);
  const Tally tally = count_rows(y, probabilities, count, weights);
  double recalls = 0;
  int occurring = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (tally.right[k] + tally.wrong[k] == 0) continue;
    recalls += tally.right[k] / (tally.right[k] + tally.wrong[k]);
    ++occurring;
  }
  ClassificationMetrics metrics;
  metrics.error = std::accumulate(tally.wrong.begin(), tally.wrong.end(), 0.0) / total;
  metrics.log_loss = tally.log_loss / total;
  Threads sorting(threads);
  metrics.auc = mean_area(y, probabilities, count, weights, sorting);
  metrics.balanced_accuracy = recalls / occurring;
  return metrics;
}

}  // namespace espalier

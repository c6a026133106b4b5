#include "select/anneal/column_descent.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "select/columns/column_kernels.h"

namespace espalier {
namespace {

constexpr std::size_t kMostColumns = 1000;
constexpr std::size_t kMostNumbers = std::size_t{1} << 23;  // of all outputs' curvatures
constexpr std::size_t kChunkRows = 2048;
constexpr std::size_t kMostParts = 16;                      // of the rows, each with a curvature of its own
constexpr std::size_t kMostInParts = std::size_t{1} << 22;  // numbers of all parts' curvatures
constexpr double kLeastRowCurvature = 1e-3;  // of the steepest: confidently classified rows would make steps endless
constexpr double kLeastGain = 1e-10;         // of a step, as a share of the objective; below are rounding errors
constexpr double kFlat = 0.3;                // the share of the slope that a good point may still have
constexpr double kShortest = 0.1, kLongest = 4;
constexpr double kPoor = 0.5;  // a share below this, or above its inverse, shows that the curvature is no longer true
constexpr double kSteadier = 1e-4;  // of the diagonal, added to it: columns that depend on others share their weight
constexpr int kLeastSteps = 3;      // with one curvature
constexpr int kMostHalvings = 20;

double inner(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<double> added(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t j = 0; j < a.size(); ++j) a[j] += b[j];
  return a;
}

}  // namespace

ColumnDescent::ColumnDescent(const Problem& problem, Threads& threads)
    : problem_(problem),
      threads_(threads),
      width_(problem.width()),
      outputs_(problem.loss.outputs()),
      rows_(problem.design.rows()),
      coded_(problem.design.is_coded()),
      chunk_(coded_ ? std::max(kChunkRows, (rows_ + kMostParts - 1) / kMostParts) : kChunkRows),
      ones_(std::min(rows_, kChunkRows), 1.0F),
      scores_(rows_ * width_),
      along_(scores_.size()),
      tried_(scores_.size()),
      gradients_(scores_.size()),
      hessians_(scores_.size()) {}

bool ColumnDescent::takes(const Problem& problem, std::size_t columns) noexcept {
  if (problem.design.all_ones()) return false;
  if (problem.design.is_coded()) return true;
  return columns <= kMostColumns && (columns + 1) * (columns + 1) * problem.loss.outputs() <= kMostNumbers;
}

double ColumnDescent::step(Candidates& candidates) {
  if (candidates.members != members_ || weights_.empty()) {
    start(candidates);
  } else if (is_stale_) {
    compute_curvature();
    factorise();
  }
  turn();
  const double slope = inner(direction_, gradient_);
  if (-slope <= kLeastGain * objective_) return objective_;
  look_along();
  take(search(slope), candidates);
  return objective_;
}

// ---- where it stands ------------------------------------------------------------------------------------------------

void ColumnDescent::start(const Candidates& candidates) {
  members_ = candidates.members;
  if (coded_) block_ = problem_.design.block(members_);
  weights_.resize(outputs_ * parameters());
  for (std::size_t k = 0; k < outputs_; ++k) {
    double* of_output = weights_.data() + k * parameters();
    for (std::size_t m = 0; m < members_.size(); ++m) of_output[m] = candidates.weights[members_[m] * width_ + k];
    of_output[members_.size()] = candidates.intercept[k];
  }
  direction_.assign(weights_.size(), 0.0);
  conditioned_.clear();
  score_rows(problem_, candidates, scores_, threads_);
  std::ranges::fill(along_, 0.0F);
  objective_ = at(0).objective;
  gradient_ = gradient();
  if (is_stale_) compute_curvature();
  factorise();
}

std::vector<const float*> ColumnDescent::columns_from(std::size_t row) const {
  std::vector<const float*> columns;
  for (const std::uint32_t member : members_) columns.push_back(problem_.design.column(member).data() + row);
  columns.push_back(ones_.data());
  return columns;
}

void ColumnDescent::add_products(RowRange rows, const float* values, std::size_t width, double* sums) const {
  if (!coded_) return add_column_products({columns_from(rows.begin), rows.size()}, values, width, sums);
  block_->add_products(rows, values, width, std::span(sums, members_.size() * width));
  double* of_intercept = sums + members_.size() * width;
  for (std::size_t i = 0; i < rows.size() * width; ++i) of_intercept[i % width] += static_cast<double>(values[i]);
}

void ColumnDescent::add_scores(RowRange rows, const float* weights, float* scores) const {
  if (!coded_) return add_column_scores({columns_from(rows.begin), rows.size()}, weights, width_, scores);
  block_->add_scores(rows, weights, width_, scores);
  const float* of_intercept = weights + members_.size() * width_;
  for (std::size_t i = 0; i < rows.size() * width_; ++i) scores[i] += of_intercept[i % width_];
}

ColumnDescent::Vector ColumnDescent::gradient() {
  const std::size_t count = parameters();
  const auto of_chunk = [&](std::size_t begin, std::size_t end) {
    Vector sums(count * width_);
    add_products({begin, end}, gradients_.data() + begin * width_, width_, sums.data());
    return sums;
  };
  const Vector sums = threads_.reduce(rows_, chunk_, Vector(count * width_), of_chunk, added);
  Vector result(outputs_ * count);
  for (std::size_t k = 0; k < outputs_; ++k) {
    for (std::size_t p = 0; p < count; ++p) result[k * count + p] = sums[p * width_ + k];
    for (std::size_t p = 0; p + 1 < count; ++p) result[k * count + p] += problem_.ridge() * weights_[k * count + p];
  }
  return result;
}

// ---- the curvature --------------------------------------------------------------------------------------------------

// Of a row, at the scores that were tried last, which are the current ones.
float ColumnDescent::curve(std::size_t row, std::size_t k) const {
  const float least =
      static_cast<float>(kLeastRowCurvature * problem_.loss.max_curvature()) * problem_.loss.weight(row);
  return std::max(hessians_[row * width_ + k], least);
}

void ColumnDescent::compute_curvature() {
  is_stale_ = false;
  steps_ = 0;
  if (coded_) return compute_diagonal();
  const std::size_t count = parameters();
  const std::size_t chunks = (rows_ + kChunkRows - 1) / kChunkRows;
  const std::size_t parts = std::clamp<std::size_t>(kMostInParts / (count * count), 1, kMostParts);
  const std::size_t part = (chunks + parts - 1) / parts * kChunkRows;
  curvature_.assign(outputs_, {});
  for (std::size_t k = 0; k < outputs_; ++k) {
    const auto of_part = [&](std::size_t first, std::size_t last) {
      Vector products(count * count);
      std::vector<float> curves(kChunkRows);
      for (std::size_t begin = first; begin < last; begin += kChunkRows) {
        const std::size_t rows = std::min(kChunkRows, last - begin);
        for (std::size_t i = 0; i < rows; ++i) curves[i] = curve(begin + i, k);
        const std::vector<const float*> columns = columns_from(begin);
        add_column_pairs({columns, rows}, curves.data(), products.data());
      }
      return products;
    };
    curvature_[k] = threads_.reduce(rows_, part, Vector(count * count), of_part, added);
  }
  curved_ = members_;
}

void ColumnDescent::compute_diagonal() {
  const std::size_t count = parameters();
  const auto of_chunk = [&](std::size_t begin, std::size_t end) {
    std::vector<float> curves((end - begin) * width_);
    for (std::size_t i = 0; i < curves.size(); ++i) curves[i] = curve(begin + i / width_, i % width_);
    DerivativeSums sums;
    sums.assign(count * width_);
    block_->add_sums({begin, end}, {curves.data(), curves.data()}, width_, sums);
    double* of_intercept = sums.hessians.data() + members_.size() * width_;
    for (std::size_t i = 0; i < curves.size(); ++i) of_intercept[i % width_] += static_cast<double>(curves[i]);
    return std::move(sums.hessians);
  };
  const Vector sums = threads_.reduce(rows_, chunk_, Vector(count * width_), of_chunk, added);
  diagonal_.assign((problem_.design.members() + 1) * width_, 0.0);
  for (std::size_t p = 0; p < count; ++p)
    for (std::size_t k = 0; k < width_; ++k) diagonal_[place(p) * width_ + k] = sums[p * width_ + k];
}

// For the columns that are in.
void ColumnDescent::factorise() {
  conditioned_.clear();
  if (coded_) return invert_diagonal();
  const std::size_t count = parameters(), all = curved_.size() + 1;
  std::vector<std::size_t> places;  // in the curvature
  for (std::size_t place = 0; place < curved_.size() && places.size() < members_.size(); ++place)
    if (curved_[place] == members_[places.size()]) places.push_back(place);
  places.push_back(curved_.size());
  factors_.resize(outputs_);
  threads_.each(outputs_, [&](std::size_t k) {
    std::vector<double> lower(count * count);
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b <= a; ++b) lower[a * count + b] = curvature_[k][places[a] * all + places[b]];
      lower[a * count + a] *= 1 + kSteadier;
      if (a + 1 < count) lower[a * count + a] += problem_.ridge();
    }
    factors_[k].emplace(std::move(lower), count);
  });
}

void ColumnDescent::invert_diagonal() {
  const std::size_t count = parameters();
  inverse_.resize(outputs_ * count);
  for (std::size_t k = 0; k < outputs_; ++k)
    for (std::size_t p = 0; p < count; ++p)
      inverse_[k * count + p] =
          1 / ((1 + kSteadier) * diagonal_[place(p) * width_ + k] + (p + 1 < count ? problem_.ridge() : 0));
}

ColumnDescent::Vector ColumnDescent::preconditioned() const {
  Vector result = gradient_;
  if (coded_) {
    for (std::size_t j = 0; j < result.size(); ++j) result[j] *= inverse_[j];
    return result;
  }
  for (std::size_t k = 0; k < outputs_; ++k)
    factors_[k]->solve(std::span(result).subspan(k * parameters(), parameters()));
  return result;
}

// ---- the step -------------------------------------------------------------------------------------------------------

// The next direction: the preconditioned gradient, and of the last direction what Polak and Ribière keep.
void ColumnDescent::turn() {
  Vector conditioned = preconditioned();
  double kept = 0;
  if (!conditioned_.empty() && slope_ > 0)
    kept = std::max(0.0, (inner(gradient_, conditioned) - inner(gradient_, conditioned_)) / slope_);
  for (std::size_t j = 0; j < direction_.size(); ++j) direction_[j] = kept * direction_[j] - conditioned[j];
  if (!(inner(direction_, gradient_) < 0)) std::ranges::transform(conditioned, direction_.begin(), std::negate());
  slope_ = inner(gradient_, conditioned);
  conditioned_ = std::move(conditioned);
}

void ColumnDescent::look_along() {
  const std::size_t count = parameters();
  std::vector<float> weights(count * width_);
  for (std::size_t k = 0; k < outputs_; ++k)
    for (std::size_t p = 0; p < count; ++p) weights[p * width_ + k] = static_cast<float>(direction_[k * count + p]);
  threads_.blocks(rows_, chunk_, [&](std::size_t begin, std::size_t end) {
    float* out = along_.data() + begin * width_;
    std::fill(out, along_.data() + end * width_, 0.0F);
    add_scores({begin, end}, weights.data(), out);
  });
}

// A whole step; if that is not near the least objective along the direction, where the slopes say that it lies.
ColumnDescent::Point ColumnDescent::search(double slope) {
  const Point whole = at(1);
  if (whole.objective <= objective_ && std::abs(whole.slope) <= kFlat * -slope) return whole;
  const double fall = slope / (slope - whole.slope);
  Point best = at(whole.slope > slope ? std::clamp(fall, kShortest, kLongest) : kLongest);
  if (whole.objective < best.objective) best = at(whole.share);
  for (int halving = 0; halving < kMostHalvings && !(best.objective <= objective_); ++halving)
    best = at(best.share / 2);
  return best.objective <= objective_ ? best : at(0);
}

ColumnDescent::Point ColumnDescent::at(double share) {
  struct Sums {
    double loss = 0, slope = 0;
  };
  const auto of_chunk = [&](std::size_t begin, std::size_t end) {
    const std::size_t first = begin * width_, last = end * width_;
    const auto factor = static_cast<float>(share);
    for (std::size_t i = first; i < last; ++i) tried_[i] = scores_[i] + factor * along_[i];
    Sums sums;
    sums.loss =
        problem_.loss.derive({begin, end}, tried_.data() + first, gradients_.data() + first, hessians_.data() + first);
    const float* along = along_.data() + first;
    add_column_products({{&along, 1}, last - first}, gradients_.data() + first, 1, &sums.slope);
    return sums;
  };
  const Sums sums = threads_.reduce(rows_, kChunkRows, Sums(), of_chunk, [](const Sums& a, const Sums& b) {
    return Sums{a.loss + b.loss, a.slope + b.slope};
  });
  double squares = 0, slope = 0;
  for (std::size_t j = 0; j < weights_.size(); ++j) {
    if (j % parameters() == members_.size()) continue;
    const double weight = weights_[j] + share * direction_[j];
    squares += weight * weight;
    slope += weight * direction_[j];
  }
  return {share, sums.loss + 0.5 * problem_.ridge() * squares, sums.slope + problem_.ridge() * slope};
}

// The point was tried last.
void ColumnDescent::take(const Point& point, Candidates& candidates) {
  ++steps_;
  is_stale_ = steps_ >= kLeastSteps && (point.share < kPoor || point.share > 1 / kPoor);
  for (std::size_t j = 0; j < weights_.size(); ++j) weights_[j] += point.share * direction_[j];
  for (std::size_t k = 0; k < outputs_; ++k) {
    const double* of_output = weights_.data() + k * parameters();
    for (std::size_t m = 0; m < members_.size(); ++m)
      candidates.weights[members_[m] * width_ + k] = static_cast<float>(of_output[m]);
    candidates.intercept[k] = static_cast<float>(of_output[members_.size()]);
  }
  std::swap(scores_, tried_);
  objective_ = point.objective;
  gradient_ = gradient();
}

}  // namespace espalier

#include "select/leaves/refit.h"

#include <algorithm>
#include <numeric>

#include "basis/sums/vector_sums.h"
#include "espalier/forest.h"
#include "espalier/loss.h"

namespace espalier {
namespace {

constexpr std::size_t kMostChunks = 32;
constexpr std::size_t kLeastChunk = 4096;
constexpr std::size_t kMostNumbers = std::size_t{1} << 24;  // of the sums of all chunks
constexpr std::size_t kPiece = 8192;                        // numbers that stay in the first cache
constexpr int kHalvings = 4;
constexpr double kSolved = 1e-8;  // of the residual at first

// Depends only on the numbers of rows and of sums, so that sums come out the same on any number of threads.
std::size_t chunk_of(std::size_t rows, std::size_t sums) {
  const std::size_t chunks = std::clamp<std::size_t>(kMostNumbers / std::max<std::size_t>(1, sums), 1, kMostChunks);
  const std::size_t chunk = std::max(kLeastChunk, (rows + chunks - 1) / chunks);
  return (chunk + Basis::kTile - 1) / Basis::kTile * Basis::kTile;
}

// For a row of weight 1.
float least_hessian(const RowLoss& loss) { return loss.outputs() > 1 ? 0.005F : 0.02F; }

double sum_of_squares(std::span<const float> weights) {
  double sum = 0;
  for (const float weight : weights) sum += static_cast<double>(weight) * static_cast<double>(weight);
  return sum;
}

std::vector<std::uint32_t> all_members(const Design& design) {
  std::vector<std::uint32_t> members(design.members());
  std::iota(members.begin(), members.end(), 0U);
  return members;
}

}  // namespace

double derive_steadily(const RowLoss& loss, RowRange rows, const float* scores, float* gradients, float* hessians) {
  const double sum = loss.derive(rows, scores, gradients, hessians);
  if (std::holds_alternative<SquaredLoss>(loss.loss())) return sum;
  const std::size_t width = loss.width(), outputs = loss.outputs();
  const float least = least_hessian(loss);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float flattest = least * loss.weight(rows.begin + i);
    for (std::size_t k = 0; k < outputs; ++k) hessians[i * width + k] = std::max(hessians[i * width + k], flattest);
  }
  return sum;
}

JointRefit::JointRefit(const Design& design, const RowLoss& loss, Threads& threads)
    : design_(design),
      loss_(loss),
      threads_(threads),
      width_(loss.width()),
      parameters_(design.parameters()),
      chunk_(chunk_of(design.rows(), parameters_ * width_)),
      chunks_((design.rows() + chunk_ - 1) / chunk_),
      all_(design.block(all_members(design))),
      gradients_(design.rows() * width_),
      hessians_(design.rows() * width_) {}

// body(chunk, rows) for pieces of every chunk, in order within it.
template <class Body>
void JointRefit::each_chunk(Body&& body) const {
  const std::size_t piece = std::max<std::size_t>(1, kPiece / width_ / Basis::kTile) * Basis::kTile;
  threads_.blocks(design_.rows(), chunk_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; row += piece)
      body(begin / chunk_, RowRange{row, std::min(end, row + piece)});
  });
}

void JointRefit::score(const DesignWeights& weights, std::span<float> scores) const {
  each_chunk([&](std::size_t, RowRange rows) {
    float* out = scores.data() + rows.begin * width_;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t k = 0; k < width_; ++k) out[i * width_ + k] = weights.intercept[k];
    all_->add_scores(rows, weights.weights.data(), width_, out);
  });
}

double JointRefit::sum_derivatives(std::span<const float> scores) {
  struct Part {
    DerivativeSums sums;
    double loss = 0;
  };
  std::vector<Part> parts(chunks_);
  const std::size_t count = parameters_ * width_;
  for (Part& part : parts) part.sums.assign(count + width_);
  each_chunk([&](std::size_t chunk, RowRange rows) {
    Part& part = parts[chunk];
    float* gradients = gradients_.data() + rows.begin * width_;
    float* hessians = hessians_.data() + rows.begin * width_;
    part.loss += derive_steadily(loss_, rows, scores.data() + rows.begin * width_, gradients, hessians);
    all_->add_products(rows, gradients, width_, std::span(part.sums.gradients).first(count));
    all_->add_products(rows, hessians, width_, std::span(part.sums.hessians).first(count));
    add_totals(rows.size(), gradients, std::span(part.sums.gradients).subspan(count));
    add_totals(rows.size(), hessians, std::span(part.sums.hessians).subspan(count));
  });
  sums_.assign(count + width_);
  double loss = 0;
  for (const Part& part : parts) {
    part.sums.add_to(sums_);
    loss += part.loss;
  }
  return loss;
}

// Σ over the rows of x · h · (x·weights + intercept), for the parameters, then for the intercept.
void JointRefit::multiply(std::span<const float> weights, std::span<const float> intercept,
                          std::vector<double>& product) const {
  const std::size_t count = parameters_ * width_;
  std::vector<std::vector<double>> parts(chunks_);
  each_chunk([&](std::size_t chunk, RowRange rows) {
    thread_local std::vector<float> scores;
    scores.resize(rows.size() * width_);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t k = 0; k < width_; ++k) scores[i * width_ + k] = intercept[k];
    all_->add_scores(rows, weights.data(), width_, scores.data());
    const float* hessians = hessians_.data() + rows.begin * width_;
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] *= hessians[i];
    parts[chunk].resize(count + width_);
    all_->add_products(rows, scores.data(), width_, std::span(parts[chunk]).first(count));
    add_totals(rows.size(), scores.data(), std::span(parts[chunk]).subspan(count));
  });
  product.assign(count + width_, 0.0);
  for (const std::vector<double>& part : parts)
    for (std::size_t j = 0; j < part.size(); ++j) product[j] += part[j];
}

// A diagonal of 0 keeps conjugate gradients from moving a weight.
void JointRefit::hold_others(std::vector<double>& diagonal) const {
  for (std::size_t m = 0; m < design_.members(); ++m) {
    if (design_.output(m) == kNone) continue;
    const std::size_t begin = design_.first(m) * width_, end = begin + design_.count(m) * width_;
    for (std::size_t j = begin; j < end; ++j)
      if (j % width_ != static_cast<std::size_t>(design_.output(m))) diagonal[j] = 0;
  }
}

// The target of a Newton step, for the parameters, then for the intercept.
std::vector<double> JointRefit::solve(const RefitOptions& options, const DesignWeights& weights) const {
  const std::size_t count = parameters_ * width_, all = count + width_;
  const double ridge = options.ridge / loss_.unit();
  std::vector<double> residual(all), diagonal(all), product;
  for (std::size_t j = 0; j < all; ++j) {
    const bool free = j >= count;
    residual[j] = -(sums_.gradients[j] + (free ? 0 : ridge * static_cast<double>(weights.weights[j])));
    diagonal[j] = sums_.hessians[j] + (free ? 0 : ridge);
  }
  hold_others(diagonal);
  std::vector<float> towards(all);
  std::vector<double> scaled(all);
  const auto precondition = [&] {
    double length = 0;
    for (std::size_t j = 0; j < all; ++j) {
      scaled[j] = diagonal[j] > 0 ? residual[j] / diagonal[j] : 0;
      length += scaled[j] * residual[j];
    }
    return length;
  };
  double length = precondition();
  const double enough = kSolved * length;
  for (std::size_t j = 0; j < all; ++j) towards[j] = static_cast<float>(scaled[j]);
  std::vector<double> change(all);
  for (int i = 0; i < options.iterations && length > enough; ++i) {
    multiply(std::span(towards).first(count), std::span(towards).subspan(count), product);
    double curvature = 0;
    for (std::size_t j = 0; j < all; ++j) {
      if (j < count) product[j] += ridge * static_cast<double>(towards[j]);
      curvature += static_cast<double>(towards[j]) * product[j];
    }
    if (!(curvature > 0)) break;
    const double far = length / curvature;
    for (std::size_t j = 0; j < all; ++j) {
      change[j] += far * static_cast<double>(towards[j]);
      residual[j] -= far * product[j];
    }
    const double next = precondition(), keep = next / length;
    length = next;
    for (std::size_t j = 0; j < all; ++j)
      towards[j] = static_cast<float>(scaled[j] + keep * static_cast<double>(towards[j]));
  }
  return change;
}

// Whether the step was taken.
bool JointRefit::step(const RefitOptions& options, DesignWeights& weights, std::span<float> scores) {
  const double ridge = options.ridge / loss_.unit();
  objective_ = sum_derivatives(scores) + 0.5 * ridge * sum_of_squares(weights.weights);
  const std::vector<double> change = solve(options, weights);
  const DesignWeights before = weights;
  const std::vector<float> scores_before(scores.begin(), scores.end());
  double share = 1;
  for (int i = 0; i <= kHalvings; ++i, share /= 2) {
    for (std::size_t j = 0; j < weights.weights.size(); ++j)
      weights.weights[j] = static_cast<float>(static_cast<double>(before.weights[j]) + share * change[j]);
    for (std::size_t k = 0; k < width_; ++k)
      weights.intercept[k] =
          static_cast<float>(static_cast<double>(before.intercept[k]) + share * change[weights.weights.size() + k]);
    if (options.allow) options.allow(weights);
    score(weights, scores);
    std::vector<double> losses(chunks_);
    each_chunk([&](std::size_t chunk, RowRange rows) {
      losses[chunk] += loss_.derive(rows, scores.data() + rows.begin * width_, gradients_.data() + rows.begin * width_,
                                    hessians_.data() + rows.begin * width_);
    });
    const double objective =
        std::accumulate(losses.begin(), losses.end(), 0.0) + 0.5 * ridge * sum_of_squares(weights.weights);
    if (objective <= objective_) {
      objective_ = objective;
      return true;
    }
  }
  weights = before;
  std::ranges::copy(scores_before, scores.begin());
  return false;
}

double JointRefit::run(const RefitOptions& options, DesignWeights& weights, std::span<float> scores) {
  for (int i = 0; i < options.steps; ++i)
    if (!step(options, weights, scores)) break;
  return objective_;
}

}  // namespace espalier

#include "select/block_descent.h"

#include <algorithm>

namespace espalier {
namespace {

// Of the steepest curvature, for rows that are far on their side: a Newton step there would go too far.
constexpr double kLeastCurvature = 0.2;

}  // namespace

BlockDescent::BlockDescent(const Problem& problem, const BlockOptions& options, Threads& threads)
    : problem_(problem), options_(options), threads_(threads), scores_(problem.design.rows() * problem.width()) {}

double BlockDescent::epoch(std::span<const std::uint32_t> order, Candidates& candidates) {
  score_rows(problem_, candidates, scores_, threads_);
  const double before = objective(problem_, candidates, scores_, threads_);
  const std::vector<float> weights = candidates.weights, intercept = candidates.intercept;
  descend(order, candidates);
  const double after = objective(problem_, candidates, scores_, threads_);
  if (after <= before) return after;
  candidates.weights = weights;
  candidates.intercept = intercept;
  share_ /= 2;
  return before;
}

void BlockDescent::descend(std::span<const std::uint32_t> order, Candidates& candidates) {
  const std::size_t width = problem_.width();
  changed_.clear();
  intercept_change_.assign(width, 0.0F);
  for (std::size_t begin = 0; begin < order.size(); begin += options_.members) {
    const auto block = order.subspan(begin, std::min(options_.members, order.size() - begin));
    block_size_ = block.size();
    sum_block(block);
    if (begin == 0 && options_.intercept) {
      const double* sums = sums_.data() + sums_.size() - 2 * width;
      for (std::size_t k = 0; k < problem_.loss.outputs(); ++k) {
        const double least = kLeastCurvature * problem_.loss.steepest() * problem_.loss.total_weight();
        const auto step = static_cast<float>(-share_ * sums[k] / std::max(sums[width + k], least) /
                                             static_cast<double>(options_.members));
        candidates.intercept[k] += step;
        intercept_change_[k] = step;
      }
    } else {
      std::ranges::fill(intercept_change_, 0.0F);
    }
    std::size_t at = 0;
    change_.resize((sums_.size() / 2));
    for (const std::uint32_t member : block) {
      step_member(member, sums_.data() + 2 * at, candidates, change_.data() + at);
      at += problem_.design.count(member) * width;
    }
    changed_.assign(block.begin(), block.end());
  }
  sum_block({});
}

// Brings the scores up to date with the change before, and sums over the block. The last sum is that of all rows.
void BlockDescent::sum_block(std::span<const std::uint32_t> block) {
  const std::size_t width = problem_.width(), chunk = chunk_rows(width), rows = problem_.design.rows();
  std::size_t parameters = 1;
  for (const std::uint32_t member : block) parameters += problem_.design.count(member);
  const std::size_t chunks = (rows + chunk - 1) / chunk;
  chunk_sums_.resize(chunks);
  threads_.blocks(rows, chunk, [&](std::size_t begin, std::size_t end) {
    const RowRange range{begin, end};
    float* scores = scores_.data() + begin * width;
    const float* change = change_.data();
    for (const std::uint32_t member : changed_) {
      problem_.design.add_scores(member, range, change, width, scores);
      change += problem_.design.count(member) * width;
    }
    if (std::ranges::any_of(intercept_change_, [](float c) { return c != 0; })) {
      for (std::size_t i = 0; i < range.size(); ++i) {
        for (std::size_t k = 0; k < width; ++k) scores[i * width + k] += intercept_change_[k];
      }
    }
    if (block.empty()) return;
    thread_local std::vector<float> scratch;
    scratch.resize(2 * range.size() * width);
    float* gradients = scratch.data();
    float* hessians = gradients + range.size() * width;
    problem_.loss.derive(range, scores, gradients, hessians);
    std::vector<float>& sums = chunk_sums_[begin / chunk];
    sums.assign(parameters * 2 * width, 0.0F);
    float* to = sums.data();
    for (const std::uint32_t member : block) {
      problem_.design.add_sums(member, range, {gradients, hessians}, width, to);
      to += problem_.design.count(member) * 2 * width;
    }
    for (std::size_t i = 0; i < range.size(); ++i) {
      for (std::size_t k = 0; k < width; ++k) to[k] += gradients[i * width + k];
      for (std::size_t k = 0; k < width; ++k) to[width + k] += hessians[i * width + k];
    }
  });
  if (block.empty()) return;
  sums_.assign(parameters * 2 * width, 0.0);
  for (const std::vector<float>& sums : chunk_sums_) {
    for (std::size_t j = 0; j < sums.size(); ++j) sums_[j] += static_cast<double>(sums[j]);
  }
}

void BlockDescent::step_member(std::size_t member, const double* sums, Candidates& candidates, float* change) const {
  const std::size_t width = problem_.width(), first = problem_.design.first(member);
  const std::size_t count = problem_.design.count(member);
  const double share = share_ / static_cast<double>(options_.whole ? block_size_ : options_.members);
  const double ridge = problem_.ridge(), steepest = problem_.loss.steepest();
  float* weights = candidates.weights.data() + first * width;
  std::fill_n(change, count * width, 0.0F);
  if (problem_.grouping == Grouping::responses) {
    const float* v = problem_.responses.data() + first * width;
    double g = 0, h = 0, n = 0;
    for (std::size_t p = 0; p < count; ++p) {
      for (std::size_t k = 0; k < width; ++k) {
        const double x = v[p * width + k], w = weights[p * width + k];
        g += x * (sums[p * 2 * width + k] + ridge * w);
        h += x * x * sums[p * 2 * width + width + k];
        n += x * x * (kLeastCurvature * steepest * static_cast<double>(problem_.row_weight[first + p]));
        h += x * x * ridge;
        n += x * x * ridge;
      }
    }
    if (!(std::max(h, n) > 0)) return;
    const double step = -share * g / std::max(h, n);
    for (std::size_t j = 0; j < count * width; ++j) {
      const auto next = static_cast<float>(static_cast<double>(weights[j]) + step * static_cast<double>(v[j]));
      change[j] = next - weights[j];
      weights[j] = next;
    }
    return;
  }
  for (std::size_t p = 0; p < count; ++p) {
    if (!candidates.in[first + p]) continue;
    const double least = kLeastCurvature * steepest * static_cast<double>(problem_.row_weight[first + p]);
    for (std::size_t k = 0; k < problem_.loss.outputs(); ++k) {
      float& weight = weights[p * width + k];
      const double curvature = std::max(sums[p * 2 * width + width + k], least) + ridge;
      if (!(curvature > 0)) continue;
      const double step = -share * (sums[p * 2 * width + k] + ridge * static_cast<double>(weight)) / curvature;
      const auto next = static_cast<float>(static_cast<double>(weight) + step);
      change[p * width + k] = next - weight;
      weight = next;
    }
  }
}

}  // namespace espalier

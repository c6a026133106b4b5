#include "select/block_descent.h"

#include <algorithm>

namespace espalier {
namespace {

// Of the steepest curvature. Where rows are far on their side the loss is nearly flat, and a Newton step would go too
// far.
constexpr double kLeastCurvature = 0.2;

}  // namespace

// Of a block's weights and of the intercept, not yet in the scores.
struct BlockDescent::Change {
  const Block* block = nullptr;
  std::vector<float> weights;
  std::vector<float> intercept;
};

BlockDescent::BlockDescent(const Problem& problem, Threads& threads)
    : problem_(problem), threads_(threads), scores_(problem.design.rows() * problem.width()) {}

BlockDescent::Epoch BlockDescent::run(std::span<const std::uint32_t> order, std::size_t block, Candidates& candidates) {
  share_ = caution_ / static_cast<double>(block);
  score_rows(problem_, candidates, scores_, threads_);
  const std::vector<float> weights = candidates.weights, intercept = candidates.intercept;
  const double before = penalty(problem_, candidates) + descend(order, block, candidates);
  const double after = penalty(problem_, candidates) + loss_of(problem_, scores_, threads_);
  if (after <= before) return {after, false};
  candidates.weights = weights;
  candidates.intercept = intercept;
  caution_ /= 2;
  return {before, true};
}

// Returns the loss before.
double BlockDescent::descend(std::span<const std::uint32_t> order, std::size_t size, Candidates& candidates) {
  const std::size_t width = problem_.width();
  double before = 0;
  for (std::size_t begin = 0; begin < order.size(); begin += size) {
    const auto members = order.subspan(begin, std::min(size, order.size() - begin));
    std::size_t parameters = 0;
    for (const std::uint32_t member : members) parameters += problem_.design.count(member);
    const std::unique_ptr<Block> block = problem_.design.block(members);
    const bool with_intercept = begin == 0;
    const double loss = sum(*block, parameters, with_intercept);
    if (begin == 0) before = loss;
    Change change{block.get(), std::vector<float>(parameters * width), std::vector<float>(width)};
    if (with_intercept) step_intercept(candidates, change);
    std::size_t at = 0;
    for (const std::uint32_t member : members) {
      if (problem_.grouping == Grouping::responses)
        step_response(member, at, candidates, change);
      else
        step_member(member, at, candidates, change);
      at += problem_.design.count(member);
    }
    apply(change);
  }
  return before;
}

// Returns the loss.
double BlockDescent::sum(const Block& block, std::size_t parameters, bool with_total) {
  const std::size_t width = problem_.width(), chunk = chunk_rows(width);
  struct Sums {
    DerivativeSums block, total;
    double loss = 0;
  };
  std::vector<Sums> parts((problem_.design.rows() + chunk - 1) / chunk);
  threads_.blocks(problem_.design.rows(), chunk, [&](std::size_t begin, std::size_t end) {
    thread_local std::vector<float> scratch;
    const std::size_t count = (end - begin) * width;
    scratch.resize(2 * count);
    const Derivatives of{scratch.data(), scratch.data() + count};
    Sums& sums = parts[begin / chunk];
    sums.loss =
        problem_.loss.derive({begin, end}, scores_.data() + begin * width, scratch.data(), scratch.data() + count);
    sums.block.assign(parameters * width);
    block.add_sums({begin, end}, of, width, sums.block);
    if (!with_total) return;
    sums.total.assign(width);
    for (std::size_t i = 0; i < count; ++i) {
      sums.total.gradients[i % width] += static_cast<double>(of.gradients[i]);
      sums.total.hessians[i % width] += static_cast<double>(of.hessians[i]);
    }
  });
  sums_.assign(parameters * width);
  total_.assign(width);
  double loss = 0;
  for (const Sums& part : parts) {
    loss += part.loss;
    part.block.add_to(sums_);
    if (with_total) part.total.add_to(total_);
  }
  return loss;
}

void BlockDescent::apply(const Change& change) {
  const std::size_t width = problem_.width();
  const bool moved = std::ranges::any_of(change.intercept, [](float step) { return step != 0; });
  threads_.blocks(problem_.design.rows(), chunk_rows(width), [&](std::size_t begin, std::size_t end) {
    float* scores = scores_.data() + begin * width;
    change.block->add_scores({begin, end}, change.weights.data(), width, scores);
    for (std::size_t i = 0; moved && i < (end - begin) * width; ++i) scores[i] += change.intercept[i % width];
  });
}

void BlockDescent::step_intercept(Candidates& candidates, Change& change) const {
  const double least = kLeastCurvature * problem_.loss.steepest() * problem_.loss.total_weight();
  for (std::size_t k = 0; k < problem_.loss.outputs(); ++k) {
    const double step = -share_ * total_.gradients[k] / std::max(total_.hessians[k], least);
    change.intercept[k] = static_cast<float>(step);
    candidates.intercept[k] += change.intercept[k];
  }
}

void BlockDescent::step_member(std::size_t member, std::size_t at, Candidates& candidates, Change& change) const {
  const std::size_t width = problem_.width(), first = problem_.design.first(member);
  const double ridge = problem_.ridge(), least = kLeastCurvature * problem_.loss.steepest();
  for (std::size_t p = 0; p < problem_.design.count(member); ++p) {
    if (!candidates.in[first + p]) continue;
    const double flattest = least * static_cast<double>(problem_.row_weight[first + p]);
    for (std::size_t k = 0; k < problem_.loss.outputs(); ++k) {
      const std::size_t j = (at + p) * width + k;
      float& weight = candidates.weights[(first + p) * width + k];
      const double curvature = std::max(sums_.hessians[j], flattest) + ridge;
      if (!(curvature > 0)) continue;
      const double slope = sums_.gradients[j] + ridge * static_cast<double>(weight);
      const auto next = static_cast<float>(static_cast<double>(weight) - share_ * slope / curvature);
      change.weights[j] = next - weight;
      weight = next;
    }
  }
}

// One factor for the tree as it was grown: its weights stay multiples of its responses v.
void BlockDescent::step_response(std::size_t member, std::size_t at, Candidates& candidates, Change& change) const {
  const std::size_t width = problem_.width(), first = problem_.design.first(member);
  const double ridge = problem_.ridge(), least = kLeastCurvature * problem_.loss.steepest();
  const std::size_t count = problem_.design.count(member) * width;
  const float* responses = problem_.responses.data() + first * width;
  float* weights = candidates.weights.data() + first * width;
  double slope = 0, curvature = 0, flattest = 0;
  for (std::size_t j = 0; j < count; ++j) {
    const double v = responses[j], n = problem_.row_weight[first + j / width];
    slope += v * (sums_.gradients[at * width + j] + ridge * static_cast<double>(weights[j]));
    curvature += v * v * sums_.hessians[at * width + j];
    flattest += v * v * least * n;
  }
  double penalty = 0;
  for (std::size_t j = 0; j < count; ++j) penalty += ridge * static_cast<double>(responses[j]) * static_cast<double>(responses[j]);
  curvature = std::max(curvature, flattest) + penalty;
  if (!(curvature > 0)) return;
  for (std::size_t j = 0; j < count; ++j) {
    const double step = -share_ * slope / curvature * static_cast<double>(responses[j]);
    const auto next = static_cast<float>(static_cast<double>(weights[j]) + step);
    change.weights[at * width + j] = next - weights[j];
    weights[j] = next;
  }
}

}  // namespace espalier

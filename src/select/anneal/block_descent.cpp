#include "select/anneal/block_descent.h"

#include <algorithm>

namespace espalier {

BlockDescent::BlockDescent(const Problem& problem, Threads& threads)
    : problem_(problem), threads_(threads), scores_(problem.design.rows() * problem.width()) {}

BlockDescent::Epoch BlockDescent::run(std::span<const std::uint32_t> order, std::size_t block, Candidates& candidates) {
  share_ = caution_ / static_cast<double>(block);
  score_rows(problem_, candidates, scores_, threads_);
  const std::vector<float> weights = candidates.weights, intercept = candidates.intercept;
  const double before = penalty(problem_, candidates) + step_intercept(candidates);
  for (std::size_t begin = 0; begin < order.size(); begin += block) {
    step_block(order.subspan(begin, std::min(block, order.size() - begin)), candidates);
  }
  const double after = penalty(problem_, candidates) + loss_of(problem_, scores_, threads_);
  if (after <= before) return {after, false};
  candidates.weights = weights;
  candidates.intercept = intercept;
  caution_ /= 2;
  return {before, true};
}

void BlockDescent::step_block(std::span<const std::uint32_t> members, Candidates& candidates) {
  const std::size_t width = problem_.width();
  std::size_t parameters = 0;
  for (const std::uint32_t member : members) parameters += problem_.design.count(member);
  const std::unique_ptr<Block> block = problem_.design.block(members);
  sum(parameters * width,
      [&](RowRange rows, const Derivatives& of, DerivativeSums& sums) { block->add_sums(rows, of, width, sums); });
  std::vector<float> change(parameters * width);
  std::size_t at = 0;
  for (const std::uint32_t member : members) {
    if (problem_.grouping == Grouping::responses)
      step_response(member, at, candidates, change);
    else
      step_member(member, at, candidates, change);
    at += problem_.design.count(member);
  }
  threads_.blocks(problem_.design.rows(), chunk_rows(width), [&](std::size_t begin, std::size_t end) {
    block->add_scores({begin, end}, change.data(), width, scores_.data() + begin * width);
  });
}

// Returns the loss before it.
double BlockDescent::step_intercept(Candidates& candidates) {
  const std::size_t width = problem_.width();
  const double loss = sum(width, [&](RowRange rows, const Derivatives& of, DerivativeSums& sums) {
    for (std::size_t i = 0; i < rows.size() * width; ++i) {
      sums.gradients[i % width] += static_cast<double>(of.gradients[i]);
      sums.hessians[i % width] += static_cast<double>(of.hessians[i]);
    }
  });
  const double least = least_curvature(problem_.loss) * problem_.loss.total_weight();
  std::vector<float> change(width);
  for (std::size_t k = 0; k < problem_.loss.outputs(); ++k) {
    const auto next = static_cast<float>(static_cast<double>(candidates.intercept[k]) -
                                         share_ * sums_.gradients[k] / std::max(sums_.hessians[k], least));
    change[k] = next - candidates.intercept[k];
    candidates.intercept[k] = next;
  }
  threads_.blocks(scores_.size(), chunk_rows(width) * width, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) scores_[i] += change[i % width];
  });
  return loss;
}

// Sums over the rows at their scores: calls add(rows, derivatives, sums) for every chunk. Returns the loss.
template <class Add>
double BlockDescent::sum(std::size_t count, Add&& add) {
  const std::size_t width = problem_.width(), chunk = chunk_rows(width);
  struct Part {
    DerivativeSums sums;
    double loss = 0;
  };
  std::vector<Part> parts((problem_.design.rows() + chunk - 1) / chunk);
  threads_.blocks(problem_.design.rows(), chunk, [&](std::size_t begin, std::size_t end) {
    thread_local std::vector<float> scratch;
    const std::size_t numbers = (end - begin) * width;
    scratch.resize(2 * numbers);
    Part& part = parts[begin / chunk];
    part.loss =
        problem_.loss.derive({begin, end}, scores_.data() + begin * width, scratch.data(), scratch.data() + numbers);
    part.sums.assign(count);
    add(RowRange{begin, end}, Derivatives{scratch.data(), scratch.data() + numbers}, part.sums);
  });
  sums_.assign(count);
  double loss = 0;
  for (const Part& part : parts) {
    loss += part.loss;
    part.sums.add_to(sums_);
  }
  return loss;
}

void BlockDescent::step_member(std::size_t member, std::size_t at, Candidates& candidates,
                               std::vector<float>& change) const {
  const std::size_t width = problem_.width(), first = problem_.design.first(member);
  const double ridge = problem_.ridge(), least = least_curvature(problem_.loss);
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
      change[j] = next - weight;
      weight = next;
    }
  }
}

// One factor for the whole tree: its weights stay multiples of its responses v.
void BlockDescent::step_response(std::size_t member, std::size_t at, Candidates& candidates,
                                 std::vector<float>& change) const {
  const std::size_t width = problem_.width(), first = problem_.design.first(member);
  const double ridge = problem_.ridge(), least = least_curvature(problem_.loss);
  const std::size_t count = problem_.design.count(member) * width;
  const float* responses = problem_.responses.data() + first * width;
  float* weights = candidates.weights.data() + first * width;
  double slope = 0, curvature = 0, flattest = 0, penalty = 0;
  for (std::size_t j = 0; j < count; ++j) {
    const double v = responses[j], n = problem_.row_weight[first + j / width];
    slope += v * (sums_.gradients[at * width + j] + ridge * static_cast<double>(weights[j]));
    curvature += v * v * sums_.hessians[at * width + j];
    flattest += v * v * least * n;
    penalty += v * v * ridge;
  }
  curvature = std::max(curvature, flattest) + penalty;
  if (!(curvature > 0)) return;
  for (std::size_t j = 0; j < count; ++j) {
    const double step = -share_ * slope / curvature * static_cast<double>(responses[j]);
    const auto next = static_cast<float>(static_cast<double>(weights[j]) + step);
    change[at * width + j] = next - weights[j];
    weights[j] = next;
  }
}

}  // namespace espalier

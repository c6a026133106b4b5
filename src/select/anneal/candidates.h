// The candidates that are still in an annealing run, their weights, and their ranking.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "select/design.h"
#include "select/row_loss.h"

namespace espalier {

// The unit that is kept or dropped.
enum class Grouping : std::uint8_t {
  members,    // trees with all their terminals, refitted; columns
  responses,  // trees as they were grown: one factor per tree
  rules,      // single terminals
};

// The value of a group. n is the weight of a terminal's rows, N that of all rows, L the number of terminals.
enum class RankingCriterion : std::uint8_t {
  mean_square,      // Σ n/N β²: how far the group moves the scores of the training rows (dissertation)
  norm,             // ‖β‖ (Dawer, Guo, Barbu 2020, II.E)
  norm_per_leaf,    // ‖β‖ / L, which does not prefer deep trees (the same)
  square_per_leaf,  // ‖β‖² / L
};

// The parts of an annealing run that do not change.
struct Problem {
  const Design& design;
  const RowLoss& loss;
  Grouping grouping = Grouping::members;
  RankingCriterion criterion = RankingCriterion::mean_square;
  double shrinkage = 0;                    // λ, in rows: the penalty is ½ λ h Σ β², h the loss's max_curvature()
  std::vector<float> row_weight = {};      // of each parameter: Σ over rows of weight · x²
  std::vector<float> responses = {};       // of trees as they were grown: parameters × width
  std::vector<std::uint8_t> allowed = {};  // rules that may be taken, one flag per parameter; empty: all
  std::size_t width() const noexcept { return loss.width(); }
  double ridge() const noexcept { return shrinkage * loss.max_curvature() / loss.unit(); }
};

// Sums over the rows go by chunks of this many: float32 within a chunk, float64 from chunk to chunk, in order.
inline std::size_t chunk_rows(std::size_t width) noexcept { return std::max<std::size_t>(1024, 8192 / width); }

// Problem::row_weight.
std::vector<float> row_weights(const Design& design, const RowLoss& loss, Threads& threads);

struct Candidates {
  std::vector<std::uint32_t> members;  // members with a group that is still selected, ascending
  std::vector<std::uint8_t> in;        // one per parameter
  std::vector<float> weights;          // parameters × width, 0 for parameters that are out
  std::vector<float> intercept;        // width
  std::size_t groups = 0;              // still selected
};

// All groups except rules without rows; weights are zero.
Candidates all_candidates(const Problem& problem);

// The groups that are still selected, best first; ties keep their order. A group is its member or, for rules, its
// parameter.
std::vector<std::uint32_t> ranked(const Problem& problem, const Candidates& candidates);

// The parameters of a group.
struct ParameterRange {
  std::size_t first = 0;
  std::size_t count = 0;
};
ParameterRange parameters_of(const Problem& problem, std::uint32_t group);

// Keeps only these groups.
void keep(const Problem& problem, std::span<const std::uint32_t> groups, Candidates& candidates);

// The objective is the loss of the rows at these scores, rows × width, plus the penalty on the weights.
double loss_of(const Problem& problem, std::span<const float> scores, Threads& threads);
double penalty(const Problem& problem, const Candidates& candidates);

// Scores of all rows from the weights.
void score_rows(const Problem& problem, const Candidates& candidates, std::span<float> scores, Threads& threads);

}  // namespace espalier

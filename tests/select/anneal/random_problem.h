// Random annealing problems, and what they mean written out in double.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "basis/random_basis.h"
#include "espalier/loss.h"
#include "espalier/target.h"
#include "select/anneal/candidates.h"
#include "support/tables.h"

namespace espalier::test {

inline const std::vector<Loss> kAllLosses = {SquaredLoss{}, LogisticLoss{}, HingeLoss{}, SoftmaxLoss{}};
inline const std::vector<Grouping> kAllGroupings = {Grouping::members, Grouping::responses, Grouping::rules};

inline std::string name_of(const Loss& loss) {
  const char* names[] = {"squared", "logistic", "hinge", "softmax", "exponential"};
  return names[loss.index()];
}

// Targets that go with a loss: three classes for softmax, two for the losses of two, otherwise numbers.
inline Target target_for_loss(const Loss& loss, const std::vector<double>& signal, std::vector<double> weights = {}) {
  if (std::holds_alternative<SquaredLoss>(loss)) return regression(signal, std::move(weights));
  const bool several = std::holds_alternative<SoftmaxLoss>(loss);
  std::vector<std::int32_t> codes;
  for (const double s : signal) codes.push_back(several ? (s > 0.7) + (s > -0.7) : (s > 0));
  return classes(codes, several ? 3 : 2, std::move(weights));
}

// Trees with random terminals, and a target that depends on the first three of them.
struct RandomProblem {
  RandomProblem(const Loss& of, std::size_t rows, const std::vector<std::uint32_t>& terminals, std::uint64_t seed) {
    Random random(seed, "problem");
    design = std::make_unique<TreeDesign>(random_basis(rows, terminals, random));
    const Basis& basis = design->basis();
    const std::vector<float> truth = random_floats(basis.terminals(), random);
    std::vector<double> signal(rows), weights(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t t = 0; t < std::min<std::size_t>(3, basis.trees()); ++t) {
        signal[row] += static_cast<double>(truth[basis.offset(t) + basis.id(t, row)]);
      }
      signal[row] += 0.5 * random.normal();
      weights[row] = static_cast<double>(random.below(4)) / 2 + 0.25;
    }
    target = target_for_loss(of, signal, weights);
    loss = std::make_unique<RowLoss>(of, target);
    responses = random_floats(basis.terminals() * loss->width(), random);
    for (std::size_t j = 0; j < responses.size(); ++j) {
      if (j % loss->width() >= loss->outputs()) responses[j] = 0;  // padding
    }
  }

  Problem problem(Grouping grouping, double shrinkage) const {
    Threads one(1);
    Problem result{*design, *loss};
    result.grouping = grouping;
    result.shrinkage = shrinkage;
    result.row_weight = row_weights(*design, *loss, one);
    if (grouping == Grouping::responses) result.responses = responses;
    return result;
  }

  std::unique_ptr<TreeDesign> design;
  Target target;
  std::unique_ptr<RowLoss> loss;
  std::vector<float> responses;
};

// Score of one row and output: the definition.
inline double naive_score(const TreeDesign& design, const Candidates& at, std::size_t width, std::size_t row,
                          std::size_t output) {
  const Basis& basis = design.basis();
  double score = at.intercept[output];
  for (std::size_t t = 0; t < basis.trees(); ++t) {
    score += static_cast<double>(at.weights[(basis.offset(t) + basis.id(t, row)) * width + output]);
  }
  return score;
}

// The target of a row's loss: its class code, or its number in the units of the scores.
inline double target_of(const RowLoss& loss, const Target& target, std::size_t row) {
  if (target.task == Task::classification) return target.classes[row];
  return (target.values[row] - loss.offset()) / loss.scale();
}

struct NaiveRow {
  double value = 0;
  std::vector<double> gradient;
  std::vector<double> hessian;
};

// Loss and derivatives of one row of weight 1.
inline NaiveRow naive_row(const Loss& loss, double y, const std::vector<double>& scores) {
  NaiveRow row;
  row.gradient.resize(scores.size());
  row.hessian.resize(scores.size());
  std::visit(
      [&]<class L>(const L&) {
        if constexpr (std::is_same_v<L, SoftmaxLoss>) {
          const int code = static_cast<int>(y);
          row.value = L::value(code, scores);
          L::gradient(code, scores, row.gradient);
          L::hessian(code, scores, row.hessian);
        } else {
          row = {L::value(y, scores[0]), {L::gradient(y, scores[0])}, {L::hessian(y, scores[0])}};
        }
      },
      loss);
  return row;
}

inline NaiveRow naive_row(const RandomProblem& of, const Candidates& at, std::size_t row) {
  std::vector<double> scores(of.loss->outputs());
  for (std::size_t k = 0; k < scores.size(); ++k) scores[k] = naive_score(*of.design, at, of.loss->width(), row, k);
  return naive_row(of.loss->loss(), target_of(*of.loss, of.target, row), scores);
}

inline double naive_objective(const RandomProblem& of, const Problem& problem, const Candidates& at) {
  double sum = 0;
  for (const float weight : at.weights) sum += 0.5 * problem.ridge() * static_cast<double>(weight * weight);
  for (std::size_t row = 0; row < of.target.rows(); ++row) sum += of.target.weight(row) * naive_row(of, at, row).value;
  return sum;
}

// Weights far from any good ones; of responses, multiples of them.
inline void scatter(const Problem& problem, double spread, Random& random, Candidates& candidates) {
  const std::size_t width = problem.width();
  for (const std::uint32_t member : candidates.members) {
    const double factor = spread * random.normal();
    for (std::size_t p = problem.design.first(member); p < problem.design.first(member) + problem.design.count(member);
         ++p) {
      for (std::size_t k = 0; k < problem.loss.outputs() && candidates.in[p]; ++k) {
        const std::size_t j = p * width + k;
        const double weight = problem.grouping == Grouping::responses
                                  ? factor * static_cast<double>(problem.responses[j])
                                  : spread * random.normal();
        candidates.weights[j] = static_cast<float>(weight);
      }
    }
  }
}

}  // namespace espalier::test

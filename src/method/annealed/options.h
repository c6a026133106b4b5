// The options that all annealed methods share, and how they set up the engine.
#pragma once

#include <optional>
#include <vector>

#include "espalier/loss.h"
#include "method/annealed/information.h"
#include "method/options/loss_option.h"
#include "method/options/options.h"
#include "method/options/shared_options.h"
#include "select/anneal/anneal.h"

namespace espalier {

inline constexpr Choices<Solver, 3> kSolvers = {
    {{"blocks", Solver::blocks}, {"momentum", Solver::momentum}, {"sgd", Solver::sgd}}};
inline constexpr Choices<RankingCriterion, 4> kCriteria = {{{"mean-square", RankingCriterion::mean_square},
                                                            {"norm", RankingCriterion::norm},
                                                            {"norm-per-leaf", RankingCriterion::norm_per_leaf},
                                                            {"square-per-leaf", RankingCriterion::square_per_leaf}}};

inline constexpr Choices<ChooseBy, 3> kChooseBy = {
    {{"cv", ChooseBy::cv}, {"aic", ChooseBy::aic}, {"bic", ChooseBy::bic}}};

struct AnnealedOptions {
  std::optional<LossName> loss;
  std::vector<double> shrinkage = {3, 10, 30, 100, 300};
  std::vector<int> levels = {50};
  ChooseBy choose = ChooseBy::cv;
  std::optional<int> folds;
  Effort effort = Effort::normal;
  Solver solver = Solver::blocks;
  int iterations = 150;
  double mu = 10;
  std::optional<double> step;

  // Options is a struct that derives from this one.
  template <class Options, class Visit>
  static void fields_of(Visit&& visit) {
    const auto inherited = visit_inherited<Options, AnnealedOptions>(visit);
    using T = AnnealedOptions;
    inherited("loss", &T::loss, kLosses, kLossHelp);
    inherited("shrinkage", &T::shrinkage, NumberList{0, 1e9},
              "L2 regularisation of the weights, in rows: each weight is pulled towards 0 as if by this many extra "
              "rows; the best of several values is chosen");
    inherited("levels", &T::levels, IntegerList{1, 1e6},
              "number of sizes to try, on an exponential grid up to the budget (1: only the budget itself); or a list "
              "of sizes, up to the budget");
    inherited(
        "choose", &T::choose, kChooseBy,
        "what size and shrinkage are chosen by: the loss on held-out rows or, without them, cross-validation (cv); "
        "or the information criterion of Akaike (aic) or Schwarz (bic) on the training rows");
    inherited("folds", &T::folds, Range{1, 1000},
              "folds of the cross-validation that chooses size and shrinkage; 1: a fifth of the rows is held out once "
              "instead; by default, if no held-out rows are given, 5 for up to 10,000 rows and 1 for more");
    inherited("effort", &T::effort, kEfforts, kEffortHelp);
    inherited("solver", &T::solver, kSolvers,
              "how weights are fitted: Newton steps on blocks of them, gradient steps with momentum, or the paper's "
              "stochastic gradient steps");
    inherited("iterations", &T::iterations, Range{1, 1e6}, "epochs of the annealing run");
    inherited("mu", &T::mu, Range{0, 1e6},
              "annealing speed: how fast the schedule drops candidates; 10 to 20 works well");
    inherited("step", &T::step, Range{1e-12, 1e3},
              "learning rate of sgd; by default 0.001, or 0.00002 for the squared loss");
  }
};

// Throws for options that are wrong together.
void check_annealed(const AnnealedOptions& options);

template <class Options>
Options parse_annealed(const OptionValues& values) {
  auto options = parse_options<Options>(values);
  check_annealed(options);
  return options;
}

// Sizes to stop at, in descending order, none above `most`.
std::vector<std::size_t> levels_of(const AnnealedOptions& options, std::size_t most);

AnnealPlan anneal_plan(const AnnealedOptions& options, const Loss& loss, std::uint64_t seed);

}  // namespace espalier

// The options that all annealed methods share, and what they mean for the engine.
#pragma once

#include <optional>
#include <vector>

#include "espalier/loss.h"
#include "method/options/loss_option.h"
#include "method/options/options.h"
#include "select/anneal/anneal.h"

namespace espalier {

inline constexpr Choices<Solver, 3> kSolvers = {
    {{"blocks", Solver::blocks}, {"momentum", Solver::momentum}, {"sgd", Solver::sgd}}};
inline constexpr Choices<Criterion, 3> kCriteria = {{{"mean-square", Criterion::mean_square},
                                                     {"norm-per-leaf", Criterion::norm_per_leaf},
                                                     {"square-per-leaf", Criterion::square_per_leaf}}};

struct AnnealSettings {
  std::optional<LossName> loss;
  std::vector<double> shrinkage = {3, 10, 30, 100, 300};
  std::vector<int> levels = {50};
  std::optional<int> folds;
  Solver solver = Solver::blocks;
  int iterations = 150;
  double mu = 10;
  std::optional<double> step;

  // Settings is a struct that derives from this one.
  template <class Settings, class Visit>
  static void fields_of(Visit&& visit) {
    const auto inherited = [&]<class T>(std::string_view name, T AnnealSettings::*member, const auto& limit,
                                        std::string_view help) {
      visit(name, static_cast<T Settings::*>(member), limit, help);
    };
    using T = AnnealSettings;
    inherited("loss", &T::loss, kLosses, "squared for regression, logistic for two classes, softmax for more");
    inherited("shrinkage", &T::shrinkage, NumberList{0, 1e9},
              "rows that each weight is shrunk by, as if there were so many with nothing to say; the best of several");
    inherited("levels", &T::levels, IntegerList{1, 1e6},
              "how many sizes to try, on an exponential grid up to the budget (1: the budget itself); or a list of "
              "sizes, up to the budget");
    inherited("folds", &T::folds, Range{1, 1000},
              "parts of the rows to choose size and shrinkage by, in turn; 1 holds out a fifth once. Without held-out "
              "rows of its own: 5 up to 10,000 rows, 1 beyond");
    inherited("solver", &T::solver, kSolvers,
              "Newton steps on blocks, gradient steps with momentum, or the paper's stochastic gradient steps");
    inherited("iterations", &T::iterations, Range{1, 1e6}, "epochs of the annealing run");
    inherited("mu", &T::mu, Range{0, 1e6}, "how fast the schedule drops candidates; 10 to 20 works well");
    inherited("step", &T::step, Range{1e-12, 1e3}, "of sgd: 0.001, or 0.00002 for the squared loss");
  }
};

// Sizes to stop at, falling, none above `most`.
std::vector<std::size_t> levels_of(const AnnealSettings& settings, std::size_t most);

AnnealOptions anneal_options(const AnnealSettings& settings, const Loss& loss, std::uint64_t seed);

}  // namespace espalier

// The options of neural rules.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "espalier/neural_rules.h"
#include "method/neural/inputs.h"
#include "method/options/option_kinds.h"
#include "method/options/shared_options.h"
#include "neural/net_trainer.h"

namespace espalier {

enum class RuleForm : std::uint8_t { plain, deep };
enum class RuleInputs : std::uint8_t { automatic, tree, all };
enum class TransformChoice : std::uint8_t { automatic, standard, rank, mixed };
enum class RateDecay : std::uint8_t { none, cosine };

inline constexpr Choices<RuleForm, 2> kRuleForms = {{{"plain", RuleForm::plain}, {"deep", RuleForm::deep}}};
inline constexpr Choices<RuleInputs, 3> kRuleInputs = {
    {{"auto", RuleInputs::automatic}, {"tree", RuleInputs::tree}, {"all", RuleInputs::all}}};
inline constexpr Choices<TransformChoice, 4> kTransforms = {{{"auto", TransformChoice::automatic},
                                                             {"standard", TransformChoice::standard},
                                                             {"rank", TransformChoice::rank},
                                                             {"mixed", TransformChoice::mixed}}};
inline constexpr Choices<RateDecay, 2> kRateDecays = {{{"none", RateDecay::none}, {"cosine", RateDecay::cosine}}};

struct NeuralOptions {
  std::vector<int> depth = {4, 6, 8, 10};
  RuleInputs inputs = RuleInputs::automatic;
  RuleForm form = RuleForm::plain;
  std::optional<int> ensemble;
  int epochs = 100;
  int batch = 128;
  double rate = 0.01;
  RateDecay decay = RateDecay::cosine;
  int patience = 30;
  TransformChoice transform = TransformChoice::automatic;
  double weight_decay = 0;
  double prune_speed = 10;
  Effort effort = Effort::normal;

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = NeuralOptions;
    visit("depth", &T::depth, IntegerList{1, kMostPlanes},
          "maximum depth of the tree that the rules come from; the best of several values is chosen on held-out rows");
    visit("inputs", &T::inputs, kRuleInputs,
          "columns that a rule's planes use: those of its tree, or all; auto: whichever is better on held-out rows");
    visit(
        "form", &T::form, kRuleForms,
        "shape of the rules: one layer, which makes them convex (plain), or two layers, which allow any shape (deep)");
    visit(
        "ensemble", &T::ensemble, Range{1, 1000},
        "networks that are averaged; all but the first start from trees grown on random samples; by default 5, or with "
        "a budget as many as allow 30 rules each");
    visit("epochs", &T::epochs, Range{0, 1e6}, "maximum number of passes over the rows");
    visit("batch", &T::batch, Range{1, 1e6}, "rows per step");
    visit("rate", &T::rate, Range{1e-9, 10}, "learning rate");
    visit("decay", &T::decay, kRateDecays,
          "schedule of the learning rate: constant, or falling to 0 over the epochs along a cosine");
    visit("patience", &T::patience, Range{0, 1e6},
          "early stopping: training ends after this many epochs without improvement on held-out rows, with up to "
          "5,000 rows or effort high; 0: no early stopping");
    visit("transform", &T::transform, kTransforms,
          "how numbers are scaled: to mean 0 and standard deviation 1, by rank, or the mean of both; auto: whichever "
          "is best on held-out rows");
    visit("weight-decay", &T::weight_decay, Range{0, 10},
          "decoupled weight decay: each step multiplies the weights by 1 minus this times the learning rate");
    visit("prune-speed", &T::prune_speed, Range{0, 1e12},
          "how early rules in excess of the budget are dropped: 0 evenly over the first half of the epochs; "
          "larger values drop more of them early");
    visit("effort", &T::effort, kEfforts, kEffortHelp);
  }
};

TrainOptions train_options(const NeuralOptions& options);

}  // namespace espalier

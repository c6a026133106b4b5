// The options of neural rules.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/option_kinds.h"
#include "espalier/neural_rules.h"
#include "method/neural/inputs.h"
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

  template <class Visit>
  static void fields(Visit&& visit) {
    using T = NeuralOptions;
    visit("depth", &T::depth, IntegerList{1, kMostPlanes},
          "deepest leaf of the tree that the rules come from; the best of several on held-out rows");
    visit("inputs", &T::inputs, kRuleInputs,
          "what the planes of a rule are over: the columns of its tree, or all; auto: the better on held-out rows");
    visit("form", &T::form, kRuleForms, "rules of one layer, which are convex, or of two, which may be any shape");
    visit("ensemble", &T::ensemble, Range{1, 1000},
          "networks that are averaged, all but the first from trees of samples; if not given, 5, or with a budget as "
          "many as "
          "leave each 30 rules");
    visit("epochs", &T::epochs, Range{0, 1e6}, "most passes over the rows");
    visit("batch", &T::batch, Range{1, 1e6}, "rows of a step");
    visit("rate", &T::rate, Range{1e-9, 10}, "size of a step");
    visit("decay", &T::decay, kRateDecays, "whether the rate falls to 0 over the epochs, along a cosine");
    visit("patience", &T::patience, Range{0, 1e6},
          "epochs that may be no better on held-out rows before training ends; 0: all epochs are gone through");
    visit("transform", &T::transform, kTransforms,
          "how numbers are scaled: to mean 0 and spread 1, by rank, or the mean of both; auto: the best on held-out "
          "rows");
    visit("weight-decay", &T::weight_decay, Range{0, 10}, "how much of each weight goes with each step of rate 1");
    visit("prune-speed", &T::prune_speed, Range{0, 1e12},
          "how early rules are dropped that a budget leaves no room for: evenly over half of the epochs, or most at "
          "once");
  }
};

TrainOptions train_options(const NeuralOptions& options);

}  // namespace espalier

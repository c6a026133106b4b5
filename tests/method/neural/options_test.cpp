#include "method/neural/options.h"

#include <gtest/gtest.h>

#include "data/expect_error.h"
#include "espalier/error.h"
#include "espalier/method.h"
#include "espalier/options.h"
#include "method/options/options.h"

namespace espalier {
namespace {

TEST(NeuralSettings, GoToTheTrainerAsTheyAre) {
  NeuralOptions options;
  options.epochs = 7;
  options.batch = 20;
  options.rate = 0.5;
  options.weight_decay = 0.25;
  options.prune_speed = 3;
  TrainOptions train = train_options(options);
  EXPECT_EQ(train.epochs, 7U);
  EXPECT_EQ(train.batch, 20U);
  EXPECT_EQ(train.rate, 0.5);
  EXPECT_TRUE(train.cosine);
  EXPECT_EQ(train.weight_decay, 0.25);
  EXPECT_EQ(train.prune.speed, 3);
  EXPECT_GT(train.prune.keep, 1000000U);  // all
  options.decay = RateDecay::none;
  EXPECT_FALSE(train_options(options).cosine);
}

TEST(NeuralSettings, AreReadFromText) {
  const auto options = parse_options<NeuralOptions>({{"depth", "2,4"},
                                                     {"inputs", "tree"},
                                                     {"form", "deep"},
                                                     {"transform", "rank"},
                                                     {"decay", "none"},
                                                     {"effort", "high"}});
  EXPECT_EQ(options.effort, Effort::high);
  EXPECT_EQ(options.depth, (std::vector<int>{2, 4}));
  EXPECT_EQ(options.inputs, RuleInputs::tree);
  EXPECT_EQ(options.form, RuleForm::deep);
  EXPECT_EQ(options.transform, TransformChoice::rank);
  EXPECT_EQ(options.decay, RateDecay::none);
  EXPECT_FALSE(options.ensemble);
}

TEST(NeuralSettings, ThePaperHasOneNetOverTheColumnsOfItsTree) {
  const Method& method = find_method("neural");
  const auto paper = parse_options<NeuralOptions>(preset_options(method, "paper"));
  EXPECT_EQ(paper.depth, (std::vector<int>{2, 4, 6, 8, 10}));
  EXPECT_EQ(paper.inputs, RuleInputs::tree);
  EXPECT_EQ(paper.transform, TransformChoice::standard);
  EXPECT_EQ(paper.ensemble, 1);
  EXPECT_EQ(paper.decay, RateDecay::cosine);
  EXPECT_EQ(paper.patience, 0);
  EXPECT_EQ(paper.effort, Effort::high);
  for (const Preset& preset : method.presets) EXPECT_NO_THROW(method.check(preset_options(method, preset.name)));
}

TEST(NeuralSettings, WhatIsOutOfRangeIsRefused) {
  const Method& method = find_method("neural");
  for (const OptionValues& wrong : std::vector<OptionValues>{{{"depth", "0"}},
                                                             {{"depth", "65"}},
                                                             {{"depth", ""}},
                                                             {{"form", "flat"}},
                                                             {{"inputs", "some"}},
                                                             {{"transform", "log"}},
                                                             {{"ensemble", "0"}},
                                                             {{"epochs", "-1"}},
                                                             {{"batch", "0"}},
                                                             {{"rate", "0"}},
                                                             {{"weight-decay", "-1"}}})
    EXPECT_THROW(method.check(wrong), Error) << wrong.begin()->first << " " << wrong.begin()->second;
  EXPECT_ERROR(method.check({{"form", "flat"}}), ErrorCode::usage, "form must be plain or deep, got flat");
}

}  // namespace
}  // namespace espalier

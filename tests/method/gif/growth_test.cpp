#include "method/gif/growth.h"

#include <gtest/gtest.h>

#include <cmath>

#include "espalier/budget.h"
#include "espalier/evaluate.h"
#include "espalier/predict.h"
#include "grow/criterion/target_mean.h"
#include "method/annealed/annealed_sample.h"

namespace espalier {
namespace {

constexpr InducedSize kNoLimit = {1U << 30, 1U << 30};

struct Kind {
  int classes;
  GifLoss loss;
};

class GifGrowths : public testing::TestWithParam<Kind> {
 protected:
  const LabelledRows rows = test::annealed_sample(200, GetParam().classes, 1);
  const LabelledView train = {rows.table, rows.target};
  const GifSetting setting = {GetParam().loss, GifSplit::global, 10, 1, 0.2};
  const std::vector<std::uint32_t> all = rows_with_weight(rows.target);
  const GifOptions options{};
  Threads threads{1};
  const GifData data{train, train.table, 2, threads};
};

TEST_P(GifGrowths, GiveModelsOfAsManyNodesThatKnowMoreThanTheConstant) {
  GifGrowth growth(data, all, setting, options, 1, threads);
  for (int step = 0; step < 40; ++step) growth.forest().grow(kNoLimit);
  EXPECT_EQ(size_of(growth.model(40)).nodes, growth.forest().size().nodes);
  EXPECT_EQ(size_of(growth.model(0)).nodes, 0U);
  EXPECT_LT(error_of(evaluate(growth.model(40), rows.table, rows.target)),
            0.8 * error_of(evaluate(growth.model(0), rows.table, rows.target)));
}

TEST_P(GifGrowths, EveryStageIsTheModelOfThatSize) {
  GifGrowth growth(data, all, setting, options, 1, threads);
  for (int step = 0; step < 40; ++step) growth.forest().grow(kNoLimit);
  for (const double ridge : {0.0, 5.0}) {
    if (ridge > 0 && setting.loss != GifLoss::squared) continue;
    Model whole = growth.refitted(40, ridge);
    std::get<Forest>(whole.body).stages = growth.stages(40);
    EXPECT_EQ(decode(encode(whole), "memory"), whole);
    for (std::size_t taken = 1; taken < 40; ++taken) {
      const Model there = stripped(growth.model(taken));
      const Model again = stripped(at_stage(whole, growth.forest().size(taken).nodes));
      EXPECT_EQ(predict_scores(again, rows.table), predict_scores(there, rows.table)) << taken;
      EXPECT_EQ(size_of(again).nodes, size_of(there).nodes);
    }
  }
}

TEST_P(GifGrowths, AreScaledAndFinishedAsTheyWere) {
  GifGrowth growth(data, all, setting, options, 1, threads);
  for (int step = 0; step < 40; ++step) growth.forest().grow(kNoLimit);
  const std::vector<double> scores = predict_scores(growth.refitted(40, 0), rows.table);
  const std::vector<double> start = predict_scores(growth.model(0), rows.table);
  growth.set_scale(3);
  const Stages stages = growth.stages(40);
  Model scaled = growth.finished(40, 0);
  const std::vector<double> after = predict_scores(scaled, rows.table);
  for (std::size_t i = 0; i < after.size(); ++i)
    EXPECT_NEAR(after[i], start[i] + 3 * (scores[i] - start[i]), 1e-4 * (1 + std::abs(after[i])));
  std::get<Forest>(scaled.body).stages = stages;
  EXPECT_EQ(predict_scores(at_stage(scaled, size_of(scaled).nodes), rows.table), after);
  EXPECT_EQ(growth.stages(40), stages);
}

TEST_P(GifGrowths, StartFromTheRowsThatTheyAreGivenAlone) {
  const std::vector<std::uint32_t> some(all.begin(), all.begin() + 120);
  const LabelledRows alone = {take_rows(rows.table, some), take_rows(rows.target, some)};
  const LabelledView alone_set = {alone.table, alone.target};
  const GifData alone_data(alone_set, alone_set.table, 2, threads);
  const std::vector<std::uint32_t> every = rows_with_weight(alone.target);
  GifGrowth of_some(data, some, setting, options, 1, threads);
  GifGrowth of_all(alone_data, every, setting, options, 1, threads);
  for (int step = 0; step < 30; ++step) of_some.forest().grow(kNoLimit), of_all.forest().grow(kNoLimit);
  const std::vector<double> a = predict_scores(of_some.model(30), rows.table);
  const std::vector<double> b = predict_scores(of_all.model(30), rows.table);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Kinds, GifGrowths,
                         testing::Values(Kind{0, GifLoss::squared}, Kind{2, GifLoss::squared},
                                         Kind{3, GifLoss::squared}, Kind{2, GifLoss::exponential},
                                         Kind{3, GifLoss::exponential}, Kind{2, GifLoss::softmax},
                                         Kind{3, GifLoss::softmax}));

}  // namespace
}  // namespace espalier

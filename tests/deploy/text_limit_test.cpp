#include "deploy/text_limit.h"

#include <gtest/gtest.h>

#include <string>

#include "deploy/trees.h"
#include "espalier/draw.h"
#include "espalier/error.h"
#include "espalier/export.h"
#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/rules.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

const std::string kTooMuch = "out of all proportion to its file";

template <class Show>
void expect_too_much(Show&& show) {
  samples::expect_error(ErrorCode::model, kTooMuch, [&] { show(); });
}

// A file of fifty kilobytes whose every line would repeat a name of thirty.
TEST(TextLimit, ANameOfManyBytesIsNotRepeatedWithoutEnd) {
  Model model = samples::chain(3000);
  model.features[0].name = std::string(30'000, 'x');
  ASSERT_LT(encode(model).size(), 60'000U);
  DrawOptions all;
  all.max_depth = 1'000'000;
  expect_too_much([&] { draw(model, all); });
  expect_too_much([&] { export_dot(model); });
  expect_too_much([&] { draw_rules(model); });
  expect_too_much([&] { rules_of(model); });
  EXPECT_NO_THROW(draw(model));  // down to the usual depth
  EXPECT_NO_THROW(export_json(model));
}

// Every leaf of one class among very many would be a rule with a weight for each.
TEST(TextLimit, RulesWithAWeightForEachOfManyClassesAreCounted) {
  Model model = samples::chain(4000);
  model.task = Task::classification;
  model.link = Link::softmax;
  model.classes = samples::numbered("c", 10'000);
  auto& forest = std::get<Forest>(model.body);
  forest.intercept.assign(model.classes.size(), 0.0);
  forest.trees[0].output = 1;
  forest.statistics.reset();
  expect_too_much([&] { rules_of(model); });
}

TEST(TextLimit, ALinearModelWithALongNameForEachLabelIsBounded) {
  Model model = samples::line();
  auto& linear = std::get<Linear>(model.body);
  linear.statistics.reset();
  Feature& color = model.features[1];
  color.name = std::string(30'000, 'x');
  const float weight = linear.weights[1];
  for (int i = 0; i < 3000; ++i) {
    color.labels.push_back(std::to_string(i));
    linear.terms.push_back({1, static_cast<std::uint32_t>(color.labels.size() - 1), 0});
    linear.weights.push_back(weight);
  }
  DrawOptions all;
  all.max_terms = 1'000'000;
  expect_too_much([&] { draw(model, all); });
}

}  // namespace
}  // namespace espalier

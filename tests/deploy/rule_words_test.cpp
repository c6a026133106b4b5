#include "deploy/rule_words.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "espalier/target.h"
#include "support/samples.h"

namespace espalier {
namespace {

constexpr float kMost = std::numeric_limits<float>::max();

Model with_features() {
  Model model;
  model.features = {samples::numeric("x"), samples::categorical("c", {"p", "q", "r"})};
  return model;
}

std::string words(std::optional<float> above, std::optional<float> at_most, bool missing) {
  RuleCondition condition;
  condition.above = above;
  condition.at_most = at_most;
  condition.missing = missing;
  return condition_text(with_features(), condition);
}

std::string words(std::vector<std::uint32_t> labels, bool missing) {
  RuleCondition condition;
  condition.feature = 1;
  condition.present = !labels.empty();
  condition.labels = std::move(labels);
  condition.missing = missing;
  return condition_text(with_features(), condition);
}

TEST(RuleWords, IntervalsReadAsAPersonWritesThem) {
  EXPECT_EQ(words({}, 0.8F, false), "x <= 0.8");
  EXPECT_EQ(words(2, {}, false), "x > 2");
  EXPECT_EQ(words(2, 5, false), "2 < x <= 5");
  EXPECT_EQ(words(2, 5, true), "(2 < x <= 5 or is missing)");
}

TEST(RuleWords, ANameOfSeveralWordsIsInQuotes) {
  Model model;
  model.features = {samples::numeric("age AND sex"), samples::categorical("eye color", {"p", "q", "r"})};
  RuleCondition condition;
  condition.at_most = 3.0F;
  EXPECT_EQ(condition_text(model, condition), "\"age AND sex\" <= 3");
  condition = {};
  condition.feature = 1;
  condition.labels = {0, 2};
  EXPECT_EQ(condition_text(model, condition), "\"eye color\" in {p, r}");
}

TEST(RuleWords, SplitsOfWhatIsPresentFromWhatIsMissingSaySo) {
  EXPECT_EQ(words({}, kMost, false), "x is present");
  EXPECT_EQ(words(kMost, {}, true), "x is missing or inf");
  EXPECT_EQ(words(kMost, {}, false), "x = inf");
  EXPECT_EQ(words({}, kMost, true), "x is not inf");
  EXPECT_EQ(words(2, kMost, false), "2 < x < inf");
  RuleCondition condition;
  condition.present = false;
  condition.missing = true;
  EXPECT_EQ(condition_text(with_features(), condition), "x is missing");
}

TEST(RuleWords, SetsOfLabelsNameWhatPasses) {
  EXPECT_EQ(words({0, 2}, false), "c in {p, r}");
  EXPECT_EQ(words({0, 2}, true), "(c in {p, r} or is missing)");
  EXPECT_EQ(words({0, 1, 2}, false), "c is present");
  EXPECT_EQ(words({}, true), "c is missing");
}

std::string outcome(const std::vector<std::string>& classes, std::vector<double> shares) {
  Model model;
  model.task = Task::classification;
  model.classes = classes;
  return outcome_text(model, shares);
}

TEST(RuleWords, OutcomesNameTheClass) {
  EXPECT_EQ(outcome({"setosa", "versicolor"}, {0.93}), "93% versicolor");
  EXPECT_EQ(outcome({"setosa", "versicolor"}, {0.25}), "75% setosa");
  EXPECT_EQ(outcome({"0", "1"}, {0.93}), "93% positive");
  EXPECT_EQ(outcome({"no", "yes"}, {0.07}), "7% positive");
  EXPECT_EQ(outcome({"a", "b", "c"}, {0.25, 0.5, 0.25}), "50% b");
  EXPECT_EQ(outcome_text(Model(), std::vector<double>{3.25}), "mean 3.25");
  Model several;
  several.targets = {"width", "height"};
  EXPECT_EQ(outcome_text(several, std::vector<double>{3.25, 1}), "mean width 3.25, height 1");
}

TEST(RuleWords, NoShareIsRoundedToAllOrNothing) {
  EXPECT_EQ(outcome({"a", "b"}, {0.999}), ">99% b");
  EXPECT_EQ(outcome({"0", "1"}, {0.001}), "<1% positive");
  EXPECT_EQ(outcome({"a", "b"}, {1}), "100% b");
  EXPECT_EQ(outcome({"0", "1"}, {0}), "0% positive");
  EXPECT_EQ(outcome({"a", "b"}, {0.994}), "99% b");
}

}  // namespace
}  // namespace espalier

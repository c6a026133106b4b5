#include <gtest/gtest.h>

#include <limits>

#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "model/errors.h"
#include "support/samples.h"
#include "support/validate.h"

namespace espalier {
namespace {

TEST(MakeModel, NamesOnlyWhatItUsesAndRenumbersTheSplits) {
  const Model model = samples::mixed();
  ASSERT_EQ(model.features.size(), 2U);
  EXPECT_EQ(model.features[0].name, "width");
  EXPECT_EQ(model.features[1].name, "color");
  const auto& forest = std::get<Forest>(model.body);
  EXPECT_EQ(forest.splits[0].feature, 1U);
  EXPECT_EQ(forest.splits[1].feature, 0U);
  EXPECT_EQ(model.classes, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(samples::problem_of(model), "");
}

TEST(MakeModel, RefusesNamesThatOccurTwice) {
  const Model model = samples::mixed();
  const auto& copy = std::get<Forest>(model.body);
  const std::vector<Feature> features = {samples::numeric("a"), samples::categorical("a", {"p", "q", "r"})};
  samples::expect_error(ErrorCode::data, "the column \"a\" appears twice", [&] {
    make_model(samples::class_target("y", {"1", "2", "3"}), Link::softmax, features, copy);
  });
  samples::expect_error(ErrorCode::data, "the class \"1\" appears twice", [&] {
    make_model(samples::class_target("y", {"1", "2", "1"}), Link::softmax,
               {features[0], samples::categorical("b", {"p", "q", "r"})}, copy);
  });
  samples::expect_error(ErrorCode::data, "the category of column \"b\" \"p\" appears twice", [&] {
    make_model(samples::class_target("y", {"1", "2", "3"}), Link::softmax,
               {features[0], samples::categorical("b", {"p", "q", "p"})}, copy);
  });
}

TEST(MakeModel, SortsLinearTermsAndLeavesOutWhatHasNoWeight) {
  const Model model = samples::line();
  const auto& linear = std::get<Linear>(model.body);
  EXPECT_EQ(model.features, (std::vector<Feature>{samples::numeric("age"), samples::categorical("color", {"red"})}));
  EXPECT_EQ(linear.terms, (std::vector<LinearTerm>{{0, 0, 30.5F}, {1, 0, 0}}));
  EXPECT_EQ(linear.weights, (std::vector<float>{2, -1.25F}));
  EXPECT_EQ(samples::problem_of(model), "");
}

TEST(MakeModel, WeightsAndSpreadsGoWithTheirTerms) {
  Linear linear;
  linear.intercept = {0, 0};
  linear.terms = {{1, 0, 5}, {0, 2, 0}, {0, 1, 0}, {0, 0, 0}};
  linear.weights = {1, 2, 3, 0, 0, 0, 7, 8};
  linear.statistics = TermStatistics{{10, 20, 30, 40}};
  const Model model = make_model(samples::class_target("y", {"p", "q"}), Link::softmax,
                                 {samples::categorical("c", {"a", "b", "c"}), samples::numeric("x")}, linear);
  EXPECT_EQ(model.features[0].labels, (std::vector<std::string>{"a", "c"}));
  const auto& made = std::get<Linear>(model.body);
  EXPECT_EQ(made.terms, (std::vector<LinearTerm>{{0, 0, 0}, {0, 1, 0}, {1, 0, 5}}));
  EXPECT_EQ(made.weights, (std::vector<float>{7, 8, 3, 0, 1, 2}));
  EXPECT_EQ(made.statistics->spread, (std::vector<float>{40, 20, 10}));
}

TEST(MakeModel, ALinearModelWithoutTermsIsAConstant) {
  Linear linear;
  linear.intercept = {3};
  const Model model = make_model(samples::regression_target("y"), Link::identity, {samples::numeric("x")}, linear);
  EXPECT_TRUE(model.features.empty());
  EXPECT_EQ(decode(encode(model), "m"), model);
}

TEST(MakeModel, LinearTermsThatCannotBeAreOurOwnBugs) {
  const auto with = [](std::vector<LinearTerm> terms, std::vector<float> weights) {
    Linear linear;
    linear.intercept = {0};
    linear.terms = std::move(terms);
    linear.weights = std::move(weights);
    make_model(samples::regression_target("y"), Link::identity,
               {samples::numeric("x"), samples::categorical("c", {"a", "b"})}, linear);
  };
  EXPECT_THROW(with({{0, 0, 1}, {0, 0, 2}}, {1, 1}), std::logic_error);
  EXPECT_THROW(with({{0, 1, 1}}, {1}), std::logic_error);
  EXPECT_THROW(with({{1, 2, 0}}, {1}), std::logic_error);
  EXPECT_THROW(with({{0, 0, 0}}, {std::numeric_limits<float>::infinity()}), std::logic_error);
  EXPECT_THROW(with({{0, 0, std::numeric_limits<float>::infinity()}}, {1}), std::logic_error);
  EXPECT_THROW(with({{0, 0, 0}}, {1, 2}), std::logic_error);
}

TEST(Stripped, OfALinearModelLeavesOutSpreadsAndProvenance) {
  const Model model = stripped(samples::lines());
  EXPECT_FALSE(std::get<Linear>(model.body).statistics);
  EXPECT_FALSE(model.provenance);
  EXPECT_EQ(std::get<Linear>(model.body).weights, std::get<Linear>(samples::lines().body).weights);
}

}  // namespace
}  // namespace espalier

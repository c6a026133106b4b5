#include <gtest/gtest.h>

#include "espalier/model.h"
#include "model/errors.h"
#include "model/samples.h"
#include "model/validate.h"

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
  samples::expect_error(ErrorCode::data, "the column \"a\" is there twice", [&] {
    make_model(samples::class_target("y", {"1", "2", "3"}), Link::softmax, features, copy);
  });
  samples::expect_error(ErrorCode::data, "the class \"1\" is there twice", [&] {
    make_model(samples::class_target("y", {"1", "2", "1"}), Link::softmax,
               {features[0], samples::categorical("b", {"p", "q", "r"})}, copy);
  });
  samples::expect_error(ErrorCode::data, "the category of column \"b\" \"p\" is there twice", [&] {
    make_model(samples::class_target("y", {"1", "2", "3"}), Link::softmax,
               {features[0], samples::categorical("b", {"p", "q", "p"})}, copy);
  });
}

}  // namespace
}  // namespace espalier

#include <gtest/gtest.h>

#include "espalier/draw.h"
#include "espalier/error.h"
#include "espalier/export.h"
#include "espalier/linear.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/rules.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

const std::string kMissing = "\nmissing numbers count as the mean of the training rows\n";

TEST(Equation, ReadsAsAPersonWouldWriteIt) {
  EXPECT_EQ(draw(samples::line()),
            "y =\n"
            "    0.5\n"
            "  + 2 · age\n"
            "  - 1.25 · [color = red]\n" +
                kMissing);
}

TEST(Equation, OfEveryClassHasItsOwnTermsByWeightTimesSpread) {
  // Spreads: 0.5 of red, 0.25 of blue, 4 of width.
  EXPECT_EQ(draw(samples::lines()),
            "the log-probabilities of kind, up to a constant:\n"
            "\na:\n    0.25\n  + 2 · width\n  + 1 · [color = red]\n  + 0.5 · [color = blue]\n"
            "\nb:\n    -0.5\n  - 3 · width\n  + 0.5 · [color = blue]\n"
            "\nc:\n    0.125\n  + 0.25 · width\n  - 1 · [color = red]\n" +
                kMissing);
}

TEST(Equation, WithoutSpreadsGoesByTheWeightsAlone) {
  const std::string text = draw(stripped(samples::lines()));
  EXPECT_NE(text.find("\nc:\n    0.125\n  - 1 · [color = red]\n  + 0.25 · width\n"), std::string::npos) << text;
}

TEST(Equation, CountsTheTermsBeyondTheMost) {
  DrawOptions options;
  options.max_terms = 1;
  options.unicode = false;
  EXPECT_EQ(draw(samples::line(), options), "y =\n    0.5\n  + 2 * age\n  ... (1 smaller term)\n" + kMissing);
}

TEST(Equation, NamesCannotSendControlCharacters) {
  Model model = samples::line();
  model.features[0].name = "a\x1b[2J";
  model.features[1].labels[0] = "";
  const std::string text = draw(model);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("[color = \"\"]"), std::string::npos) << text;
}

TEST(Equation, OfOneClassInTwoIsOfItsLogOdds) {
  Linear linear;
  linear.intercept = {-1};
  linear.terms = {{0, 0, 0}};
  linear.weights = {12345.6F};
  const Model model = make_model(samples::class_target("risk", {"low", "high"}), Link::logistic,
                                 {samples::categorical("color", {"red"})}, linear);
  EXPECT_EQ(draw(model), "the log-odds of risk = high:\n    -1\n  + 12346 · [color = red]\n");
}

TEST(Equation, WithoutTermsIsTheConstant) {
  Linear linear;
  linear.intercept = {3};
  EXPECT_EQ(draw(make_model(samples::regression_target("y"), Link::identity, {}, linear)), "y: always 3\n");
}

TEST(Equation, ThereAreNeitherRulesNorTrees) {
  samples::expect_error(ErrorCode::usage, "a linear model has no rules", [] { draw_rules(samples::line()); });
  samples::expect_error(ErrorCode::usage, "a linear model has no trees to draw", [] { export_dot(samples::line()); });
}

}  // namespace
}  // namespace espalier

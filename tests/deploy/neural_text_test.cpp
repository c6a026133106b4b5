#include <gtest/gtest.h>

#include "espalier/depths.h"
#include "espalier/draw.h"
#include "espalier/error.h"
#include "espalier/export.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/rules.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

const std::string kMissing = "\nmissing numbers count as the median of the training rows\n";
const std::string kScaled =
    "scaled(width) is -1 at 0, 0 at 1, 2 at 3\n"
    "between these points scaled(x) is nearly linear, beyond them constant; the JSON export has all knots\n";

TEST(NeuralText, HasHyperplanesInTheUnitsOfTheData) {
  // (age - 30) / 10 + 0.25 and 3 - (age - 30) / 10 - 2 · red; by weight, red comes first.
  EXPECT_EQ(draw(samples::plane()),
            "y: 0.5 + the value of a rule, times the smallest of its sums where all are above 0\n"
            "\n"
            "+2\n"
            "  0.1 · age - 2.75 > 0\n"
            "  -2 · [color = red] - 0.1 · age + 6 > 0\n" +
                kMissing);
}

TEST(NeuralText, OfDeepRulesMixesWhatIsAboveZero) {
  // By ‖value‖ · spread: √9.0625 · 1, √0.5 · 2, √2 · 0.5. Moved: 1 - 30/60, 1 - 30/60, 1 - 40/40.
  EXPECT_EQ(draw(samples::planes()),
            "the log-probabilities of kind, up to a constant: (a 0.25, b -0.5, c 0.125) + the value of each of 3 "
            "rules, times the smallest of its sums where all are above 0\n"
            "\n"
            "b -3, c +0.25  (covers 30 rows, 50% off its leaf of 60)\n"
            "  2 · h1 + 0.5 > 0\n"
            "    h1 = relu(1 · [color = blue] - 1 · scaled(width) + 0.5 · [width missing] + 1.875)\n"
            "a +0.5, b +0.5  (covers 50 rows, 50% off its leaf of 40)\n"
            "  1 · h1 + 0.5 · h2 + 0.25 > 0\n"
            "  2 · h2 - 0.5 · h1 > 0\n"
            "    h1 = relu(-2 · [color = red] + 5)\n"
            "    h2 = relu(1 · scaled(width) + 1 · [color = red] + 0.5)\n"
            "a +1, c -1  (covers 40 rows, 0% off its leaf of 40)\n"
            "  1.5 · h1 - 0.25 > 0\n"
            "    h1 = relu(2 · scaled(width) + 2 · [color = red] - 0.5)\n" +
                kMissing + kScaled);
}

TEST(NeuralText, WithoutStatisticsGoesByTheValuesAlone) {
  const std::string text = draw(stripped(samples::planes()));
  EXPECT_EQ(text.find("covers"), std::string::npos);
  EXPECT_LT(text.find("a +1, c -1\n"), text.find("a +0.5, b +0.5\n")) << text;
}

TEST(NeuralText, CountsTheRulesAndTermsBeyondTheMost) {
  DrawOptions options;
  options.max_terms = 1;
  options.max_weights = 1;
  options.unicode = false;
  const std::string line = draw(samples::plane(), options);
  EXPECT_NE(line.find("\n  -2 * [color = red] + ... (1 smaller term) + 6 > 0\n"), std::string::npos) << line;
  const std::string text = draw(samples::planes(), options);
  EXPECT_NE(text.find("\n... (2 smaller rules)\n"), std::string::npos) << text;
}

TEST(NeuralText, AsRulesHasALineEach) {
  EXPECT_EQ(draw_rules(samples::plane()),
            "y: 0.5 + the value of a rule, times the smallest of its sums where all are above 0\n"
            "\n"
            "+2 where 0.1 * age - 2.75 > 0 and -2 * [color = red] - 0.1 * age + 6 > 0\n");
  const std::string text = draw_rules(samples::planes());
  EXPECT_NE(text.find("\na +1, c -1  (covers 40 rows, 0% off its leaf of 40) where 1.5 * h1 - 0.25 > 0; h1 = relu("),
            std::string::npos)
      << text;
  samples::expect_error(ErrorCode::usage, "neural rules have no conditions on single columns",
                        [] { rules_of(samples::plane()); });
}

TEST(NeuralText, NamesCannotSendControlCharacters) {
  Model model = samples::plane();
  model.features[0].name = "a\x1b[2J";
  model.features[1].labels[1] = "";
  const std::string text = draw(model) + draw_rules(model);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("[color = \"\"]"), std::string::npos) << text;
}

// A plane of years, w · (year - 2000) / 10 + b: rounded to four digits each, 0.1235 · year and 246.9 would move it by
// half a spread and more.
TEST(NeuralText, HasTheDigitsThatKeepAPlaneInItsPlaceFarFromZero) {
  Model model = samples::plane();
  auto& rules = std::get<NeuralRules>(model.body);
  for (NeuralInput& input : rules.inputs)
    if (input.kind == NeuralInput::Kind::value) input.centre = 2000, input.spread = 10;
  rules.nets[0].weights[0] = 1.23456F;  // of the age in the first plane
  const std::string text = draw_rules(model);
  const std::string first = text.substr(text.find("+2 where ") + 9);
  const double weight = std::stod(first);
  const std::size_t minus = first.find(" - ");
  ASSERT_LT(minus, first.find(" > 0")) << text;
  const double border = std::stod(first.substr(minus + 3)) / weight;
  // 1.23456 · (year - 2000) / 10 + 0.25 > 0
  EXPECT_NEAR(border, 2000 - 0.25 * 10 / 1.23456F, 0.02) << text;
}

TEST(NeuralText, WithoutRulesIsTheConstant) {
  NeuralRules rules;
  rules.intercept = {3};
  const Model model = make_model(samples::regression_target("y"), Link::identity, {}, rules);
  EXPECT_EQ(draw(model), "y: always 3\n");
  EXPECT_EQ(draw_rules(model), "y: always 3\n");
}

TEST(NeuralText, ThereAreNoTrees) {
  samples::expect_error(ErrorCode::usage, "a model of neural rules has no trees to draw",
                        [] { export_dot(samples::plane()); });
  EXPECT_TRUE(depths_of(samples::plane()).empty());
}

}  // namespace
}  // namespace espalier

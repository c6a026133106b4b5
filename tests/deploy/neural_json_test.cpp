#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "espalier/export.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "predict/columns/bound_columns.h"
#include "support/samples.h"

namespace espalier {
namespace {

float input_from_json(const nlohmann::json& input, const ColumnView& column, std::size_t row) {
  double number = 0;
  if (input["kind"] == "label")
    number = column.code(row) == input["label"].get<std::int32_t>() ? 1 : 0;
  else if (input["kind"] == "missing")
    number = std::isfinite(column.value(row)) ? 0 : 1;
  else
    number = std::isfinite(column.value(row)) ? static_cast<double>(column.value(row)) : input["fill"].get<double>();
  if (!input.contains("knots"))
    return static_cast<float>(
        std::clamp((number - input["centre"].get<double>()) / input["spread"].get<double>(), -1e6, 1e6));
  const std::vector<double> knots = input["knots"], levels = input["levels"];
  if (number < knots.front()) return static_cast<float>(levels.front());
  for (std::size_t i = 1; i < knots.size(); ++i)
    if (number < knots[i])
      return static_cast<float>(levels[i - 1] +
                                (number - knots[i - 1]) / (knots[i] - knots[i - 1]) * (levels[i] - levels[i - 1]));
  return static_cast<float>(levels.back());
}

float sum_from_json(const nlohmann::json& sum, const std::vector<float>& inputs) {
  float result = sum["offset"].get<float>();
  for (std::size_t i = 0; i < inputs.size(); ++i) result += sum["weights"][i].get<float>() * inputs[i];
  return std::max(result, 0.0F);
}

std::vector<float> sums_from_json(const nlohmann::json& sums, const std::vector<float>& inputs) {
  std::vector<float> result;
  for (const auto& sum : sums) result.push_back(sum_from_json(sum, inputs));
  return result;
}

// docs/format.md, by the letter.
std::vector<double> predict_from_json(const nlohmann::json& model, const BoundTable& table, std::size_t row) {
  std::vector<double> scores = model["intercept"];
  for (const auto& net : model["nets"]) {
    std::vector<float> inputs;
    for (const std::size_t i : net["inputs"]) {
      const auto& input = model["inputs"][i];
      inputs.push_back(input_from_json(input, table.columns()[input["feature"].get<std::size_t>()], row));
    }
    for (const auto& rule : net["rules"]) {
      std::vector<float> sums = sums_from_json(rule["planes"], inputs);
      if (model["deep"].get<bool>()) sums = sums_from_json(rule["mixing"], sums);
      const double held = std::ranges::min(sums);
      for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += rule["values"][k].get<double>() * held;
    }
  }
  return scores;
}

TEST(NeuralJson, HoldsAllThatPredictionNeeds) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Model model = samples::random_neural(seed);
    const nlohmann::json json = nlohmann::json::parse(export_json(model));
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 10, random);
    const std::vector<double> scores = predict_scores(model, table);
    const BoundTable bound(model.features, table);
    for (std::size_t row = 0; row < table.rows; ++row) {
      const std::vector<double> expected = predict_from_json(json, bound, row);
      for (std::size_t k = 0; k < expected.size(); ++k)
        ASSERT_EQ(scores[row * expected.size() + k], expected[k]) << seed;
    }
  }
}

TEST(NeuralJson, HasTheDocumentedKeysInOrder) {
  const auto json = nlohmann::ordered_json::parse(export_json(samples::planes()));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"format", "version", "task", "link", "target", "classes", "features",
                                            "intercept", "deep", "inputs", "nets", "provenance"}));
  EXPECT_EQ(json["format"], "espalier-neural");
  EXPECT_EQ(json["inputs"][1].dump(), R"({"feature":0,"kind":"label","label":2,"centre":0.0,"spread":1.0})");
  EXPECT_EQ(json["inputs"][2].dump(),
            R"({"feature":1,"kind":"value","fill":1.5,"knots":[0.0,1.0,3.0],"levels":[-1.0,0.0,2.0]})");
  EXPECT_EQ(json["inputs"][3].dump(), R"({"feature":1,"kind":"missing","centre":0.25,"spread":0.5})");
  EXPECT_EQ(json["nets"][1].dump(),
            R"({"inputs":[1,2,3],"rules":[{"planes":[{"weights":[1.0,-1.0,0.25],"offset":2.0}],)"
            R"("mixing":[{"weights":[2.0],"offset":0.5}],"values":[0.0,-3.0,0.25],)"
            R"("rows":30.0,"leaf":60.0,"both":30.0,"spread":1.0}]})");
  const auto plain = nlohmann::ordered_json::parse(export_json(samples::plane()));
  EXPECT_EQ(plain["nets"][0]["rules"][0].dump(),
            R"({"planes":[{"weights":[1.0,0.0],"offset":0.25},{"weights":[-1.0,-2.0],"offset":3.0}],"values":[2.0]})");
}

}  // namespace
}  // namespace espalier

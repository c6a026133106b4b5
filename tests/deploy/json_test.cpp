#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "deploy/trees.h"
#include "espalier/export.h"
#include "espalier/model.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "support/samples.h"

namespace espalier {
namespace {

using samples::ages;

// The schema of docs/format.md, read by a predictor that knows nothing else.
std::vector<double> predict_from_json(const nlohmann::json& model, const std::map<std::string, double>& numbers,
                                      const std::map<std::string, std::string>& labels) {
  std::vector<double> scores = model["intercept"];
  for (const auto& tree : model["trees"]) {
    int node = 0;
    while (node >= 0) {
      const auto& split = tree["splits"][static_cast<std::size_t>(node)];
      const auto& feature = model["features"][split["feature"].get<std::size_t>()];
      const std::string name = feature["name"];
      bool left = split["missing"] == "left";
      if (feature["type"] == "numeric") {
        if (numbers.count(name)) left = numbers.at(name) <= split["threshold"].get<double>();
      } else if (labels.count(name)) {
        const std::vector<std::string> known = feature["labels"];
        const auto code = std::find(known.begin(), known.end(), labels.at(name)) - known.begin();
        const std::vector<std::ptrdiff_t> set = split["categories"];
        if (code < std::ssize(known)) left = std::find(set.begin(), set.end(), code) != set.end();
      }
      node = split[left ? "left" : "right"];
    }
    const std::vector<double> value = tree["terminals"][static_cast<std::size_t>(-1 - node)]["value"];
    for (std::size_t k = 0; k < value.size(); ++k)
      scores[tree["output"].is_null() ? k : tree["output"].get<std::size_t>()] += value[k];
  }
  return scores;
}

TEST(Json, HoldsAllThatPredictionNeeds) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Model model = samples::random_model(seed);
    const nlohmann::json json = nlohmann::json::parse(export_json(model));
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 10, random);
    const std::vector<double> scores = predict_scores(model, samples::view_of(table));
    for (std::size_t row = 0; row < table.rows; ++row) {
      std::map<std::string, double> numbers;
      std::map<std::string, std::string> labels;
      for (const Column& column : table.columns) {
        const std::string& name = column.feature.name;
        if (column.feature.type == ColumnType::categorical) {
          if (column.codes[row] >= 0) labels[name] = column.feature.labels[static_cast<std::size_t>(column.codes[row])];
        } else if (!std::isnan(column.values[row])) {
          numbers[name] = column.values[row];
        }
      }
      const std::vector<double> expected = predict_from_json(json, numbers, labels);
      for (std::size_t k = 0; k < expected.size(); ++k) ASSERT_EQ(scores[row * expected.size() + k], expected[k]);
    }
  }
}

TEST(Json, HasTheDocumentedKeysInOrder) {
  const auto json = nlohmann::ordered_json::parse(export_json(samples::mixed()));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"format", "version", "task", "link", "target", "classes", "features",
                                            "intercept", "trees", "provenance"}));
  EXPECT_EQ(json["format"], "espalier-forest");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["link"], "softmax");
  EXPECT_EQ(json["provenance"]["settings"]["trees"], "2");
  EXPECT_EQ(json["trees"][0]["splits"][0]["rows"], 100);
  EXPECT_EQ(json["trees"][0]["splits"][0]["gain"], 10);
  EXPECT_EQ(json["trees"][0]["terminals"][3]["absent"], true);
  EXPECT_EQ(json["trees"][1]["output"], 2);
  EXPECT_EQ(json["trees"][1]["terminals"][1]["outcome"], (std::vector<double>{0, 0.25, 0.75}));
}

TEST(Json, OfSeveralTargetsHasTheirNames) {
  const auto json = nlohmann::ordered_json::parse(export_json(samples::several()));
  EXPECT_EQ(json["task"], "regression");
  EXPECT_EQ(json["targets"], (std::vector<std::string>{"width", "height"}));
  EXPECT_FALSE(json.contains("target"));
  EXPECT_EQ(json["trees"][0]["terminals"][0]["value"], (std::vector<double>{1, 10}));
  EXPECT_EQ(json["trees"][0]["terminals"][0]["outcome"], (std::vector<double>{1.5, 11}));
}

// The linear part of the schema, likewise.
std::vector<double> predict_line_from_json(const nlohmann::json& model, const std::map<std::string, double>& numbers,
                                           const std::map<std::string, std::string>& labels) {
  std::vector<double> scores = model["intercept"];
  for (const auto& term : model["terms"]) {
    const auto& feature = model["features"][term["feature"].get<std::size_t>()];
    const std::string name = feature["name"];
    double value = 0;
    if (feature["type"] == "numeric")
      value = numbers.count(name) ? numbers.at(name) : term["fill"].get<double>();
    else if (labels.count(name))
      value = feature["labels"][term["label"].get<std::size_t>()] == labels.at(name) ? 1 : 0;
    for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += term["weights"][k].get<double>() * value;
  }
  return scores;
}

TEST(Json, OfALinearModelHoldsAllThatPredictionNeeds) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Model model = samples::random_linear(seed);
    const nlohmann::json json = nlohmann::json::parse(export_json(model));
    Random random(seed, "rows");
    const Table table = samples::random_rows(model, 10, random);
    const std::vector<double> scores = predict_scores(model, samples::view_of(table));
    for (std::size_t row = 0; row < table.rows; ++row) {
      std::map<std::string, double> numbers;
      std::map<std::string, std::string> labels;
      for (const Column& column : table.columns) {
        const std::string& name = column.feature.name;
        if (column.feature.type == ColumnType::categorical) {
          if (column.codes[row] >= 0) labels[name] = column.feature.labels[static_cast<std::size_t>(column.codes[row])];
        } else if (std::isfinite(column.values[row])) {
          numbers[name] = column.values[row];
        }
      }
      const std::vector<double> expected = predict_line_from_json(json, numbers, labels);
      for (std::size_t k = 0; k < expected.size(); ++k) ASSERT_EQ(scores[row * expected.size() + k], expected[k]);
    }
  }
}

TEST(Json, OfALinearModelHasTheDocumentedKeysInOrder) {
  const auto json = nlohmann::ordered_json::parse(export_json(samples::lines()));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"format", "version", "task", "link", "target", "classes", "features",
                                            "intercept", "terms", "provenance"}));
  EXPECT_EQ(json["format"], "espalier-linear");
  EXPECT_EQ(json["terms"][1].dump(), R"({"feature":0,"label":1,"weights":[0.5,0.5,0.0],"spread":0.25})");
  EXPECT_EQ(json["terms"][2].dump(), R"({"feature":1,"fill":1.5,"weights":[2.0,-3.0,0.25],"spread":4.0})");
}

TEST(Json, ReplacesBytesThatAreNoUtf8) {
  Model model = ages(1);
  model.features[0].name = "a\xff";
  EXPECT_EQ(nlohmann::json::parse(export_json(model))["features"][0]["name"], "a\uFFFD");
}

TEST(Json, OfAChainOfTwentyThousandSplitsIsFlat) {
  EXPECT_EQ(nlohmann::json::parse(export_json(samples::chain(20000)))["trees"][0]["splits"].size(), 20000U);
}

}  // namespace
}  // namespace espalier

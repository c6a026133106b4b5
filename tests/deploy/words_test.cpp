#include "deploy/words.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/random.h"
#include "espalier/draw.h"
#include "espalier/export.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/pool.h"
#include "espalier/rules.h"
#include "support/samples.h"

namespace espalier {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A tree with one split for every threshold.
Model with_thresholds(const std::vector<float>& thresholds) {
  Pool pool;
  pool.features = {samples::numeric("x")};
  pool.intercept = {0};
  Tree tree;
  for (const float threshold : thresholds) {
    tree.nodes = {samples::split_at(0, threshold, 1, 2), samples::leaf(), samples::leaf()};
    tree.weights = {0, 1, 2};
    pool.trees.push_back(tree);
  }
  return make_model(samples::regression_target("y"), Link::identity, pool.features,
                    make_forest(pool, pool.grown_weights()));
}

// What a reader, who has float32 numbers as the model does, makes of the numbers behind "<=", in order.
std::vector<float> thresholds_in(const std::string& text) {
  static const std::regex kNumber("<= ([-+.e0-9]+)");
  std::vector<float> found;
  for (std::sregex_iterator at(text.begin(), text.end(), kNumber), end; at != end; ++at)
    found.push_back(std::strtof((*at)[1].str().c_str(), nullptr));
  return found;
}

TEST(Words, EveryTextHasThresholdsThatPartAllNumbersAsTheModelDoes) {
  std::vector<float> thresholds = {
      7073.5F, 0.1F,   std::nextafter(0.1F, 1.0F), 16777216.0F, 123456792.0F, -250000.5F, 1.25e-30F, 3.4e38F,
      -0.0F,   -1e-40F};
  Random random(1, "thresholds");
  for (int i = 0; i < 200; ++i)
    thresholds.push_back(static_cast<float>(random.normal() * std::pow(10, samples::between(random, -8, 8))));
  const Model model = with_thresholds(thresholds);
  const std::vector<Split>& splits = std::get<Forest>(model.body).splits;
  std::vector<float> in_json;
  const nlohmann::json json = nlohmann::json::parse(export_json(model));
  for (const auto& tree : json["trees"])
    in_json.push_back(static_cast<float>(tree["splits"][0]["threshold"].get<double>()));
  std::vector<float> in_rules;
  for (const Rule& rule : rules_of(model)) {
    const std::vector<float> found = thresholds_in(rule.text);
    in_rules.insert(in_rules.end(), found.begin(), found.end());
  }
  for (const std::vector<float>& shown :
       {thresholds_in(draw(model, draw_all())), in_rules, thresholds_in(export_dot(model)), in_json}) {
    ASSERT_EQ(shown.size(), thresholds.size());
    for (std::size_t t = 0; t < shown.size(); ++t) {
      const float threshold = splits[t].threshold;
      for (const float x : {threshold, std::nextafter(threshold, kInfinity), std::nextafter(threshold, -kInfinity)})
        EXPECT_EQ(x <= shown[t], x <= threshold) << threshold << " shown as " << shown[t];
    }
  }
}

TEST(Words, AThresholdIsTheShortestSuchNumber) {
  EXPECT_EQ(threshold_text(7073.5F), "7073.5");
  EXPECT_EQ(threshold_text(0.1F), "0.1");
  EXPECT_EQ(threshold_text(std::nextafter(0.1F, 1.0F)), "0.10000001");
  EXPECT_EQ(threshold_text(-0.0F), "0");
  EXPECT_EQ(threshold_text(1e7F), "10000000");
}

}  // namespace
}  // namespace espalier

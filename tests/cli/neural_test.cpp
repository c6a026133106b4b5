// Neural rules from a file, in every verb that takes models.
#include "cli/cli_fixture.h"
#include "espalier/model.h"
#include "support/samples.h"

namespace espalier::cli {
namespace {

class NeuralFile : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    save(samples::plane(), (folder() / "plane.esp").string());
    save(samples::planes(), (folder() / "planes.esp").string());
    write("data.csv", "color,age,y\nred,35,1\nblue,35,2\nred,40,0.5\n");
  }
};

TEST_F(NeuralFile, Predicts) {
  EXPECT_EQ(run({"predict", "plane.esp", "data.csv"}).out, "prediction\n1.5\n2\n0.5\n");
  expect_refused(run({"predict", "plane.esp", "data.csv", "--output", "leaf"}), 2,
                 {"output must be label, probability or score for neural rules, got \"leaf\""});
}

TEST_F(NeuralFile, IsEvaluated) {
  const nlohmann::json json = run({"evaluate", "plane.esp", "data.csv", "--json"}).json();
  EXPECT_NEAR(json["mse"], 0.25 / 3, 1e-12);
  EXPECT_EQ(json["model"]["rules"], 1);
  const std::string text = run({"evaluate", "plane.esp", "data.csv"}).out;
  EXPECT_NE(text.find("\n1 rule in 1 network, 2 features, "), std::string::npos) << text;
}

TEST_F(NeuralFile, IsInspected) {
  const std::string text = run({"inspect", "planes.esp"}).out;
  for (const std::string part :
       {"size       3 rules in 2 networks, 2 features, ", "neural, seed 1",
        "planes  share of |value| x spread x |weight|", "b -3, c +0.25  (covers 30 rows", "h1 = relu("})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  const std::string stripped = run({"inspect", "plane.esp"}).out;
  EXPECT_NE(stripped.find("not in this file, so rows and spread of the rules are unknown"), std::string::npos)
      << stripped;
  const nlohmann::json json = run({"inspect", "planes.esp", "--json"}).json();
  EXPECT_EQ(json["model"]["rules"], 3);
  EXPECT_EQ(json["depths"], nlohmann::json::array());
  const std::string drawn = run({"inspect", "plane.esp", "--text"}).out;
  EXPECT_NE(drawn.find("  0.1 · age - 2.75 > 0\n"), std::string::npos) << drawn;
  const std::string lines = run({"inspect", "plane.esp", "--rules"}).out;
  EXPECT_NE(lines.find("+2 where 0.1 * age - 2.75 > 0 and "), std::string::npos) << lines;
}

TEST_F(NeuralFile, IsExportedAsJsonButNotAsTrees) {
  EXPECT_EQ(run({"export", "plane.esp", "--format", "json"}).json()["format"], "espalier-neural");
  expect_refused(run({"export", "plane.esp", "--format", "dot"}), 2, {"a model of neural rules has no trees to draw"});
}

}  // namespace
}  // namespace espalier::cli

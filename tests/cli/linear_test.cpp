// A linear model from a file, in every verb that takes models.
#include "cli/cli_fixture.h"
#include "espalier/model.h"
#include "support/samples.h"

namespace espalier::cli {
namespace {

class LinearFile : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    save(samples::line(), (folder() / "line.esp").string());  // 0.5 + 2 · age - 1.25 · [color = red]
    save(samples::lines(), (folder() / "lines.esp").string());
    write("data.csv", "color,age,y\nred,1,1.25\nblue,2,4.5\n,,61\n");
  }
};

TEST_F(LinearFile, Predicts) {
  EXPECT_EQ(run({"predict", "line.esp", "data.csv"}).out, "prediction\n1.25\n4.5\n61.5\n");
  write("widths.csv", "width,color\n0,green\n");
  EXPECT_EQ(run({"predict", "lines.esp", "widths.csv", "--output", "score"}).out,
            "score_a,score_b,score_c\n0.25,-0.5,0.125\n");
  EXPECT_EQ(run({"predict", "lines.esp", "widths.csv"}).out, "prediction\na\n");
}

TEST_F(LinearFile, HasNoLeavesToPredict) {
  expect_refused(run({"predict", "line.esp", "data.csv", "--output", "leaf"}), 2,
                 {"output must be label, probability or score for a linear model, got \"leaf\""});
}

TEST_F(LinearFile, IsEvaluated) {
  const nlohmann::json json = run({"evaluate", "line.esp", "data.csv", "--json"}).json();
  EXPECT_NEAR(json["mse"], 0.25 / 3, 1e-12);
  EXPECT_EQ(json["model"]["features"], 2);
  EXPECT_EQ(json["model"]["trees"], 0);
  const std::string text = run({"evaluate", "line.esp", "data.csv"}).out;
  EXPECT_NE(text.find("\n2 features, 56 bytes\n"), std::string::npos) << text;
}

TEST_F(LinearFile, IsInspected) {
  const std::string text = run({"inspect", "lines.esp"}).out;
  for (const std::string part : {"size       2 features, ", "linear, seed 1", "terms  share of |weight| x spread",
                                 "94.4%", "  + 2 · width\n", "  + 1 · [color = red]\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  const std::string stripped = run({"inspect", "line.esp"}).out;
  EXPECT_NE(stripped.find("not in this file, so the spread of the columns is unknown"), std::string::npos) << stripped;
  EXPECT_NE(stripped.find("share of terms"), std::string::npos) << stripped;
  const nlohmann::json json = run({"inspect", "lines.esp", "--json"}).json();
  EXPECT_EQ(json["model"]["features"], 2);
  EXPECT_EQ(json["features"][0]["name"], "width");
  EXPECT_EQ(json["depths"], nlohmann::json::array());
  EXPECT_EQ(text.find("depth"), std::string::npos) << text;
  EXPECT_NEAR(json["features"][0]["gain"], 21 / 22.25, 1e-12);
}

TEST_F(LinearFile, IsWrittenAsAnEquation) {
  const std::string text = run({"inspect", "line.esp", "--text"}).out;
  EXPECT_TRUE(text.starts_with("y =\n    0.5\n  + 2 · age\n  - 1.25 · [color = red]\n")) << text;
  expect_refused(run({"inspect", "line.esp", "--rules"}), 2, {"a linear model has no rules"});
}

TEST_F(LinearFile, IsExportedAsJsonButNotAsTrees) {
  EXPECT_EQ(run({"export", "line.esp", "--format", "json"}).json()["terms"][0]["weights"][0], 2);
  expect_refused(run({"export", "line.esp", "--format", "dot"}), 2, {"a linear model has no trees to draw"});
}

}  // namespace
}  // namespace espalier::cli

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "deploy/trees.h"
#include "espalier/budget.h"
#include "espalier/export.h"
#include "espalier/model.h"
#include "support/samples.h"

namespace espalier {
namespace {

using samples::one_tree;

// Whether Graphviz takes the text; true where it is not installed.
bool graphviz_accepts(const std::string& text) {
  if (std::system("dot -V > /dev/null 2>&1") != 0) return true;
  const auto path = std::filesystem::temp_directory_path() / ("espalier_" + std::to_string(::getpid()) + ".dot");
  std::ofstream(path) << text;
  const int status = std::system(("test -z \"$(dot -Tcanon -o /dev/null '" + path.string() + "' 2>&1)\"").c_str());
  std::filesystem::remove(path);
  return status == 0;
}

TEST(Dot, HasANodeForEverySplitAndTerminal) {
  const std::string text = export_dot(one_tree());
  EXPECT_NE(text.find("t0s0 [label=\"width <= 0.8?\\n200 rows\"];"), std::string::npos) << text;
  EXPECT_NE(text.find("t0s0 -> t0e0 [label=\"yes or missing\"];"), std::string::npos) << text;
  EXPECT_NE(text.find("t0s0 -> t0s1 [label=\"no\", style=dashed];"), std::string::npos) << text;
  EXPECT_NE(text.find("t0e3 [label=\"b 0.50\\n50 rows\\nleaf 3\", shape=box, style=dotted];"), std::string::npos)
      << text;
  EXPECT_TRUE(graphviz_accepts(text)) << text;
}

TEST(Dot, EscapesWhatGraphvizWouldTakeForSyntax) {
  Model model = one_tree();
  model.features[0].name = "a \"quoted\\\" name\n\xff]};";
  model.features[1].labels[0] = "\\N";
  model.targets = {"\""};
  const std::string text = export_dot(model);
  // As a JSON string first, then every quote and backslash once more for Graphviz.
  EXPECT_NE(text.find("\\\"a \\\\\\\"quoted\\\\\\\\\\\\\\\" name\\\\n\uFFFD]};\\\" <= 0.8?"), std::string::npos)
      << text;
  EXPECT_TRUE(graphviz_accepts(text)) << text;
}

TEST(Dot, OfAChainOfTwentyThousandSplitsHasTwoArrowsASplit) {
  const std::string text = export_dot(samples::chain(20000));
  std::size_t arrows = 0;
  for (std::size_t at = text.find("->"); at != std::string::npos; at = text.find("->", at + 1)) ++arrows;
  EXPECT_EQ(arrows, 40000U);
}

}  // namespace
}  // namespace espalier

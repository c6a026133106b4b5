#include "cli/cli_fixture.h"

namespace espalier::cli {
namespace {

class Help : public Cli {};

const std::vector<std::string> kVerbs = {"datasets", "generate", "train",   "predict", "evaluate",
                                         "cv",       "inspect",  "compact", "export",  "completion"};

std::size_t position(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << "no \"" << part << "\" in: " << text;
  return at;
}

TEST_F(Help, TheProgramAloneListsItsVerbs) {
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  for (const std::string& verb : kVerbs) position(outcome.out, "  " + verb + " ");
  EXPECT_EQ(run({"--help"}).out, outcome.out);
  EXPECT_EQ(run({"help"}).out, outcome.out);
}

TEST_F(Help, EveryVerbShowsExamplesBeforeOptions) {
  for (const std::string& verb : kVerbs) {
    const Outcome outcome = run({verb, "--help"});
    EXPECT_EQ(outcome.status, 0) << verb << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_LT(position(outcome.out, "Examples:\n"), position(outcome.out, "espalier " + verb));
    EXPECT_LT(position(outcome.out, "Examples:\n"), position(outcome.out, "Usage: espalier " + verb));
    EXPECT_LT(position(outcome.out, "Usage: "), position(outcome.out, "-h,--help"));
    EXPECT_EQ(run({"help", verb}).out, outcome.out);
  }
}

TEST_F(Help, TrainListsTheMethods) {
  const std::string text = run({"train", "--help"}).out;
  EXPECT_LT(position(text, "Methods"), position(text, "\n  tree  "));
}

TEST_F(Help, AMethodsOptionsComeWithDefaultsAndRanges) {
  const std::string text = run({"train", "--method", "tree", "--help"}).out;
  EXPECT_LT(position(text, "Options of tree:"), position(text, "--min-rows N"));
  position(text, "(default 1, 1 to 1000000000)");
  position(text, "--prune none|validation|cost-complexity");
  EXPECT_EQ(text.find("Methods"), std::string::npos);
}

TEST_F(Help, LinesFitIntoAHundredColumns) {
  for (const std::string& verb : kVerbs) {
    std::istringstream text(run({verb, "--help"}).out);
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with("  espalier ")) continue;  // examples are copied as they are
      EXPECT_LE(line.size(), 102u) << line;           // bytes; "…" is three
    }
  }
}

TEST_F(Help, VersionIsOneLine) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.out.starts_with("espalier ")) << outcome.out;
  EXPECT_EQ(outcome.out.find('\n'), outcome.out.size() - 1);
}

TEST_F(Help, CompletionOffersVerbsAndTheirFlags) {
  const Outcome outcome = shell(
      "source <($espalier completion bash); "
      "COMP_WORDS=(espalier ev); COMP_CWORD=1; _espalier; echo ${COMPREPLY[@]}; "
      "COMP_WORDS=(espalier predict --ke); COMP_CWORD=2; _espalier; echo ${COMPREPLY[@]}");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, "evaluate\n--keep\n");
}

TEST_F(Help, CompletionKnowsTheOptionsOfEveryMethodAndWhatAFileFollows) {
  const Outcome outcome = shell(
      "source <($espalier completion bash); "
      "COMP_WORDS=(espalier train --pat); COMP_CWORD=2; _espalier; echo ${COMPREPLY[@]}; "
      "COMP_WORDS=(espalier train --path ''); COMP_CWORD=3; _espalier; echo ${#COMPREPLY[@]}");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, "--path --patience\n0\n");
}

}  // namespace
}  // namespace espalier::cli

// datasets: the built-in generators, all in a table or one with its formula.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "base/text.h"
#include "cli/flags.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "espalier/error.h"
#include "espalier/generate.h"

namespace espalier::cli {
namespace {

struct DatasetsFlags {
  std::string name;
  bool json = false;
};

const Generator& find_generator(const std::string& name) {
  std::vector<std::string> names;
  for (const Generator& generator : generators()) {
    if (generator.name == name) return generator;
    names.emplace_back(generator.name);
  }
  const std::string hint = suggestion(name, names);
  throw Error(ErrorCode::usage,
              fmt::format("there is no dataset \"{}\"{}", name, hint.empty() ? " (see espalier datasets)" : hint));
}

Json generator_json(const Generator& generator) {
  return {{"name", generator.name},
          {"summary", generator.summary},
          {"formula", generator.formula},
          {"noise", generator.noise},
          {"default_noise", generator.default_noise},
          {"optimum", generator.optimum}};
}

std::string details(const Generator& generator) {
  const Style style(STDOUT_FILENO);
  std::string text;
  const auto add = [&](std::string_view label, std::string_view value) {
    text += fmt::format("{} {}\n", style.bold(fmt::format("{:<8}", label)), value);
  };
  add("name", generator.name);
  add("about", generator.summary);
  add("formula", generator.formula);
  add("noise", fmt::format("{} (default {})", generator.noise, generator.default_noise));
  add("optimum", generator.optimum.empty() ? "not known" : generator.optimum);
  return text;
}

std::string table() {
  const Style style(STDOUT_FILENO);
  std::string text;
  for (const Generator& generator : generators()) {
    text += fmt::format("{} {}\n", style.bold(fmt::format("{:<12}", generator.name)), generator.summary);
  }
  return text;
}

void datasets(const DatasetsFlags& flags) {
  if (!flags.name.empty()) {
    const Generator& generator = find_generator(flags.name);
    return print_out(flags.json ? dump(generator_json(generator)) : details(generator));
  }
  if (!flags.json) return print_out(table());
  Json all = Json::array();
  for (const Generator& generator : generators()) all.push_back(generator_json(generator));
  print_out(dump(all));
}

std::function<void()> declare_datasets(Parser& app, Words) {
  const auto flags = std::make_shared<DatasetsFlags>();
  app.add_option("NAME", flags->name, "a generator to show with its formula and its optimum");
  app.add_flag("--json", flags->json, "print as JSON")->group(kOutputGroup);
  return [flags] { datasets(*flags); };
}

}  // namespace

const Verb kDatasets{"datasets", "List the built-in data generators.",
                     "espalier datasets\n"
                     "espalier datasets friedman1\n"
                     "espalier datasets --json",
                     declare_datasets};

}  // namespace espalier::cli

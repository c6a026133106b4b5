// completion: a bash function that completes verbs, their flags, and file names for the rest.
#include <fmt/format.h>
#include <CLI/CLI.hpp>  // App.hpp alone declares more than it defines

#include <memory>

#include "cli/flags.h"
#include "cli/output.h"
#include "cli/verb.h"

namespace espalier::cli {
namespace {

std::string flags_of(const Verb& verb) {
  CLI::App app;
  verb.declare(app, {});
  std::string names = "--help";
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      if (name != "help") names += " --" + name;
    }
  }
  return names;
}

void print_completion() {
  std::string names, cases;
  for (const Verb* verb : verbs()) {
    names += fmt::format("{}{}", names.empty() ? "" : " ", verb->name);
    cases += fmt::format("    {}) words='{}' ;;\n", verb->name, flags_of(*verb));
  }
  print_out(
      fmt::format("_espalier() {{\n"
                  "  local words='{}'\n"
                  "  if ((COMP_CWORD > 1)); then case ${{COMP_WORDS[1]}} in\n{}"
                  "  esac; fi\n"
                  "  COMPREPLY=($(compgen -W \"$words\" -- \"${{COMP_WORDS[COMP_CWORD]}}\"))\n"
                  "}}\n"
                  "complete -o default -F _espalier espalier\n",
                  names, cases));
}

std::function<void()> declare(CLI::App& app, Words) {
  const auto shell = std::make_shared<std::string>();
  add_choice(app, "SHELL", *shell, {"bash"}, "bash")->required();
  return [shell] { print_completion(); };
}

}  // namespace

const Verb kCompletion{"completion", "Print a script that lets bash complete verbs and flags.",
                       "source <(espalier completion bash)", declare};

}  // namespace espalier::cli

// completion: a bash function that completes verbs, their flags, and file names for the rest.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "cli/flags.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "espalier/method.h"

namespace espalier::cli {
namespace {

// Flags of a verb, for any method; and those of them that a file name follows.
struct Flags {
  std::vector<std::string> names = {"--help"};
  std::set<std::string> files = {"-o"};
};

void collect(const Parser& parser, Flags& flags) {
  for (const OptionText& option : parser.options()) {
    for (const std::string& name : option.long_names) {
      if (std::ranges::find(flags.names, name) == flags.names.end()) flags.names.push_back(name);
      if (option.value.starts_with(kFileType)) flags.files.insert(name);
    }
  }
}

Flags flags_of(const Verb& verb) {
  Flags flags;
  for (const Method& method : methods()) {
    Parser parser("");
    // Verbs that do not fit models have the same flags each time.
    verb.declare(parser, std::vector<std::string>{"--method", std::string(method.name)});
    collect(parser, flags);
  }
  return flags;
}

void print_completion() {
  std::string names, cases;
  std::set<std::string> files;
  for (const Verb* verb : verbs()) {
    Flags flags = flags_of(*verb);
    names += fmt::format("{}{}", names.empty() ? "" : " ", verb->name);
    cases += fmt::format("    {}) words='{}' ;;\n", verb->name, fmt::join(flags.names, " "));
    files.merge(flags.files);
  }
  print_out(
      fmt::format("_espalier() {{\n"
                  "  local words='{}'\n"
                  "  if ((COMP_CWORD > 1)); then case ${{COMP_WORDS[1]}} in\n{}"
                  "  esac; fi\n"
                  "  case ${{COMP_WORDS[COMP_CWORD-1]}} in {}) words= ;; esac  # files, by default\n"
                  "  COMPREPLY=($(compgen -W \"$words\" -- \"${{COMP_WORDS[COMP_CWORD]}}\"))\n"
                  "}}\n"
                  "complete -o default -F _espalier espalier\n",
                  names, cases, fmt::join(files, "|")));
}

std::function<void()> declare_completion(Parser& app, Words) {
  const auto shell = std::make_shared<std::string>();
  add_choice(app, "SHELL", *shell, {"bash"}, "bash")->required();
  return [shell] { print_completion(); };
}

}  // namespace

const Verb kCompletion{"completion", "Print a script that lets bash complete verbs and flags.",
                       "source <(espalier completion bash)", declare_completion};

}  // namespace espalier::cli

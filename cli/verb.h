// A verb of the command line: its name, the beginning of its help, and its flags. One file of verbs/ per verb.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "cli/parser.h"

namespace espalier::cli {

// The words after the verb. Flags may depend on them: `--method` decides which options there are.
using Words = std::span<const std::string>;

struct Verb {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;  // one per line
  // Adds the verb's flags and returns what to do once they are parsed.
  std::function<void()> (*declare)(Parser& app, Words words);
};

extern const Verb kCompact;
extern const Verb kCompletion;
extern const Verb kCv;
extern const Verb kDatasets;
extern const Verb kEvaluate;
extern const Verb kExport;
extern const Verb kGenerate;
extern const Verb kInspect;
extern const Verb kPredict;
extern const Verb kTrain;

// All of them, in the order in which they are listed.
std::span<const Verb* const> verbs();

}  // namespace espalier::cli

// The text of --help: what the verb does, examples, usage, then the options by group.
#pragma once

#include <string>

#include "cli/verb.h"

namespace espalier::cli {

std::string verb_help(const Verb& verb, const Parser& parser);

std::string general_help();

}  // namespace espalier::cli

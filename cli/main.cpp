// Dispatches to the verbs and turns whatever they throw into one line on stderr and an exit status:
// 0 done, 1 internal error or out of memory, 2 wrong usage, 3 bad data, 4 bad model file, 130 interrupted.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/parser.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "espalier/error.h"
#include "espalier/instruction_sets.h"
#include "espalier/version.h"

namespace espalier::cli {

std::span<const Verb* const> verbs() {
  static constexpr const Verb* kVerbs[] = {&kDatasets, &kGenerate, &kTrain,   &kPredict, &kEvaluate,
                                           &kCv,       &kInspect,  &kCompact, &kExport,  &kCompletion};
  return kVerbs;
}

namespace {

const Verb& find_verb(const std::string& name) {
  std::vector<std::string> names;
  for (const Verb* verb : verbs()) {
    if (verb->name == name) return *verb;
    names.emplace_back(verb->name);
  }
  const std::string hint = suggestion(name, names);
  throw Error(ErrorCode::usage,
              fmt::format("there is no verb {}{}", name, hint.empty() ? " (see espalier --help)" : hint));
}

void run_verb(const Verb& verb, const std::vector<std::string>& words) {
  Parser parser(fmt::format("espalier {}", verb.name));
  const std::function<void()> run = verb.declare(parser, words);
  if (!parser.parse(words)) return print_out(verb_help(verb, parser));
  run();
}

void dispatch(std::vector<std::string> words) {
  const std::string first = words.empty() ? "--help" : words.front();
  const bool help = first == "help" || first == "--help" || first == "-h";
  if (help && words.size() > 1) {
    words = {words[1], "--help"};
  } else if (help) {
    return print_out(general_help());
  } else if (first == "--version") {
    return print_out(fmt::format("espalier {}\n", kVersion));
  }
  run_verb(find_verb(words.front()), {words.begin() + 1, words.end()});
}

int exit_status(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
      return 2;
    case ErrorCode::data:
      return 3;
    case ErrorCode::model:
      return 4;
    case ErrorCode::memory:
      return 1;
    case ErrorCode::interrupted:
      return 130;
  }
  return 1;
}

// ESPALIER_TARGETS=avx2: as on a machine that has nothing better.
void limit_by_environment() {
  const char* best = std::getenv("ESPALIER_TARGETS");
  if (best == nullptr) return;
  try {
    limit_instruction_sets(best);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("ESPALIER_TARGETS: {}", error.what()));
  }
}

int guarded(const std::vector<std::string>& words) {
  try {
    limit_by_environment();
    dispatch(words);
    return 0;
  } catch (const Error& error) {
    // A signal can end a read early, which then looks like bad data.
    const bool stopped = interrupted();
    end_watch();
    print_error(stopped ? "interrupted" : error.what());
    return exit_status(stopped ? ErrorCode::interrupted : error.code());
  } catch (const std::bad_alloc&) {
    print_error("not enough memory");
  } catch (const std::exception& error) {
    print_error(fmt::format("unexpected error: {}; please report it with the command that led to it", error.what()));
  }
  return 1;
}

void write_error(const char* text) noexcept { static_cast<void>(::write(STDERR_FILENO, text, std::strlen(text)) < 0); }

// For exceptions where none may be thrown: oneTBB's threads have such places, where it asks for memory for itself.
// Allocates nothing.
[[noreturn]] void end_at_once() noexcept {
  write_error("espalier: ");
  try {
    if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
    write_error("unexpected error");
  } catch (const std::bad_alloc&) {
    write_error("not enough memory");
  } catch (const std::exception& error) {
    write_error("unexpected error: ");
    write_error(error.what());
  } catch (...) {
    write_error("unexpected error");
  }
  write_error("\n");
  _exit(1);
}

}  // namespace
}  // namespace espalier::cli

int main(int argc, char** argv) {
  std::set_terminate(espalier::cli::end_at_once);
  espalier::cli::watch_for_interrupts();
  return espalier::cli::guarded({argv + (argc > 0), argv + argc});
}

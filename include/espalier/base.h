// What every stage shares: the one exception, how a run is seeded, threaded, watched and stopped, and suggestions for
// mistyped words.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace espalier {

// Who has to act. The command line turns each code into its exit status.
enum class ErrorCode {
  usage,        // an option or a call is wrong
  data,         // a data file or table is wrong
  model,        // a model file is wrong
  interrupted,  // the progress callback asked to stop
};

// The one exception for whatever a user can get wrong. The message names the field, what it must be, and what it was.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

struct Progress {
  std::string stage;       // what is being done, for a person: "reading train.csv"
  std::uint64_t done = 0;  // of `total`; total is 0 while it is not known
  std::uint64_t total = 0;
};

// Returns whether to go on. Called from one thread at a time.
using ProgressCallback = std::function<bool(const Progress&)>;

// Passed to whatever takes long. The same seed gives the same bytes on any number of threads.
struct Run {
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all cores
  ProgressCallback progress;
};

// For messages about a word that is none of the candidates: the one that was probably meant, or "" if none is near.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

// ` (did you mean "x"?)`, or "".
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

}  // namespace espalier

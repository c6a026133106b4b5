// The seed, threads and progress callback of a run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace espalier {

struct Progress {
  std::string stage;       // the current activity, for a person: "reading train.csv"
  std::uint64_t done = 0;  // of `total`; total is 0 while it is not known
  std::uint64_t total = 0;
};

// Returns whether to go on. Called from one thread at a time.
using ProgressCallback = std::function<bool(const Progress&)>;

// Passed to everything that takes long. The same seed gives the same bytes on any number of threads.
struct Run {
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all cores
  ProgressCallback progress;
};

}  // namespace espalier

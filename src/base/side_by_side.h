// Whole runs side by side, such as the fits of a cross-validation, each with parallel loops of its own. The loops share
// the threads that no run takes, so the last run has all of them.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>

#include "espalier/run.h"

namespace espalier {

// body(i) for every i in [0, n), begun in this order, at most `most` of them at a time, on `threads` threads (0: all
// cores), loops included. Once one throws no other begins; of several errors, that of the lowest i is thrown.
void side_by_side(std::size_t n, int threads, std::size_t most, const std::function<void(std::size_t)>& body);

// The same for bodies that can end early: needed() is false once a body of a lower i has thrown. What a body throws
// after that changes nothing.
using StillNeeded = std::function<bool()>;
void side_by_side(std::size_t n, int threads, std::size_t most,
                  const std::function<void(std::size_t, const StillNeeded& needed)>& body);

// A callback that is called from one thread at a time, for runs that go on side by side.
class SharedProgress {
 public:
  explicit SharedProgress(ProgressCallback callback) : callback_(std::move(callback)) {}

  // Whether to go on; false for good once the callback has said so.
  bool operator()(const Progress& progress);

  bool stopped();

 private:
  const ProgressCallback callback_;
  std::mutex mutex_;
  bool stopped_ = false;
};

}  // namespace espalier

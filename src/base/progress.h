// Reports to the caller's callback, seldom enough to cost nothing, and turns its "stop" into an Error.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "espalier/base.h"

namespace espalier {

class Reporter {
 public:
  Reporter(const Run& run, std::string stage, std::uint64_t total);

  // May be called from any thread; throws Error{interrupted} once the callback has asked to stop.
  void advance(std::uint64_t steps = 1);

 private:
  const Run& run_;
  const std::string stage_;
  const std::uint64_t total_;
  const std::uint64_t every_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
};

}  // namespace espalier

// Reports to the caller's callback, rarely enough to cost nothing and often enough to be stopped at once, and turns its
// "stop" into an Error.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "espalier/run.h"

namespace espalier {

class Reporter {
 public:
  Reporter(const Run& run, std::string stage, std::uint64_t total);

  // Both may be called from any thread, and throw Error{interrupted} once the callback has asked to stop.
  void advance(std::uint64_t steps = 1);
  // Within a step that takes long: repeats the last report if it is kLongestSilence old.
  void pulse();

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kLongestSilence{50};

  bool is_silent() const noexcept;
  void report();

  const Run& run_;
  const std::string stage_;
  const std::uint64_t total_;
  const std::uint64_t every_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<Clock::rep> last_report_;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
};

}  // namespace espalier

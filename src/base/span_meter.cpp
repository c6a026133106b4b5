#include "base/span_meter.h"

#include <algorithm>
#include <chrono>

namespace espalier {
namespace {

using Clock = std::chrono::steady_clock;

// The block that is running: its time so far, up to `since`.
struct Running {
  SpanTimes times;
  Clock::time_point since;

  void add_until_now() {
    const Clock::time_point now = Clock::now();
    const double passed = std::chrono::duration<double>(now - since).count();
    for (double& seconds : times.seconds) seconds += passed;
    since = now;
  }
};

thread_local Running running;

SpanTimes measured_alone(const std::function<void()>& work) {
  const Running outer = running;
  running = {{}, Clock::now()};
  work();
  running.add_until_now();
  const SpanTimes times = running.times;
  running = {outer.times, running.since};
  return times;
}

}  // namespace

SpanTimes measure_span(const std::function<void()>& work) { return measured_alone(work); }

void measure_loop(std::size_t count, const std::function<void(std::size_t)>& block) {
  running.add_until_now();
  SpanTimes sum, longest;
  for (std::size_t b = 0; b < count; ++b) {
    const SpanTimes times = measured_alone([&] { block(b); });
    for (std::size_t p = 0; p < times.seconds.size(); ++p) {
      sum.seconds[p] += times.seconds[0];
      longest.seconds[p] = std::max(longest.seconds[p], times.seconds[p]);
    }
  }
  for (std::size_t p = 0; p < kSpanProcessors.size(); ++p)
    running.times.seconds[p] += std::max(sum.seconds[p] / kSpanProcessors[p], longest.seconds[p]);
  running.since = Clock::now();
}

}  // namespace espalier

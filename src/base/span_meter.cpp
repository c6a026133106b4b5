#include "base/span_meter.h"

#include <algorithm>
#include <ctime>

namespace espalier {
namespace {

// CPU time: what else the machine does does not count.
double seconds_of_thread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The block that is running: its time so far, up to `since`.
struct Running {
  SpanTimes times;
  double since = 0;

  void add_until_now() {
    const double now = seconds_of_thread(), passed = now - since;
    for (double& seconds : times.seconds) seconds += passed;
    since = now;
  }
};

thread_local Running running;

SpanTimes measured_alone(const std::function<void()>& work) {
  const Running outer = running;
  running = {{}, seconds_of_thread()};
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
  running.since = seconds_of_thread();
}

}  // namespace espalier

// How fast a computation could be with more processors than the machine has, by work and span: in a build with
// ESPALIER_MEASURE_SPAN, Threads runs its blocks one after the other and times each. With P processors a loop then
// takes at least
//
//   max(Σ time of its blocks / P, longest block),
//
// where the time of a block counts the loops within it in the same way, and what is outside of all loops takes as long
// as it does. What scheduling and shared memory cost is left out, so these are bounds.
#pragma once

#include <array>
#include <cstddef>
#include <functional>

namespace espalier {

inline constexpr std::array<int, 4> kSpanProcessors = {1, 4, 8, 16};

struct SpanTimes {
  std::array<double, kSpanProcessors.size()> seconds{};  // by number of processors
};

// What `work` takes.
SpanTimes measure_span(const std::function<void()>& work);

// A loop within that work: `block(b)` for every b in [0, count).
void measure_loop(std::size_t count, const std::function<void(std::size_t)>& block);

}  // namespace espalier

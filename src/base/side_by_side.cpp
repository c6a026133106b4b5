#include "base/side_by_side.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <vector>

#include "base/threads.h"

namespace espalier {

void side_by_side(std::size_t n, int threads, std::size_t most, const std::function<void(std::size_t)>& body) {
  side_by_side(n, threads, most, [&](std::size_t i, const StillNeeded&) { body(i); });
}

void side_by_side(std::size_t n, int threads, std::size_t most,
                  const std::function<void(std::size_t, const StillNeeded& needed)>& body) {
  std::vector<std::exception_ptr> errors(n);
  std::atomic<std::size_t> next = 0;
  std::atomic<std::size_t> failed = n;  // the lowest that has
  const auto work = [&] {
    while (failed == n) {
      const std::size_t i = next++;
      if (i >= n) return;
      try {
        body(i, [&failed, i] { return failed > i; });
      } catch (...) {
        errors[i] = std::current_exception();
        for (std::size_t lowest = failed; i < lowest && !failed.compare_exchange_weak(lowest, i);) {
        }
      }
    }
  };
  const ThreadLimit limit(threads);
  Threads all(threads);
#ifdef ESPALIER_MEASURE_SPAN
  all.each(
      n, [&](std::size_t i) { body(i, [] { return true; }); });  // a block is one body, not all that a thread comes to
  return;
#endif
  all.each(std::min({n, most, static_cast<std::size_t>(all.count())}), [&](std::size_t) { work(); });
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

bool SharedProgress::operator()(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  if (!stopped_ && callback_ && !callback_(progress)) stopped_ = true;
  return !stopped_;
}

bool SharedProgress::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

}  // namespace espalier

#include "base/progress.h"

#include <algorithm>
#include <utility>

#include "espalier/error.h"

namespace espalier {

Reporter::Reporter(const Run& run, std::string stage, std::uint64_t total)
    : run_(run),
      stage_(std::move(stage)),
      total_(total),
      every_(std::max<std::uint64_t>(1, total / 1000)),
      last_report_(Clock::now().time_since_epoch().count()) {}

void Reporter::advance(std::uint64_t steps) {
  if (!run_.progress) return;
  const std::uint64_t before = done_.fetch_add(steps);
  const std::uint64_t now = before + steps;
  if (before / every_ == now / every_ && now != total_) return pulse();
  const std::lock_guard lock(mutex_);
  report();
}

void Reporter::pulse() {
  if (!run_.progress) return;
  if (!stopped_ && !is_silent()) return;
  const std::lock_guard lock(mutex_);
  if (stopped_ || is_silent()) report();  // another thread may have just reported
}

bool Reporter::is_silent() const noexcept {
  const Clock::duration since(Clock::now().time_since_epoch().count() - last_report_.load());
  return since >= kLongestSilence;
}

void Reporter::report() {
  if (!stopped_ && !run_.progress({stage_, done_.load(), total_})) stopped_ = true;
  last_report_ = Clock::now().time_since_epoch().count();
  if (stopped_) throw Error(ErrorCode::interrupted, "interrupted");
}

}  // namespace espalier

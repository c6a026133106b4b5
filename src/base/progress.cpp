#include "base/progress.h"

#include <algorithm>
#include <utility>

namespace espalier {

Reporter::Reporter(const Run& run, std::string stage, std::uint64_t total)
    : run_(run), stage_(std::move(stage)), total_(total), every_(std::max<std::uint64_t>(1, total / 1000)) {}

void Reporter::advance(std::uint64_t steps) {
  if (!run_.progress) return;
  const std::uint64_t before = done_.fetch_add(steps);
  const std::uint64_t now = before + steps;
  if (before / every_ != now / every_ || now == total_) {
    const std::lock_guard lock(mutex_);
    if (!stopped_ && !run_.progress({stage_, done_.load(), total_})) stopped_ = true;
  }
  if (stopped_) throw Error(ErrorCode::interrupted, "interrupted");
}

}  // namespace espalier

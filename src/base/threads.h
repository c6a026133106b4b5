// oneTBB behind the two loops that Espalier needs. Results never depend on the number of threads: work is cut into
// blocks by size alone, and reductions join the blocks' results in order. A reporter hears of every block, so that any
// loop can be stopped.
#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/progress.h"

namespace espalier {

class Threads {
 public:
  // Every block that is done pulses the reporter, if there is one.
  explicit Threads(int count, Reporter* reporter = nullptr)
      : arena_(count > 0 ? count : tbb::task_arena::automatic), reporter_(reporter) {
    // Without this oneTBB warns on stderr and starts no more threads than there are cores.
    if (count > tbb::info::default_concurrency()) {
      limit_.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count));
    }
  }

  // One thread that tells the same reporter, for a part of what is done in parallel.
  Threads one() const { return Threads(1, reporter_); }

  // How many there are; for sizes that no result depends on.
  int count() const { return arena_.max_concurrency(); }

  // body(begin, end) over [0, n) in blocks of `block` items.
  template <class Body>
  void blocks(std::size_t n, std::size_t block, Body&& body) {
    const std::size_t count = (n + block - 1) / block;
    if (count == 0) return;
    const auto work = [&](std::size_t b) {
      body(b * block, std::min(n, (b + 1) * block));
      if (reporter_ != nullptr) reporter_->pulse();
    };
    if (count == 1 || arena_.max_concurrency() == 1) {
      for (std::size_t b = 0; b < count; ++b) work(b);
      return;
    }
    arena_.execute([&] { tbb::parallel_for(std::size_t{0}, count, work); });
  }

  // body(i) for every i in [0, n), each a task of its own.
  template <class Body>
  void each(std::size_t n, Body&& body) {
    blocks(n, 1, [&](std::size_t begin, std::size_t) { body(begin); });
  }

  // map(begin, end) of every block, joined from the first block to the last.
  template <class T, class Map, class Join>
  T reduce(std::size_t n, std::size_t block, T start, Map&& map, Join&& join) {
    std::vector<T> results((n + block - 1) / block, start);
    blocks(n, block, [&](std::size_t begin, std::size_t end) { results[begin / block] = map(begin, end); });
    for (T& result : results) start = join(std::move(start), std::move(result));
    return start;
  }

 private:
  std::optional<tbb::global_control> limit_;
  tbb::task_arena arena_;
  Reporter* reporter_;
};

// One for every thread that asks by local(); for scratch, since which thread does what is left to chance.
template <class T>
using PerThread = tbb::enumerable_thread_specific<T>;

}  // namespace espalier

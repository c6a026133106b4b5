#include "base/threads.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <optional>

#include "base/span_meter.h"
#include "base/start_workers.h"

namespace espalier {

struct Threads::Arena {
  explicit Arena(int count) : tasks(count) {}
  std::optional<tbb::global_control> limit;
  tbb::task_arena tasks;
};

Threads::Threads(int count, Reporter* reporter) : reporter_(reporter) {
  const int cores = tbb::info::default_concurrency();
  const int wanted = count > 0 ? count : cores;
  const int started = start_workers(wanted);
  arena_ = std::make_unique<Arena>(started);
  // Without this oneTBB warns on stderr and starts no more threads than there are cores, or starts as many as there
  // are.
  if (started > cores || started < wanted)
    arena_->limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(started));
}

Threads::~Threads() = default;
Threads::Threads(Threads&&) noexcept = default;

struct ThreadLimit::Control {
  explicit Control(int count) : limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count)) {}
  tbb::global_control limit;
};

ThreadLimit::ThreadLimit(int count) {
  if (count > 0) control_ = std::make_unique<Control>(count);
}

ThreadLimit::~ThreadLimit() = default;

int Threads::count() const { return arena_->tasks.max_concurrency(); }

void Threads::run_blocks(std::size_t n, std::size_t block, const Body& body) {
  const std::size_t count = (n + block - 1) / block;
  if (count == 0) return;
  const auto work = [&](std::size_t b) {
    body.call(body.object, b * block, std::min(n, (b + 1) * block));
    if (reporter_ != nullptr) reporter_->pulse();
  };
  if (count == 1 || arena_->tasks.max_concurrency() == 1) {
    for (std::size_t b = 0; b < count; ++b) work(b);
    return;
  }
#ifdef ESPALIER_MEASURE_SPAN
  measure_loop(count, work);
#else
  // A thread that waits for the end of an inner loop helps that loop alone: another turn of the outer one would hold
  // its memory too, and keep the inner loop waiting.
  arena_->tasks.execute(
      [&] { tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, count, work); }); });
#endif
}

}  // namespace espalier

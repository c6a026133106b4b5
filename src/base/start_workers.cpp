#include "base/start_workers.h"

#include <malloc.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <mutex>

namespace espalier {
namespace {

using Clock = std::chrono::steady_clock;

std::size_t stack_bytes() { return tbb::global_control::active_value(tbb::global_control::thread_stack_size); }

// Threads that wait until they are told to end.
class WaitingThreads {
 public:
  // As many as can be started, at most `count`.
  explicit WaitingThreads(std::size_t count) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return;
    pthread_attr_setstacksize(&attributes, stack_bytes());
    while (threads_.size() < count) {
      Thread& thread = threads_.emplace_back();
      thread.all = this;
      if (pthread_create(&thread.handle, &attributes, wait, &thread) == 0) continue;
      threads_.pop_back();
      break;
    }
    pthread_attr_destroy(&attributes);
  }

  // Returns when the system no longer counts them.
  ~WaitingThreads() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    for (const Thread& thread : threads_) pthread_join(thread.handle, nullptr);
    const Clock::time_point latest = Clock::now() + std::chrono::seconds(1);
    for (const Thread& thread : threads_)
      while (syscall(SYS_tgkill, getpid(), thread.id, 0) == 0 && Clock::now() < latest) sched_yield();
  }

  WaitingThreads(const WaitingThreads&) = delete;
  WaitingThreads& operator=(const WaitingThreads&) = delete;

  std::size_t count() const noexcept { return threads_.size(); }

 private:
  struct Thread {
    WaitingThreads* all = nullptr;
    pthread_t handle{};
    long id = 0;
  };

  static void* wait(void* object) {
    auto& thread = *static_cast<Thread*>(object);
    thread.id = syscall(SYS_gettid);
    void* volatile memory = std::malloc(1);  // a thread that allocates has a heap of its own, which takes room too
    std::free(memory);
    std::unique_lock lock(thread.all->mutex_);
    thread.all->changed_.wait(lock, [&] { return thread.all->ended_; });
    return nullptr;
  }

  std::deque<Thread> threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
};

// A thread that allocates reserves 64 MB of addresses for a heap of its own, and 128 MB for a moment. Where these are
// not there for all threads, they share one heap: else the heaps would take what the stacks of other threads need.
void share_heap_if_addresses_are_few(int threads) {
#ifdef M_ARENA_MAX
  constexpr rlim_t kHeap = rlim_t{128} << 20;
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t taken = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
  if (taken + static_cast<rlim_t>(threads) * (kHeap + stack_bytes()) > limit.rlim_cur) mallopt(M_ARENA_MAX, 1);
#endif
}

// Gives every thread of oneTBB something to do at the same time.
void launch(int count) {
  constexpr auto kPatience = std::chrono::milliseconds(200);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count));
  // A limit of somebody else's may be lower.
  const auto all = static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  tbb::task_arena arena(count);
  std::mutex mutex;
  std::condition_variable changed;
  int arrived = 0;
  const auto meet = [&](int) {
    std::unique_lock lock(mutex);
    ++arrived;
    changed.notify_all();
    changed.wait_for(lock, kPatience, [&] { return arrived >= std::min(count, all); });
  };
  arena.execute([&] { tbb::parallel_for(0, count, meet, tbb::static_partitioner()); });
}

struct Workers {
  std::mutex mutex;
  std::atomic<int> asked = 1;    // the largest number that anybody wanted
  std::atomic<int> granted = 1;  // and what there was of it
};

Workers& workers() {
  static Workers all;
  return all;
}

// oneTBB may let its threads go when the thread that had them started ends, so they are counted again after that.
struct Owner {
  ~Owner() {
    if (!owns) return;
    workers().asked = 1;
    workers().granted = 1;
  }
  bool owns = false;
};

}  // namespace

int start_workers(int wanted) {
  Workers& all = workers();
  if (wanted <= all.asked) return std::min(wanted, all.granted.load());
  const std::lock_guard lock(all.mutex);
  if (wanted <= all.asked) return std::min(wanted, all.granted.load());
  share_heap_if_addresses_are_few(wanted);
  auto more = static_cast<std::size_t>(wanted - all.granted);
  const std::size_t started = WaitingThreads(more).count();
  // Where there is a limit, half of what it leaves is for others, and for the memory of the work itself.
  if (started < more) more = started / 2;
  const int granted = all.granted + static_cast<int>(more);
  if (granted > all.granted) launch(granted);
  all.granted = granted;
  all.asked = wanted;
  thread_local Owner owner;
  owner.owns = true;
  return granted;
}

}  // namespace espalier

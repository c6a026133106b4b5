// oneTBB behind the two loops that Espalier needs. Results never depend on the number of threads: work is cut into
// blocks by size alone, and reductions join the blocks' results in order. A reporter is told of every block, so that
// any loop can be stopped. oneTBB's headers stay in the one source file: they would double the time to compile the
// others.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/progress.h"

namespace espalier {

class Threads {
 public:
  // 0 is all cores; fewer where the system refuses threads. Every finished block pulses the reporter, if there is one.
  explicit Threads(int count, Reporter* reporter = nullptr);
  ~Threads();
  Threads(Threads&&) noexcept;

  // A single thread with the same reporter, for one part of work that is done in parallel.
  Threads one() const { return Threads(1, reporter_); }

  // The number of threads; only for sizes that no result depends on.
  int count() const;

  // body(begin, end) over [0, n) in blocks of `block` items.
  template <class Body>
  void blocks(std::size_t n, std::size_t block, Body&& body) {
    using Function = std::remove_reference_t<Body>;
    run_blocks(n, block, {std::addressof(body), [](const void* object, std::size_t begin, std::size_t end) {
                            (*static_cast<Function*>(const_cast<void*>(object)))(begin, end);
                          }});
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
  // A body without its type, so that the loop is compiled once.
  struct Body {
    const void* object;
    void (*call)(const void* object, std::size_t begin, std::size_t end);
  };
  struct Arena;

  void run_blocks(std::size_t n, std::size_t block, const Body& body);

  std::unique_ptr<Arena> arena_;
  Reporter* reporter_;
};

// While it lives, all loops of the process together take no more than `count` threads (0: all cores).
class ThreadLimit {
 public:
  explicit ThreadLimit(int count);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  struct Control;
  std::unique_ptr<Control> control_;
};

// One value for every thread that calls local(), made at its first call; for scratch memory, since chance decides which
// thread does what.
template <class T>
class PerThread {
 public:
  PerThread() : make_([] { return T(); }) {}
  explicit PerThread(std::function<T()> make) : make_(std::move(make)) {}

  T& local() {
    const std::lock_guard lock(mutex_);
    const auto found = values_.find(std::this_thread::get_id());
    return found != values_.end() ? found->second : values_.emplace(std::this_thread::get_id(), make_()).first->second;
  }

 private:
  std::function<T()> make_;
  std::mutex mutex_;
  std::unordered_map<std::thread::id, T> values_;
};

}  // namespace espalier

#include "module/watch.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>

#include "espalier/error.h"
#include "module/text.h"

namespace espalier::python {
namespace {

namespace nb = nanobind;

// The messages between the two threads.
class Exchange {
 public:
  bool report(const Progress& progress) {
    const std::lock_guard lock(mutex_);
    latest_ = progress;
    return !stop_;
  }

  void end(std::exception_ptr error) {
    {
      const std::lock_guard lock(mutex_);
      error_ = std::move(error);
      ended_ = true;
    }
    changed_.notify_one();
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }

  // Waits for the end, but not longer than a person notices. Returns whether the work has ended.
  bool wait(std::optional<Progress>& news) {
    constexpr auto kPatience = std::chrono::milliseconds(50);
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience, [&] { return ended_; });
    news.swap(latest_);
    latest_.reset();
    return ended_;
  }

  const std::exception_ptr& error() const { return error_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Progress> latest_;
  std::exception_ptr error_;
  bool ended_ = false;
  bool stop_ = false;
};

// The work that is being watched.
class Watched {
 public:
  explicit Watched(Exchange& exchange) : exchange_(exchange) {
    const std::lock_guard lock(mutex());
    all().insert(&exchange_);
  }
  ~Watched() {
    {
      const std::lock_guard lock(mutex());
      all().erase(&exchange_);
    }
    gone().notify_all();
  }

  static void stop_all() {
    std::unique_lock lock(mutex());
    for (Exchange* exchange : all()) exchange->stop();
    gone().wait(lock, [] { return all().empty(); });
  }

 private:
  static std::mutex& mutex() {
    static std::mutex mutex;
    return mutex;
  }
  static std::condition_variable& gone() {
    static std::condition_variable gone;
    return gone;
  }
  static std::set<Exchange*>& all() {
    static std::set<Exchange*> all;
    return all;
  }

  Exchange& exchange_;
};

void run(const std::function<void(const ProgressCallback&)>& work, Exchange& exchange) {
  try {
    work([&](const Progress& progress) { return exchange.report(progress); });
    exchange.end(nullptr);
  } catch (...) {
    exchange.end(std::current_exception());
  }
}

std::thread start(const std::function<void(const ProgressCallback&)>& work, Exchange& exchange) {
  try {
    return std::thread(run, std::cref(work), std::ref(exchange));
  } catch (const std::system_error& error) {
    throw Error(ErrorCode::memory, std::string("cannot start another thread: ") + error.code().message());
  }
}

void attend(const std::optional<Progress>& news, const nb::object& show) {
  if (PyErr_CheckSignals() != 0) nb::raise_python_error();
  if (news && !show.is_none()) show(news->stage, news->done, news->total);
}

}  // namespace

void watch(const std::function<void(const ProgressCallback&)>& work, const nb::object& show) {
  Exchange exchange;
  const Watched watched(exchange);
  std::exception_ptr python_error;
  std::thread thread = start(work, exchange);
  for (bool ended = false; !ended;) {
    std::optional<Progress> news;
    {
      const nb::gil_scoped_release released;
      ended = exchange.wait(news);
    }
    if (ended || python_error) continue;
    try {
      attend(news, show);
    } catch (...) {
      python_error = std::current_exception();
      exchange.stop();
    }
  }
  thread.join();
  if (python_error) std::rethrow_exception(python_error);
  if (exchange.error()) std::rethrow_exception(exchange.error());
}

void stop_all() {
  const nb::gil_scoped_release released;
  Watched::stop_all();
}

}  // namespace espalier::python

#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <ctime>
#include <string_view>

#include "espalier/error.h"

namespace espalier::cli {
namespace {

constexpr long kPatience = 700'000'000;  // nanoseconds: the rest of a second is for the system to take the memory back
constexpr int kInterrupted = 130;

// The one piece of global state: a signal handler can reach nothing else.
volatile std::sig_atomic_t signal_came = 0;
timer_t patience = {};
bool has_timer = false;
bool has_bar = false;  // whether standard error may show a progress bar

volatile std::sig_atomic_t writers = 0;

void start_timer() noexcept {
  struct itimerspec wait = {};
  wait.it_value.tv_nsec = kPatience;
  timer_settime(patience, 0, &wait, nullptr);
}

void say(std::string_view text) noexcept {
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody is there to be told
}

// These two call only what a signal handler may.
extern "C" void on_signal(int) {
  signal_came = 1;
  if (has_timer) start_timer();
}

extern "C" void on_timeout(int) {
  if (writers > 0) return start_timer();
  if (has_bar) say("\r\x1b[K");
  say("espalier: interrupted\n");
  _exit(kInterrupted);
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_timeout;
  sigaction(SIGALRM, &action, nullptr);
  struct sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGALRM;
  has_timer = timer_create(CLOCK_MONOTONIC, &event, &patience) == 0;
  has_bar = isatty(STDERR_FILENO) != 0;
  action.sa_handler = on_signal;
  // No SA_RESTART: a read from a silent stdin returns, and the progress callback is asked whether to go on.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_DFL);  // the parent may have ignored it
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit of file sizes fails like any other
}

bool interrupted() noexcept { return signal_came != 0; }

void end_watch() noexcept { std::signal(SIGALRM, SIG_IGN); }

void stop_if_interrupted() {
  if (interrupted()) throw Error(ErrorCode::interrupted, "interrupted");
}

WhileWriting::WhileWriting() noexcept { writers = writers + 1; }
WhileWriting::~WhileWriting() { writers = writers - 1; }

}  // namespace espalier::cli

#include "cli/interrupt.h"

#include <csignal>

#include "espalier/error.h"

namespace espalier::cli {
namespace {

// The one piece of global state: a signal handler can reach nothing else.
volatile std::sig_atomic_t signal_came = 0;

extern "C" void on_signal(int) { signal_came = 1; }

}  // namespace

void watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  // No SA_RESTART: a read from a silent stdin returns, and the progress callback is asked whether to go on.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_DFL);  // the parent may have ignored it
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit of file sizes fails like any other
}

bool interrupted() noexcept { return signal_came != 0; }

void stop_if_interrupted() {
  if (interrupted()) throw Error(ErrorCode::interrupted, "interrupted");
}

}  // namespace espalier::cli

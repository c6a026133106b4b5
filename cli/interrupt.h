// Ctrl-C and SIGTERM ask the work to stop instead of ending the process, so that no half-written file is left. Work
// that does not look, or takes long to give its memory back, is ended within a second.
#pragma once

namespace espalier::cli {

// A second signal ends the process at once. A broken pipe does so from the start, silently.
void watch_for_interrupts();

bool interrupted() noexcept;

// The work has been given up and everything tidied away: nothing is to be ended any more.
void end_watch() noexcept;

// Throws Error{interrupted}: for loops that do not go through a progress callback.
void stop_if_interrupted();

// While it lives, a file is being written, and the process is not ended.
class WhileWriting {
 public:
  WhileWriting() noexcept;
  ~WhileWriting();
  WhileWriting(const WhileWriting&) = delete;
  WhileWriting& operator=(const WhileWriting&) = delete;
};

}  // namespace espalier::cli

// Ctrl-C and SIGTERM ask the work to stop instead of ending the process, so that no half-written file is left.
#pragma once

namespace espalier::cli {

// A second signal ends the process at once. A broken pipe does so from the start, silently.
void watch_for_interrupts();

bool interrupted() noexcept;

// Throws Error{interrupted}: for loops that do not go through a progress callback.
void stop_if_interrupted();

}  // namespace espalier::cli

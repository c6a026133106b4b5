// Long work on a thread of its own, while the calling Python thread shows progress and answers Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>

#include "espalier/run.h"

namespace espalier::python {

// Runs `work` with the interpreter free for other threads. `show` is None or is called with (stage, done, total) now
// and then, on the calling thread. An exception from `show` or from a signal handler stops the work and is thrown here;
// otherwise an exception from `work` is.
void watch(const std::function<void(const ProgressCallback&)>& work, const nanobind::object& show);

// Stops all work that is being watched, on any thread, and waits for its end: for the exit of the interpreter, after
// which no thread may come back to it.
void stop_all();

}  // namespace espalier::python

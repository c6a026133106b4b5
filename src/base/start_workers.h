// oneTBB ends the process where the system refuses a thread: where their number is limited, for the user or for a
// container, or where there is no memory for another stack. So threads that only wait are started first, to see how
// many the system gives; then oneTBB's own are all started, which it would do at some later time.
#pragma once

namespace espalier {

// The number of threads that loops may take, the caller's own included: `wanted`, if the system gives as many, else at
// least 1. The first call with a number takes some 20 µs per thread, later ones nothing.
int start_workers(int wanted);

}  // namespace espalier

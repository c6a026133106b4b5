// Programs that are measured in turns, each by its best round, since the machine's speed changes from second to second.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace espalier {

// Time of the process rather than the clock's: other work on the machine disturbs it less.
inline double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Program {
  std::string name;
  std::function<void()> run;
  double best = 1e9;
};

// The programs take turns; each keeps its best time.
inline void take_turns(std::vector<Program>& programs, int rounds) {
  for (int round = 0; round < rounds; ++round)
    for (Program& program : programs) {
      const double start = cpu_seconds();
      program.run();
      program.best = std::min(program.best, cpu_seconds() - start);
    }
}

// ns a cell, and the ratio to the first program, which reads the ids.
inline void print(const std::vector<Program>& programs, double cells) {
  for (const Program& program : programs)
    fmt::print("  {:<20} {:7.4f} ns  {:6.2f} × read\n", program.name, 1e9 * program.best / cells,
               program.best / programs[0].best);
}

}  // namespace espalier

// What the kernel knows about this process: CPU time and memory.
#pragma once

#include <malloc.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>

namespace espalier::bench {

// Of all threads, user and system.
inline double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// A field of /proc/self/status: "VmRSS:", "RssAnon:", "VmHWM:" (the peak of VmRSS).
inline std::size_t status_bytes(std::string_view field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field)) return 1024 * std::strtoull(line.c_str() + field.size(), nullptr, 10);
  }
  return 0;
}

struct Cost {
  double cpu = 0;
  double wall = 0;
  std::size_t extra_bytes = 0;  // peak memory above what there was before
};

template <class Call>
Cost measure(Call&& call) {
  malloc_trim(0);                               // or memory that was freed before would be used again and not be seen
  std::ofstream("/proc/self/clear_refs") << 5;  // VmHWM starts again
  const std::size_t before = status_bytes("VmRSS:");
  const auto start = std::chrono::steady_clock::now();
  const double cpu_start = cpu_seconds();
  call();
  Cost cost;
  cost.cpu = cpu_seconds() - cpu_start;
  cost.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::size_t peak = status_bytes("VmHWM:");
  cost.extra_bytes = peak > before ? peak - before : 0;
  return cost;
}

}  // namespace espalier::bench

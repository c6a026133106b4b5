// read_table_bench FILE [THREADS]: reads the table once and prints, as JSON, its shape, the CPU seconds that reading
// took in all threads, the seconds by the clock, and the peak of anonymous memory (RssAnon; pages of the mapped file
// belong to the system's cache and are not counted), sampled every millisecond.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>

#include "espalier/read_table.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "process.h"

using espalier::bench::cpu_seconds;
using espalier::bench::status_bytes;

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::fprintf(stderr, "usage: read_table_bench FILE [THREADS]\n");
    return 2;
  }
  espalier::Run run;
  if (argc > 2) run.threads = std::atoi(argv[2]);

  std::atomic<bool> stop = false;
  std::size_t peak = 0;
  std::thread sampler([&] {
    while (!stop) {
      peak = std::max(peak, status_bytes("RssAnon:"));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  const auto start = std::chrono::steady_clock::now();
  const double cpu_start = cpu_seconds();
  const espalier::Table table = espalier::read_table(argv[1], {}, run);
  const double cpu = cpu_seconds() - cpu_start;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  stop = true;
  sampler.join();
  peak = std::max(peak, status_bytes("RssAnon:"));
  std::printf(
      "{\"rows\": %zu, \"columns\": %zu, \"cpu_seconds\": %.3f, \"seconds\": %.3f, \"peak_anonymous_mb\": %.1f}\n",
      table.rows, table.columns.size(), cpu, elapsed.count(), static_cast<double>(peak) / (1 << 20));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

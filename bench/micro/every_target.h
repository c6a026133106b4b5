// Benchmarks on every instruction set of this machine that the kernels are compiled for, each under its name.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

#include "espalier/instruction_sets.h"

namespace espalier {

inline void benchmark_on_every_target(const std::string& name, const std::function<void(benchmark::State&)>& run) {
  for (const std::string& target : instruction_sets()) {
    benchmark::RegisterBenchmark((name + "/" + target).c_str(), [=](benchmark::State& state) {
      limit_instruction_sets(target);
      run(state);
      limit_instruction_sets("");
    });
  }
}

}  // namespace espalier

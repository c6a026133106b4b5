// Benchmarks on every instruction set of this machine that the kernels are compiled for, each under its name.
#pragma once

#include <benchmark/benchmark.h>
#include <hwy/targets.h>

#include <cstdint>
#include <functional>
#include <string>

namespace espalier {

inline void use_target(std::int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().DeInit();  // the next call of a kernel chooses again
}

inline int benchmark_on_every_target(const std::string& name, const std::function<void(benchmark::State&)>& run) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    benchmark::RegisterBenchmark((name + "/" + hwy::TargetName(target)).c_str(), [=](benchmark::State& state) {
      use_target(target);
      run(state);
      use_target(0);
    });
  }
  return 0;
}

}  // namespace espalier

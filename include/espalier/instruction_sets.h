// The instruction sets that kernels choose from when the program runs. Results do not depend on the choice.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace espalier {

// Those of this machine that kernels are compiled for and that limit_instruction_sets() has left, the best first:
// "avx3_dl" (AVX-512 of Ice Lake and Zen 4), "avx3" (AVX-512), "avx2", "sse4" and so on.
std::vector<std::string> instruction_sets();

// Kernels use nothing better than this from now on, to measure what other machines have. An empty name lifts the limit.
// Not while another thread runs kernels.
void limit_instruction_sets(std::string_view best);

}  // namespace espalier

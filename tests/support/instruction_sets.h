// Kernels with a version for each instruction set are tested in all that the machine has.
#pragma once

#include <hwy/targets.h>

#include <cstdint>
#include <string>

namespace espalier::test {

// body(name) with just one of the machine's instruction sets in use, one after the other, the plain version last.
template <class Body>
void for_each_instruction_set(Body&& body) {
  std::int64_t left = hwy::SupportedTargets();
  while (left != 0) {
    const std::int64_t best = left & -left;
    hwy::SetSupportedTargetsForTest(best);
    body(std::string(hwy::TargetName(best)));
    hwy::SetSupportedTargetsForTest(0);
    left &= left - 1;
  }
}

}  // namespace espalier::test

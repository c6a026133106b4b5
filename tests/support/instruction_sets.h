// Kernels with a version for each instruction set are tested in all that the machine has.
#pragma once

#include <hwy/targets.h>

#include <cstdint>
#include <string>

namespace espalier::test {

// body(name) with the machine's best instruction set, then without it, and so on; the plain version comes last.
template <class Body>
void for_each_instruction_set(Body&& body) {
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    hwy::SetSupportedTargetsForTest(left);
    body(std::string(hwy::TargetName(left & -left)));
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace espalier::test

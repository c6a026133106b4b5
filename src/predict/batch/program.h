// A small tree as a program over slots. It computes the terminals of a whole block of rows by comparing and blending,
// bottom up, every split for every row: no row waits for a load that depends on its last comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "espalier/forest.h"
#include "predict/batch/slots.h"

namespace espalier {

// Three kinds only, whichever child is the leaf or comes first: what a step does next is what the processor has to
// guess, and a wrong guess costs as much as a step.
enum class Step : std::uint8_t {
  start,  // push what there is; then `leaf` where the test holds, `other` where it does not
  leaf,   // `leaf` where the test holds
  join,   // what was pushed last where the test holds
};

// The test holds if slot byte + shift > above, in signed bytes that wrap: a shift of 0 is for going right, and others
// turn the range of bytes so that those that go left come out on top.
struct Instruction {
  std::uint16_t slot = 0;
  std::int8_t shift = 0;
  std::int8_t above = 0;
  Step step = Step::start;
  std::uint8_t leaf = 0;
  std::uint8_t other = 0;
};

// Trees of up to this many terminals pay as programs.
inline constexpr std::size_t kMostProgramTerminals = 64;
// How many vectors of terminals are pushed at once, at most: of two subtrees the one that needs more is done first, and
// only where both need the same one more is needed, so that a depth of n takes at least 2^n terminals.
inline constexpr std::size_t kMostPushed = 6;

// Appends the tree's program; nothing is appended and the answer is false if the slots do not suffice.
bool compile(const Forest& forest, const TreeSpan& tree, Slots& slots, std::vector<Instruction>& program);

}  // namespace espalier

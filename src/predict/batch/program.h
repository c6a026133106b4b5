// A small tree as a program over slots. It computes the terminals of a whole block of rows by comparing and blending,
// bottom up, every split for every row: no row waits for a load that depends on its last comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "espalier/forest.h"
#include "predict/batch/slots.h"

namespace espalier {

// Three kinds serve all trees, by turning tests round and visiting the leaf first: the processor has to guess the kind
// of the next step, and a wrong guess costs as much as a step.
enum class Step : std::uint8_t {
  start,  // push the current terminals; then `leaf` where the test holds, `other` elsewhere
  leaf,   // `leaf` where the test holds
  join,   // the last pushed terminals where the test holds
};

// The test holds if slot byte + shift > above, in signed bytes that wrap: with a shift of 0 it holds for rows that go
// right; other shifts rotate the range of bytes so that those that go left come out on top.
struct Instruction {
  std::uint16_t slot = 0;
  std::int8_t shift = 0;
  std::int8_t above = 0;
  Step step = Step::start;
  std::uint8_t leaf = 0;
  std::uint8_t other = 0;
};

// Trees with up to this many terminals are faster as programs.
inline constexpr std::size_t kMostProgramTerminals = 64;
// The maximum number of vectors of terminals that are pushed at once. Of two subtrees, the one that needs more is done
// first. One more is needed only if both need the same number, so to push n takes at least 2^n terminals.
inline constexpr std::size_t kMostPushed = 6;

// Appends the tree's program; returns false and appends nothing if the slots do not suffice.
bool compile(const Forest& forest, const TreeSpan& tree, Slots& slots, std::vector<Instruction>& program);

}  // namespace espalier

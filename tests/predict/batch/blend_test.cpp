#include "predict/batch/blend.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <hwy/aligned_allocator.h>

#include "base/random.h"
#include "support/instruction_sets.h"

namespace espalier {
namespace {

constexpr std::size_t kRows = Slots::kBlockRows;

// Runs the program, one row after the other.
std::uint8_t naive_run(std::span<const Instruction> program, const std::int8_t* block, std::size_t row) {
  std::vector<std::uint8_t> pushed;
  std::uint8_t now = 0;
  for (const Instruction& i : program) {
    const bool holds = static_cast<std::int8_t>(block[i.slot * kRows + row] + i.shift) > i.above;
    if (i.step == Step::start) {
      pushed.push_back(now);
      now = holds ? i.leaf : i.other;
    } else if (i.step == Step::leaf) {
      now = holds ? i.leaf : now;
    } else {
      now = holds ? pushed.back() : now;
      pushed.pop_back();
    }
  }
  return now;
}

std::vector<Instruction> random_program(std::size_t steps, std::uint16_t slots, Random& random) {
  std::vector<Instruction> program;
  const auto byte = [&] { return static_cast<std::int8_t>(random.bits()); };
  std::size_t pushed = 0;
  for (std::size_t s = 0; s < steps; ++s) {
    auto step = static_cast<Step>(random.below(3));
    if (s == 0 || (step == Step::join && pushed == 1)) step = Step::start;
    if (step == Step::start && pushed == kMostPushed) step = Step::leaf;
    pushed += step == Step::start ? 1 : step == Step::join ? std::size_t(-1) : 0;
    program.push_back({static_cast<std::uint16_t>(random.below(slots)), byte(), byte(), step,
                       static_cast<std::uint8_t>(random.below(64)), static_cast<std::uint8_t>(random.below(64))});
  }
  return program;
}

TEST(Blend, RunsProgramsLikeOneRowAfterTheOther) {
  Random random(1, "program");
  const auto block = hwy::AllocateAligned<std::int8_t>(5 * kRows);
  for (std::size_t i = 0; i < 5 * kRows; ++i) block[i] = static_cast<std::int8_t>(random.bits());
  const auto ids = hwy::AllocateAligned<std::uint8_t>(kRows);
  for (const std::size_t steps : {1U, 2U, 10U, 63U}) {
    const std::vector<Instruction> program = random_program(steps, 5, random);
    for (const std::size_t rows : {std::size_t{1}, std::size_t{64}, std::size_t{65}, std::size_t{700}, kRows})
      test::on_every_instruction_set([&] {
        run_program(program, block.get(), rows, ids.get());
        for (std::size_t row = 0; row < rows; ++row)
          ASSERT_EQ(ids[row], naive_run(program, block.get(), row)) << steps << " steps, row " << row;
      });
  }
}

TEST(Blend, AddsValuesTreeByTree) {
  Random random(1, "values");
  const auto ids = hwy::AllocateAligned<std::uint8_t>(kGroupTrees * kRows);
  const auto values = hwy::AllocateAligned<float>(kGroupTrees * kMostProgramTerminals);
  const auto sums = hwy::AllocateAligned<double>(kRows);
  for (std::size_t i = 0; i < kGroupTrees * kMostProgramTerminals; ++i) values[i] = static_cast<float>(random.normal());
  for (const std::size_t terminals : {2U, 32U, 33U, 64U})
    for (const std::size_t trees : {std::size_t{1}, kGroupTrees}) {
      for (std::size_t i = 0; i < kGroupTrees * kRows; ++i) ids[i] = static_cast<std::uint8_t>(random.below(terminals));
      test::on_every_instruction_set([&] {
        std::fill_n(sums.get(), kRows, 0.1);
        add_values({ids.get(), values.get(), trees, terminals}, kRows, sums.get());
        for (std::size_t row = 0; row < kRows; ++row) {
          double sum = 0.1;
          for (std::size_t t = 0; t < trees; ++t)
            sum += static_cast<double>(values[t * kMostProgramTerminals + ids[t * kRows + row]]);
          ASSERT_EQ(sums[row], sum) << terminals << " terminals, row " << row;
        }
      });
    }
}

}  // namespace
}  // namespace espalier

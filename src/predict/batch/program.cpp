// Linear in the splits. Children are emitted before their parent, the one that needs more room first.
#include "predict/batch/program.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/assert.h"
#include "espalier/forest.h"

namespace espalier {
namespace {

class Compiler {
 public:
  Compiler(std::span<const Split> splits, std::span<const SlotTest> tests, std::vector<Instruction>& program)
      : splits_(splits), tests_(tests), program_(program) {
    for (std::size_t i = splits.size(); i-- > 0;) {  // children stand after their parents
      const int left = need_of(splits[i].left);
      const int right = need_of(splits[i].right);
      need_[i] = left == right ? left + 1 : std::max(left, right);
    }
    ESPALIER_ASSERT(need_[0] <= static_cast<int>(kMostPushed));
  }

  // Recursive: the tree is too small to overflow the stack.
  void emit(std::int32_t node) {
    const Split& split = splits_[static_cast<std::size_t>(node)];
    const bool left_first = need_of(split.left) >= need_of(split.right);
    const std::int32_t first = left_first ? split.left : split.right;
    const std::int32_t second = left_first ? split.right : split.left;
    if (first >= 0) emit(first);
    if (second >= 0) emit(second);
    const SlotTest test = tests_[static_cast<std::size_t>(node)];
    if (first < 0)  // both are
      program_.push_back(instruction(test, true, Step::start, split.left, split.right));
    else if (second < 0)
      program_.push_back(instruction(test, !left_first, Step::leaf, second, second));
    else
      program_.push_back(instruction(test, left_first, Step::join, 0, 0));
  }

 private:
  // The test holds if the row goes left, or if it goes right.
  static Instruction instruction(SlotTest test, bool left, Step step, std::int32_t leaf, std::int32_t other) {
    // b <= most, turned into a test for greater: b + (127 - most) > -2 - most. Bytes up to `most` become the highest
    // ones.
    const int shift = left ? 127 - test.most : 0;
    const int above = left ? -2 - test.most : test.most;
    return {test.slot, static_cast<std::int8_t>(shift),  static_cast<std::int8_t>(above),
            step,      static_cast<std::uint8_t>(~leaf), static_cast<std::uint8_t>(~other)};
  }
  int need_of(std::int32_t node) const { return node < 0 ? 0 : need_[static_cast<std::size_t>(node)]; }

  std::span<const Split> splits_;
  std::span<const SlotTest> tests_;
  std::vector<Instruction>& program_;
  std::array<int, kMostProgramTerminals> need_{};
};

}  // namespace

bool compile(const Forest& forest, const TreeSpan& tree, Slots& slots, std::vector<Instruction>& program) {
  ESPALIER_ASSERT(tree.splits < kMostProgramTerminals);
  const auto splits = std::span(forest.splits).subspan(tree.first_split, tree.splits);
  std::array<SlotTest, kMostProgramTerminals> tests;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const std::optional<SlotTest> test = slots.test_of(splits[i]);
    if (!test) return false;
    tests[i] = *test;
  }
  Compiler(splits, std::span(tests).first(splits.size()), program).emit(0);
  return true;
}

}  // namespace espalier

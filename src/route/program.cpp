// Linear in the splits. Children are emitted before their parent, the one that needs more room first.
#include "route/program.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/assert.h"

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

  // A recursion: the tree is too small to overflow anything.
  void emit(std::int32_t node) {
    const Split& split = splits_[static_cast<std::size_t>(node)];
    const bool left_first = need_of(split.left) >= need_of(split.right);
    const std::int32_t first = left_first ? split.left : split.right;
    const std::int32_t second = left_first ? split.right : split.left;
    if (first >= 0) emit(first);
    if (second >= 0) emit(second);
    Instruction instruction{tests_[static_cast<std::size_t>(node)], Step::start, terminal(split.left),
                            terminal(split.right)};
    if (split.left >= 0 && split.right >= 0)
      instruction.step = left_first ? Step::join_left : Step::join_right;
    else if (split.right >= 0)
      instruction.step = Step::left_leaf;
    else if (split.left >= 0)
      instruction.step = Step::right_leaf;
    program_.push_back(instruction);
  }

 private:
  int need_of(std::int32_t node) const { return node < 0 ? 0 : need_[static_cast<std::size_t>(node)]; }
  static std::uint8_t terminal(std::int32_t node) { return node < 0 ? static_cast<std::uint8_t>(~node) : 0; }

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

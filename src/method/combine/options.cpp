#include "method/combine/options.h"

#include <algorithm>
#include <limits>

#include "espalier/error.h"

namespace espalier {
namespace {

constexpr std::size_t kMostTrees = 100;
constexpr int kUsualDepth = 5;                                  // of a tree of 32 leaves
constexpr std::size_t kBytesPerSplit = 6, kBytesPerNumber = 4;  // approximate size in a file

// Few trees on few rows take little time, so that more splits can be considered; and less of their error is averaged
// out, so that each tree needs more rows.
struct Width {
  int keep, beam;
  double sample;
};
constexpr std::size_t kFewTrees = 30, kFewRows = 10'000;
constexpr Width kOfFewTrees{100, 20, 0.8}, kOfManyTrees{20, 2, 0.63};
constexpr int kHighBeam = 5;  // at least, for more effort
constexpr int kSweeps = 5, kHighSweeps = 10;

// About as many trees as the budget allows.
std::size_t leaves_within(const std::optional<Budget>& budget, std::size_t outputs) {
  if (!budget) return std::numeric_limits<std::size_t>::max();
  if (budget->unit == Unit::nodes) return budget->amount / 2 + 1;
  if (budget->unit == Unit::bytes) return budget->amount / (kBytesPerSplit + kBytesPerNumber * outputs);
  return budget->amount;
}

}  // namespace

std::size_t combined_trees(const CombineOptions& options, const std::optional<Budget>& budget, std::size_t outputs) {
  const std::size_t leaves = leaves_within(budget, outputs);
  const std::size_t fitting = std::max<std::size_t>(
      1, budget && budget->unit == Unit::nodes ? budget->amount / 3 : leaves / 2);  // a root and two leaves each
  if (options.trees) return std::min(static_cast<std::size_t>(*options.trees), fitting);
  const std::size_t leaves_per_tree = std::size_t{1} << std::min(options.depth.value_or(kUsualDepth), kUsualDepth);
  return std::clamp<std::size_t>(leaves / leaves_per_tree, 1, kMostTrees);
}

CombinerOptions combiner_options(const CombineOptions& options, std::size_t trees, std::size_t rows) {
  const Width& width =
      trees <= kFewTrees && rows <= kFewRows && options.search == SearchKind::blocked ? kOfFewTrees : kOfManyTrees;
  const int beam = options.effort == Effort::high ? std::max(width.beam, kHighBeam) : width.beam;
  CombinerOptions result;
  result.trees = trees;
  result.sample = options.sample.value_or(width.sample);
  result.search = options.search;
  result.loss = options.loss;
  result.beam = static_cast<std::size_t>(options.beam.value_or(beam));
  result.pick = options.pick;
  result.proposer = {static_cast<std::size_t>(options.keep.value_or(width.keep)),
                     static_cast<std::size_t>(options.split_leaves), options.heuristic,
                     options.depth ? static_cast<std::uint32_t>(*options.depth) : ProposerOptions{}.depth};
  return result;
}

int refit_sweeps(const CombineOptions& options) { return options.effort == Effort::high ? kHighSweeps : kSweeps; }

void check_combine_options(const CombineOptions& options, std::optional<Task> task) {
  if (options.loss != CombinedLoss::log) return;
  if (options.search == SearchKind::greedy)
    throw Error(ErrorCode::usage,
                "search must be blocked for loss log, since the greedy search only knows the squared loss");
  if (task == Task::regression) throw Error(ErrorCode::usage, "loss must be squared for regression");
}

}  // namespace espalier

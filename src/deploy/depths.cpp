// The depths of trees. Linear in the splits.
#include <algorithm>
#include <map>

#include "espalier/depths.h"
#include "espalier/forest.h"
#include "espalier/model.h"

namespace espalier {
namespace {

std::size_t depth_of(std::span<const Split> splits) {
  std::vector<std::size_t> above(splits.size());  // number of splits above it
  std::size_t deepest = 0;
  for (std::size_t s = 0; s < splits.size(); ++s) {
    deepest = std::max(deepest, above[s] + 1);
    for (const std::int32_t child : {splits[s].left, splits[s].right})
      if (child >= 0) above[static_cast<std::size_t>(child)] = above[s] + 1;  // children come after their parents
  }
  return deepest;
}

}  // namespace

std::vector<DepthCount> depths_of(const Model& model) {
  const auto* forest = std::get_if<Forest>(&model.body);
  if (forest == nullptr) return {};
  std::map<std::size_t, std::size_t> counts;
  for (const TreeSpan& tree : forest->trees)
    ++counts[depth_of(std::span(forest->splits).subspan(tree.first_split, tree.splits))];
  std::vector<DepthCount> depths;
  for (const auto& [depth, trees] : counts) depths.push_back({depth, trees});
  return depths;
}

}  // namespace espalier

// The stages of a forest: their section of the file, and the model at each stage. Linear in nodes × outputs, except for
// sorting the nodes of a stage by when they were taken.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/assert.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/target.h"
#include "model/forest_of.h"
#include "model/format.h"

namespace espalier {
namespace {

// A tree's own part of the stages: for nodes 1, 2, … of to_pool(), which are in preorder.
struct TreeStages {
  const Tree* tree;
  std::size_t first;  // of its nodes, among those of all trees
  std::size_t first_value;
  std::size_t width;

  std::size_t nodes() const noexcept { return tree->nodes.size() - 1; }
};

struct StagedPool {
  Pool pool;
  std::vector<TreeStages> trees;
  std::size_t nodes = 0;
  std::size_t values = 0;

  explicit StagedPool(const Model& model) : pool(to_pool(model)) {
    for (const Tree& tree : pool.trees) {
      trees.push_back({&tree, nodes, values, pool.width(tree)});
      nodes += trees.back().nodes();
      values += trees.back().nodes() * trees.back().width;
    }
  }
};

// No rows stop at a split with two children, so the forest does not record their score.
bool is_told(const TreeNode& node) { return node.left == kNone || node.right == kNone; }

// visit(told, at, value): every value of the stages in order, and the forest's value for it if the forest has one.
template <class Visit>
void each_value(const StagedPool& staged, Visit&& visit) {
  for (const TreeStages& part : staged.trees) {
    const Tree& tree = *part.tree;
    std::vector<double> sums = tree.weights;  // nodes × width
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      for (const std::int32_t child : {tree.nodes[i].left, tree.nodes[i].right}) {
        for (std::size_t k = 0; child != kNone && k < part.width; ++k)
          sums[static_cast<std::size_t>(child) * part.width + k] += sums[i * part.width + k];
      }
    }
    for (std::size_t i = part.width; i < sums.size(); ++i)
      visit(is_told(tree.nodes[i / part.width]), part.first_value + i - part.width,
            static_cast<float>(sums[i]) + 0.0F);  // -0 becomes 0
  }
}

void check_order(const ByteReader& in, const StagedPool& staged, const std::vector<std::uint32_t>& taken) {
  std::vector<std::uint8_t> seen(taken.size(), 0);
  for (const std::uint32_t number : taken) {
    if (number < 1 || number > taken.size() || seen[number - 1])
      in.fail(fmt::format("the stages of {} nodes must be 1 to {}, each once; {} is not", taken.size(), taken.size(),
                          number));
    seen[number - 1] = 1;
  }
  for (const TreeStages& part : staged.trees) {
    for (std::size_t i = 1; i < part.tree->nodes.size(); ++i) {
      for (const std::int32_t child : {part.tree->nodes[i].left, part.tree->nodes[i].right}) {
        if (child != kNone && taken[part.first + static_cast<std::size_t>(child) - 1] < taken[part.first + i - 1])
          in.fail("a node's stage comes before its parent's");
      }
    }
  }
}

// The number of nodes that were taken when there were at most `most`, roots included.
std::size_t taken_within(const StagedPool& staged, const Stages& stages, std::size_t most) {
  std::vector<std::size_t> tree_of(staged.nodes);  // by when the node was taken
  for (std::size_t t = 0; t < staged.trees.size(); ++t)
    for (std::size_t i = 0; i < staged.trees[t].nodes(); ++i) tree_of[stages.taken[staged.trees[t].first + i] - 1] = t;
  std::vector<std::uint8_t> has_root(staged.trees.size(), 0);
  std::size_t size = 0;
  for (std::size_t taken = 0; taken < tree_of.size(); ++taken) {
    size += has_root[tree_of[taken]] ? 1 : 2;
    has_root[tree_of[taken]] = 1;
    if (size > most) return taken;
  }
  return tree_of.size();
}

// The first nodes that were taken, with the weights that they had.
Tree first_nodes(const TreeStages& part, const Stages& stages, std::size_t taken) {
  const auto there = [&](std::int32_t node) {
    return node != kNone && stages.taken[part.first + static_cast<std::size_t>(node) - 1] <= taken;
  };
  const auto value = [&](std::size_t node, std::size_t k) {
    return node == 0 ? 0.0 : static_cast<double>(stages.values[part.first_value + (node - 1) * part.width + k]);
  };
  Tree tree = *part.tree;
  std::ranges::fill(tree.weights, 0.0);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    for (std::int32_t* child : {&tree.nodes[i].left, &tree.nodes[i].right}) {
      if (!there(*child)) {
        *child = kNone;
        continue;
      }
      const auto id = static_cast<std::size_t>(*child);
      for (std::size_t k = 0; k < part.width; ++k) tree.weights[id * part.width + k] = value(id, k) - value(i, k);
    }
  }
  return tree;
}

// Nodes that no path leads to any more are not named.
Selection reachable(const Pool& pool) {
  Selection selection;
  selection.intercept = pool.intercept;
  for (std::uint32_t t = 0; t < pool.trees.size(); ++t) {
    const Tree& tree = pool.trees[t];
    const std::size_t width = pool.width(tree);
    std::vector<std::uint8_t> reached(tree.nodes.size(), 0);
    reached[0] = 1;
    Selection::Part part{t, {}, {}};
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
      if (!reached[i]) continue;
      for (const std::int32_t child : {tree.nodes[i].left, tree.nodes[i].right})
        if (child != kNone) reached[static_cast<std::size_t>(child)] = 1;
      part.nodes.push_back(i);
      const auto first = tree.weights.begin() + static_cast<std::ptrdiff_t>(i * width);
      part.weights.insert(part.weights.end(), first, first + static_cast<std::ptrdiff_t>(width));
    }
    selection.parts.push_back(std::move(part));
  }
  return selection;
}

}  // namespace

std::vector<std::byte> encode_stages(const Model& model) {
  const Stages& stages = *std::get<Forest>(model.body).stages;
  const StagedPool staged(model);
  ESPALIER_ASSERT(stages.taken.size() == staged.nodes && stages.values.size() == staged.values);
  bool differs = false;
  each_value(staged, [&](bool told, std::size_t at, float value) { differs |= told && stages.values[at] != value; });
  ByteWriter out;
  for (const std::uint32_t number : stages.taken) out.varint(number);
  out.u8(static_cast<std::uint8_t>(differs ? StageCoding::of_their_own : StageCoding::as_they_stand));
  each_value(staged, [&](bool told, std::size_t at, float) {
    if (differs || !told) out.f32(stages.values[at]);
  });
  return out.take();
}

Stages decode_stages(const Model& model, ByteReader& in) {
  const StagedPool staged(model);
  Stages stages;
  if (in.left() < staged.nodes) in.fail("the stages section is too short");
  stages.taken.resize(staged.nodes);
  for (std::uint32_t& number : stages.taken) number = in.varint("the stage of a node");
  check_order(in, staged, stages.taken);
  const std::uint8_t coding = in.u8("the coding of the stages");
  if (coding > static_cast<std::uint8_t>(StageCoding::of_their_own))
    in.fail(fmt::format("unknown coding {} of the stages", coding));
  stages.values.resize(staged.values);
  bool differs = false;
  each_value(staged, [&](bool told, std::size_t at, float value) {
    const bool given = !told || coding == static_cast<std::uint8_t>(StageCoding::of_their_own);
    stages.values[at] = given ? in.f32("the value of a stage") : value;
    differs |= told && stages.values[at] != value;
  });
  if (in.left() > 0) in.fail(fmt::format("{} bytes too many in the stages section", in.left()));
  if (!differs && coding == static_cast<std::uint8_t>(StageCoding::of_their_own))
    in.fail("the stages have values of their own that are those of the forest");
  return stages;
}

Model at_stage(const Model& model, std::size_t nodes) {
  const Forest& forest = forest_of(model, "stages");
  if (forest.trees.empty()) return model;
  if (!forest.stages) {
    throw Error(ErrorCode::usage,
                "the model has no record of its stages; gif keeps one, unless the model is stripped or has a budget in "
                "bytes");
  }
  StagedPool staged(model);
  const std::size_t taken = taken_within(staged, *forest.stages, nodes);
  if (taken == staged.nodes) return model;
  std::vector<Tree> trees;
  for (const TreeStages& part : staged.trees) trees.push_back(first_nodes(part, *forest.stages, taken));
  Pool& pool = staged.pool;
  pool.trees = std::move(trees);
  Target target;
  target.task = model.task;
  target.names = model.targets;
  target.labels = model.classes;
  Model stage = make_model(target, model.link, pool.features, make_forest(pool, reachable(pool)));
  stage.provenance = model.provenance;
  return stage;
}

}  // namespace espalier

#include "method/graft/start.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "basis/ids/fill_basis.h"
#include "espalier/error.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier {
namespace {

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw Error(ErrorCode::usage, fmt::format("from: {} {}", file, why));
}

void check_target(const Model& model, const std::string& file, const Target& target) {
  if (model.task != target.task)
    refuse(file, fmt::format("is a model of {}, the target is one of {}",
                             model.task == Task::regression ? "regression" : "classification",
                             target.task == Task::regression ? "regression" : "classification"));
  if (model.targets.size() > 1) refuse(file, "has several targets, but graft fits one");
  if (model.classes != target.labels)
    refuse(file, fmt::format("has the classes {}, the data have {}", listed(model.classes), listed(target.labels)));
}

// The table's column of each feature of the model.
std::vector<std::size_t> columns_of(const Model& model, const std::string& file, const TableView& table) {
  std::vector<std::size_t> columns;
  for (const Feature& feature : model.features) {
    const auto same = [&](const ColumnView& column) { return column.feature->name == feature.name; };
    const auto found = std::ranges::find_if(table.columns, same);
    if (found == table.columns.end())
      refuse(file, fmt::format("splits by \"{}\", which the data do not have", feature.name));
    if (found->feature->type != feature.type)
      refuse(file, fmt::format("splits by \"{}\", which is of another type in the data", feature.name));
    columns.push_back(static_cast<std::size_t>(found - table.columns.begin()));
  }
  return columns;
}

// The set of the labels of `to` that go left, where `words` has the set for the labels of `from`.
std::vector<std::uint64_t> recoded(std::span<const std::uint64_t> words, const Feature& from, const Feature& to,
                                   bool missing_left) {
  std::vector<std::uint64_t> result((to.labels.size() + 63) / 64);
  for (std::size_t code = 0; code < to.labels.size(); ++code) {
    const auto found = std::ranges::find(from.labels, to.labels[code]);
    const auto old = static_cast<std::size_t>(found - from.labels.begin());
    const bool left = found == from.labels.end() ? missing_left : ((words[old / 64] >> (old % 64)) & 1U) != 0;
    if (left) result[code / 64] |= std::uint64_t{1} << (code % 64);
  }
  return result;
}

// A tree for one output becomes a tree for all outputs.
void widen(Tree& tree, std::size_t outputs) {
  std::vector<double> weights(tree.nodes.size() * outputs);
  for (std::size_t node = 0; node < tree.nodes.size(); ++node)
    weights[node * outputs + static_cast<std::size_t>(tree.output)] = tree.weights[node];
  tree.weights = std::move(weights);
  tree.output = kNone;
}

std::size_t depth_of(const Tree& tree) {
  std::vector<std::size_t> depths(tree.nodes.size());
  std::size_t deepest = 0;
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) {  // children come after their parents
    const TreeNode& split = tree.nodes[node];
    if (split.feature == kNone) continue;
    deepest = std::max(deepest, depths[node] + 1);
    for (const std::int32_t child : {split.left, split.right})
      if (child != kNone) depths[static_cast<std::size_t>(child)] = depths[node] + 1;
  }
  return deepest;
}

// For two classes, scores may be one number, s, or two, whose difference counts: −s/2 and s/2.
void change_outputs(Pool& pool, std::size_t outputs) {
  const auto changed = [&](std::span<const double> from) {
    std::vector<double> to;
    for (std::size_t i = 0; i < from.size(); i += pool.intercept.size()) {
      if (outputs == 1)
        to.push_back(from[i + 1] - from[i]);
      else
        to.insert(to.end(), {-from[i] / 2, from[i] / 2});
    }
    return to;
  };
  for (Tree& tree : pool.trees) tree.weights = changed(tree.weights);
  pool.intercept = changed(pool.intercept);
}

// The trees in terms of the table's columns.
Pool in_columns(const Pool& pool, std::span<const std::size_t> columns, const TableView& table, TreeClasses classes) {
  Pool result;
  result.intercept = pool.intercept;
  for (const ColumnView& column : table.columns) result.features.push_back(*column.feature);
  for (Tree tree : pool.trees) {
    const std::vector<std::uint64_t> words = std::move(tree.category_words);
    tree.category_words.clear();
    for (TreeNode& node : tree.nodes) {
      if (node.feature == kNone) continue;
      const auto old = static_cast<std::size_t>(node.feature);
      node.feature = static_cast<std::int32_t>(columns[old]);
      if (pool.features[old].type != ColumnType::categorical) continue;
      const std::vector<std::uint64_t> set = recoded(std::span(words).subspan(node.categories), pool.features[old],
                                                     result.features[columns[old]], node.missing_left);
      node.categories = static_cast<std::uint32_t>(tree.category_words.size());
      tree.category_words.insert(tree.category_words.end(), set.begin(), set.end());
    }
    if (tree.output != kNone && classes == TreeClasses::all) widen(tree, pool.intercept.size());
    result.trees.push_back(std::move(tree));
  }
  return result;
}

std::vector<std::uint16_t> ids_of(const Basis& basis, std::size_t tree, std::span<const std::uint32_t> rows) {
  std::vector<std::uint16_t> ids(rows.size());
  if (rows.empty()) return ids;
  basis.read(tree, [&](auto all) {
    for (std::size_t i = 0; i < rows.size(); ++i) ids[i] = static_cast<std::uint16_t>(all[rows[i]]);
  });
  return ids;
}

}  // namespace

GraftStart::GraftStart(const Model& model, const std::string& file, const FitRequest& request, std::size_t outputs,
                       const Run& run, TreeClasses classes)
    : has_scores_(model.link != Link::probability) {
  const LabelledView& train = *request.train;
  check_target(model, file, train.target);
  const Pool pool = to_pool(model);
  if (classes == TreeClasses::one && outputs > 1 && !has_trees_of_one_class(model))
    refuse(file, "has trees of all classes, but tree-classes is one");
  pool_ = in_columns(pool, columns_of(model, file, train.table), train.table, classes);
  for (const Tree& tree : pool_.trees)
    if (tree.nodes.size() > LeafTree::kMostLeaves)
      refuse(file, fmt::format("has a tree of {} nodes, more than the maximum of {}", tree.nodes.size(),
                               LeafTree::kMostLeaves));
  const Run quiet{run.seed, run.threads, {}};
  basis_ = make_basis(pool_, train.table, quiet);
  if (request.validation != nullptr) validation_ = make_basis(pool_, request.validation->table, quiet);
  if (pool_.intercept.size() != outputs) change_outputs(pool_, outputs);
}

bool has_trees_of_one_class(const Model& model) {
  const auto* forest = std::get_if<Forest>(&model.body);
  return forest != nullptr && !forest->trees.empty() &&
         std::ranges::none_of(forest->trees, [](const TreeSpan& tree) { return tree.output == kNone; });
}

void GraftStart::check(const GraftLimits& limits, const std::string& file) const {
  for (std::size_t t = 0; t < pool_.trees.size(); ++t) {
    if (basis_.terminals(t) > limits.tree_leaves)
      refuse(file, fmt::format("has a tree of {} leaves, leaves allows {}", basis_.terminals(t), limits.tree_leaves));
    if (const std::size_t depth = depth_of(pool_.trees[t]); depth > limits.depth)
      refuse(file, fmt::format("has a tree of depth {}, depth allows {}", depth, limits.depth));
  }
}

LeafForest GraftStart::forest(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> others,
                              const RowLoss& loss) const {
  std::vector<std::uint32_t> all(validation_.rows());
  for (std::uint32_t row = 0; row < all.size(); ++row) all[row] = row;
  const bool by_validation = others.empty();
  LeafForest forest(rows.size(), by_validation ? all.size() : others.size(), loss.start());
  if (has_scores_)
    for (std::size_t k = 0; k < loss.outputs(); ++k)
      forest.intercept[k] = static_cast<float>((pool_.intercept[k] - loss.offset()) / loss.scale());
  for (std::size_t t = 0; t < pool_.trees.size(); ++t) {
    LeafTree tree(pool_.trees[t], pool_.features, loss.width(), ids_of(basis_, t, rows),
                  by_validation ? ids_of(validation_, t, all) : ids_of(basis_, t, others));
    for (float& weight : tree.weights())
      weight = has_scores_ ? static_cast<float>(static_cast<double>(weight) / loss.scale()) : 0.0F;
    forest.add(std::move(tree));
  }
  return forest;
}

}  // namespace espalier

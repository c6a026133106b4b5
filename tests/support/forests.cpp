#include "support/forests.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/pool.h"
#include "espalier/target.h"
#include "predict/columns/bound_columns.h"
#include "predict/reference/reference.h"

namespace espalier::test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

bool chance(Random& random, double p) { return random.uniform() < p; }

TreeNode make_split(const ForestShape& shape, Tree& tree, Random& random) {
  TreeNode node;
  node.feature = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(shape.numeric + shape.categorical)));
  node.missing_left = chance(random, 0.5);
  if (node.feature < shape.numeric) {
    const auto step = static_cast<int>(random.below(static_cast<std::uint64_t>(shape.thresholds)));
    node.threshold = 0.25F * static_cast<float>(step - shape.thresholds / 2);
  } else {
    node.categories = static_cast<std::uint32_t>(tree.category_words.size());
    for (int c = 0; c < shape.labels; c += 64) tree.category_words.push_back(random.bits());
  }
  return node;
}

// Splits hang from the last open place for deep trees, from any for bushy ones; half of the left
// leaves are absent, so that every split has a child and stays.
Tree make_tree(const ForestShape& shape, int terminals, Random& random) {
  Tree tree;
  std::vector<std::pair<std::size_t, bool>> open;
  const auto hang = [&](std::pair<std::size_t, bool> place) {
    TreeNode& parent = tree.nodes[place.first];
    (place.second ? parent.left : parent.right) = static_cast<std::int32_t>(tree.nodes.size());
  };
  for (int s = 0; s + 1 < terminals; ++s) {
    if (s > 0) {
      std::swap(open.back(), open[chance(random, shape.deep) ? open.size() - 1 : random.below(open.size())]);
      hang(open.back());
      open.pop_back();
    }
    tree.nodes.push_back(make_split(shape, tree, random));
    open.emplace_back(tree.nodes.size() - 1, chance(random, 0.5));
    open.emplace_back(tree.nodes.size() - 1, !open.back().second);
  }
  for (const auto& place : open) {
    if (place.second && chance(random, 0.5)) continue;
    hang(place);
    tree.nodes.emplace_back();
  }
  return tree;
}

}  // namespace

Model make_forest(const ForestShape& shape, std::uint64_t seed) {
  Random random(seed, "forest");
  Pool pool;
  for (int f = 0; f < shape.numeric + shape.categorical; ++f) {
    Feature& feature = pool.features.emplace_back();
    feature.name = std::to_string(f);
    if (f < shape.numeric) continue;
    feature.type = ColumnType::categorical;
    for (int c = 0; c < shape.labels; ++c) feature.labels.push_back(std::to_string(c));
  }
  for (int k = 0; k < shape.outputs; ++k) pool.intercept.push_back(random.normal());
  for (const int terminals : shape.terminals) {
    Tree tree = make_tree(shape, terminals, random);
    if (shape.one_output_trees && pool.trees.size() % 2 == 0)
      tree.output = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(shape.outputs)));
    for (std::size_t i = 0; i < tree.nodes.size() * pool.width(tree); ++i) tree.weights.push_back(random.normal());
    pool.trees.push_back(std::move(tree));
  }
  Target target;
  target.names = {"y"};
  if (shape.outputs > 1) {
    target.task = Task::classification;
    for (int k = 0; k < shape.outputs; ++k) target.labels.push_back(std::to_string(k));
  }
  return make_model(target, shape.outputs > 1 ? Link::softmax : Link::identity, pool.features,
                    make_forest(pool, pool.grown_weights()));
}

Table make_rows(const Model& model, std::size_t rows, std::uint64_t seed) {
  Random random(seed, "rows");
  const auto& splits = std::get<Forest>(model.body).splits;
  Table table;
  table.rows = rows;
  for (const Feature& feature : model.features) {
    Column& column = table.columns.emplace_back();
    column.feature = feature;
    for (std::size_t i = 0; i < rows; ++i) {
      if (feature.type == ColumnType::categorical) {
        column.codes.push_back(static_cast<std::int32_t>(random.below(feature.labels.size() + 6)) - 3);
        continue;
      }
      const float on = splits.empty() ? 0 : splits[random.below(splits.size())].threshold;
      const float values[] = {
          on,    std::nextafter(on, kInfinity),          std::nextafter(on, -kInfinity), kNaN, kInfinity, -kInfinity,
          -0.0F, static_cast<float>(5 * random.normal())};
      column.values.push_back(values[random.below(8)]);
    }
  }
  return table;
}

std::vector<NamedShape> telling_shapes() {
  std::vector<NamedShape> shapes = {
      {"stumps", {}},
      {"63 to 66 terminals", {}},
      {"255 to 258 terminals", {}},
      {"chains", {}},
      {"categories", {}},
      {"more labels than a word", {}},
      {"vector leaves", {}},
      {"a tree a class", {}},
      {"more thresholds than a byte", {}},
      {"more columns than registers", {}},
      {"many small trees", {}},
  };
  shapes[0].shape.terminals = {2, 2, 2, 2, 2};
  shapes[1].shape.terminals = {63, 64, 65, 66, 31, 32, 33};
  shapes[2].shape.terminals = {255, 256, 257, 258};
  shapes[3].shape = {.deep = 1, .terminals = {64, 30, 500}};
  shapes[4].shape = {.numeric = 3, .categorical = 4, .terminals = {5, 20, 64, 65, 200}};
  shapes[5].shape = {.numeric = 1, .categorical = 3, .labels = 130, .terminals = {5, 64, 65, 200}};
  shapes[6].shape = {.categorical = 1, .outputs = 4, .terminals = {9, 64, 65, 40, 100}};
  shapes[7].shape = {.outputs = 3, .one_output_trees = true, .terminals = {9, 64, 65, 40, 100, 5, 5, 5}};
  shapes[8].shape = {.numeric = 2, .thresholds = 3000, .terminals = std::vector<int>(40, 50)};
  shapes[9].shape = {.numeric = 90, .terminals = {64, 64, 20, 300}};
  shapes[10].shape = {.numeric = 28, .deep = 0, .terminals = std::vector<int>(70, 31)};
  return shapes;
}

std::vector<double> reference_scores(const Model& model, const Table& table) {
  const auto& forest = std::get<Forest>(model.body);
  const BoundTable bound(model.features, table);
  std::vector<double> scores(table.rows * forest.intercept.size());
  for (std::size_t row = 0; row < table.rows; ++row)
    scores_of(forest, bound, row, std::span(scores).subspan(row * forest.intercept.size(), forest.intercept.size()));
  return scores;
}

std::vector<std::uint32_t> reference_terminals(const Model& model, const Table& table) {
  const auto& forest = std::get<Forest>(model.body);
  const BoundTable bound(model.features, table);
  std::vector<std::uint32_t> terminals;
  for (std::size_t row = 0; row < table.rows; ++row)
    for (const TreeSpan& tree : forest.trees) terminals.push_back(terminal_of(forest, tree, bound, row));
  return terminals;
}

}  // namespace espalier::test

#include "support/samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "espalier/forest.h"
#include "espalier/linear.h"

namespace espalier::samples {
namespace {

TreeNode random_split(const std::vector<Feature>& features, Tree& tree, Random& random) {
  TreeNode node;
  node.feature = between(random, 0, static_cast<int>(features.size()) - 1);
  node.missing_left = chance(random, 0.5);
  const Feature& feature = features[static_cast<std::size_t>(node.feature)];
  if (feature.type == ColumnType::numeric) {
    node.threshold = static_cast<float>(between(random, -8, 8)) / (chance(random, 0.5) ? 4.0F : 3.0F);
  } else {
    node.categories = static_cast<std::uint32_t>(tree.category_words.size());
    for (std::size_t c = 0; c < feature.labels.size(); c += 64) tree.category_words.push_back(random.bits());
  }
  return node;
}

double random_weight(const PoolShape& shape, Random& random) {
  return shape.few_values ? between(random, -2, 2) * 0.25 : random.normal();
}

// Splits hang where a child is still to come: from the last node for deep trees, from any for bushy ones.
Tree random_tree(const PoolShape& shape, const std::vector<Feature>& features, Random& random) {
  Tree tree;
  if (shape.one_output_trees && chance(random, 0.5)) tree.output = between(random, 0, shape.outputs - 1);
  const double deep = random.uniform();
  const int splits = between(random, 0, shape.splits);
  std::vector<std::pair<std::size_t, bool>> open;  // node, whether left
  const auto add = [&](TreeNode node) {
    node.rows = between(random, 1, 1000);
    node.gain = random.uniform();
    tree.nodes.push_back(node);
  };
  const auto hang = [&](std::pair<std::size_t, bool> place) {
    TreeNode& parent = tree.nodes[place.first];
    (place.second ? parent.left : parent.right) = static_cast<std::int32_t>(tree.nodes.size());
  };
  for (int s = 0; s < splits; ++s) {
    if (s > 0) {
      const std::size_t last = open.size() - 1;
      std::swap(open[last], open[chance(random, deep) ? last : random.below(open.size())]);
      hang(open.back());
      open.pop_back();
    }
    add(random_split(features, tree, random));
    open.emplace_back(tree.nodes.size() - 1, true);
    open.emplace_back(tree.nodes.size() - 1, false);
    if (chance(random, 0.5)) std::swap(open[open.size() - 1], open[open.size() - 2]);
  }
  if (splits == 0) add(leaf());
  for (const auto& place : open) {
    if (chance(random, 0.25)) continue;  // an absent child
    hang(place);
    add(leaf());
  }
  const std::size_t width = tree.output == kNone ? static_cast<std::size_t>(shape.outputs) : 1;
  for (std::size_t i = 0; i < tree.nodes.size() * width; ++i) {
    const bool inner = tree.nodes[i / width].feature != kNone;
    tree.weights.push_back(inner && chance(random, 0.5) ? 0 : random_weight(shape, random));
  }
  return tree;
}

}  // namespace

int between(Random& random, int low, int high) {
  return low + static_cast<int>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}

bool chance(Random& random, double p) { return random.uniform() < p; }

std::vector<std::string> numbered(const std::string& prefix, int count) {
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) texts.push_back(prefix + std::to_string(i));
  return texts;
}

LinkShape random_link(Random& random) {
  const auto link = static_cast<Link>(between(random, 0, 3));
  const int classes = link == Link::logistic ? 2 : between(random, 2, 9);
  const bool vector = link == Link::softmax || (link == Link::probability && classes > 2);
  if (link != Link::identity) return {link, class_target("y", numbered("class ", classes)), vector ? classes : 1};
  Target target = regression_target("y");
  const int targets = chance(random, 0.5) ? 1 : between(random, 2, 9);
  if (targets > 1) target.names = numbered("y", targets);
  return {link, target, targets};
}

Feature numeric(std::string name) { return {std::move(name), ColumnType::numeric, {}}; }

Feature categorical(std::string name, std::vector<std::string> labels) {
  return {std::move(name), ColumnType::categorical, std::move(labels)};
}

Target regression_target(std::string name) {
  Target target;
  target.names = {std::move(name)};
  return target;
}

Target class_target(std::string name, std::vector<std::string> labels) {
  Target target;
  target.task = Task::classification;
  target.names = {std::move(name)};
  target.labels = std::move(labels);
  return target;
}

TreeNode split_at(std::int32_t feature, float threshold, std::int32_t left, std::int32_t right) {
  TreeNode node;
  node.feature = feature;
  node.threshold = threshold;
  node.left = left;
  node.right = right;
  return node;
}

TreeNode leaf() { return {}; }

Model tiny() {
  Pool pool;
  pool.features = {numeric("age")};
  pool.intercept = {0.5};
  Tree tree;
  tree.nodes = {split_at(0, 30.5F, 1, 2), leaf(), leaf()};
  tree.nodes[0].missing_left = true;
  tree.weights = {0, 1, 2};
  pool.trees = {tree};
  return make_model(regression_target("y"), Link::identity, pool.features, make_forest(pool, pool.grown_weights()));
}

Model mixed() {
  Pool pool;
  pool.features = {numeric("width"), numeric("unused"), categorical("color", {"red", "green", "blue"})};
  pool.intercept = {0.25, -0.5, 0.125};
  Tree vector_tree;  // color in {red, blue} ? (width <= 1 ? a : b) : (width <= 2 ? c : stop)
  vector_tree.nodes = {split_at(2, 0, 1, 2), split_at(0, 1, 3, 4), split_at(0, 2, 5, kNone), leaf(), leaf(), leaf()};
  vector_tree.category_words = {0b101};
  vector_tree.nodes[0].missing_left = true;
  vector_tree.weights = {0, 0, 0, 0, 0, 0, 0.5, 0.5, 0.5, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  Tree one_output_tree;  // width <= 1 ? 0.5 : -0.5, for the class "c" alone
  one_output_tree.nodes = {split_at(0, 1, 1, 2), leaf(), leaf()};
  one_output_tree.output = 2;
  one_output_tree.weights = {0, 0.5, -0.5};
  pool.trees = {vector_tree, one_output_tree};
  const std::vector<std::vector<double>> rows = {{100, 60, 40, 20, 40, 10}, {100, 70, 30}};
  for (std::size_t t = 0; t < rows.size(); ++t)
    for (std::size_t i = 0; i < rows[t].size(); ++i) {
      TreeNode& node = pool.trees[t].nodes[i];
      node.rows = rows[t][i];
      if (node.feature != kNone) node.gain = node.rows / 10;
    }
  Model model = make_model(class_target("kind", {"a", "b", "c"}), Link::softmax, pool.features,
                           make_forest(pool, pool.grown_weights()));
  // The shares of a, b and c among the rows of each terminal.
  std::get<Forest>(model.body).statistics->outcomes = {0.75F, 0.25F, 0,    0.25F, 0.75F, 0,    0, 0,     1,
                                                       0.5F,  0,     0.5F, 0.5F,  0.5F,  0.0F, 0, 0.25F, 0.75F};
  model.provenance = Provenance{"boost", {{"trees", "2"}, {"seed", "1"}}};
  return model;
}

Model several() {
  Pool pool;
  pool.features = {numeric("age")};
  pool.intercept = {0.5, -1};
  Tree both;  // age <= 30.5 ? (1, 10) : stop
  both.nodes = {split_at(0, 30.5F, 1, kNone), leaf()};
  both.weights = {0, 0, 1, 10};
  Tree one;  // age <= 40 ? 2 : 3, for "height" alone
  one.nodes = {split_at(0, 40, 1, 2), leaf(), leaf()};
  one.output = 1;
  one.weights = {0, 2, 3};
  pool.trees = {both, one};
  for (Tree& tree : pool.trees)
    for (TreeNode& node : tree.nodes) node.rows = 4;
  Target target = regression_target("");
  target.names = {"width", "height"};
  Model model = make_model(target, Link::identity, pool.features, make_forest(pool, pool.grown_weights()));
  std::get<Forest>(model.body).statistics->outcomes = {1.5F, 11, 0.5F, 1, 1, 5, 0, -3};
  model.provenance = Provenance{"gif", {{"seed", "1"}}};
  return model;
}

Model line() {
  const std::vector<Feature> features = {numeric("age"), numeric("unused"),
                                         categorical("color", {"blue", "red", "green"})};
  Linear linear;
  linear.intercept = {0.5};
  linear.terms = {{2, 1, 0}, {1, 0, 7}, {0, 0, 30.5F}};
  linear.weights = {-1.25F, 0, 2};
  return make_model(regression_target("y"), Link::identity, features, linear);
}

Model lines() {
  const std::vector<Feature> features = {categorical("color", {"red", "green", "blue"}), numeric("width")};
  Linear linear;
  linear.intercept = {0.25, -0.5, 0.125};
  linear.terms = {{0, 0, 0}, {0, 2, 0}, {1, 0, 1.5F}};
  linear.weights = {1, 0, -1, 0.5F, 0.5F, 0, 2, -3, 0.25F};
  linear.statistics = TermStatistics{{0.5F, 0.25F, 4}};
  Model model = make_model(class_target("kind", {"a", "b", "c"}), Link::softmax, features, linear);
  model.provenance = Provenance{"linear", {{"seed", "1"}}};
  return model;
}

Model chain(std::size_t depth) {
  Pool pool;
  pool.features = {numeric("x")};
  pool.intercept = {0};
  Tree tree;
  for (std::size_t i = 0; i < depth; ++i)
    tree.nodes.push_back(split_at(0, static_cast<float>(i), kNone, static_cast<std::int32_t>(i) + 1));
  tree.nodes.push_back(leaf());
  tree.weights.assign(tree.nodes.size(), 1);
  pool.trees = {tree};
  return make_model(regression_target("y"), Link::identity, pool.features, make_forest(pool, pool.grown_weights()));
}

Pool random_pool(const PoolShape& shape, Random& random) {
  Pool pool;
  for (int f = 0; f < shape.features; ++f) {
    const std::string name = "x" + std::to_string(f + 1);
    if (chance(random, 0.6))
      pool.features.push_back(numeric(name));
    else
      pool.features.push_back(categorical(name, numbered("label ", between(random, 0, shape.most_labels))));
  }
  for (int k = 0; k < shape.outputs; ++k) pool.intercept.push_back(random.normal());
  for (int t = 0; t < shape.trees; ++t) pool.trees.push_back(random_tree(shape, pool.features, random));
  return pool;
}

Model random_linear(std::uint64_t seed) {
  Random random(seed, "random linear model");
  const LinkShape shape = random_link(random);
  Linear linear;
  for (int k = 0; k < shape.outputs; ++k) linear.intercept.push_back(random.normal());
  std::vector<Feature> features;
  const int columns = between(random, 0, 10);
  for (int f = 0; f < columns; ++f) {
    const std::string name = "x" + std::to_string(f + 1);
    const int labels = chance(random, 0.1) ? 200 : between(random, 1, 6);
    features.push_back(chance(random, 0.6) ? numeric(name) : categorical(name, numbered("label ", labels)));
    const bool is_numeric = features.back().type == ColumnType::numeric;
    for (int label = 0; label < (is_numeric ? 1 : labels); ++label) {
      if (chance(random, 0.3)) continue;
      const float fill = is_numeric ? static_cast<float>(random.normal()) : 0;
      linear.terms.push_back({static_cast<std::uint32_t>(f), static_cast<std::uint32_t>(label), fill});
      for (int k = 0; k < shape.outputs; ++k)
        linear.weights.push_back(chance(random, 0.2) ? 0 : static_cast<float>(random.normal()));
    }
  }
  if (chance(random, 0.5)) linear.statistics = TermStatistics{std::vector<float>(linear.terms.size(), 1.5F)};
  return make_model(shape.target, shape.link, features, linear);
}

Model random_model(std::uint64_t seed) {
  Random random(seed, "random model");
  PoolShape shape;
  shape.features = between(random, 1, 12);
  shape.most_labels = chance(random, 0.3) ? 200 : 6;
  shape.trees = between(random, 0, 6);
  shape.splits = chance(random, 0.2) ? 300 : 10;
  shape.few_values = chance(random, 0.5);
  const LinkShape link = random_link(random);
  shape.outputs = link.outputs;
  shape.one_output_trees = link.outputs > 1;
  const Pool pool = random_pool(shape, random);
  Model model = make_model(link.target, link.link, pool.features, make_forest(pool, pool.grown_weights()));
  auto& forest = std::get<Forest>(model.body);
  if (forest.statistics && chance(random, 0.5)) {
    const std::size_t classes = model.classes.size() > 2 ? model.classes.size() : 1;
    const std::size_t numbers = forest.absent.size() * (model.targets.size() > 1 ? model.targets.size() : classes);
    for (std::size_t i = 0; i < numbers; ++i)
      forest.statistics->outcomes.push_back(static_cast<float>(random.uniform()));
  }
  return model;
}

Table random_rows(const Model& model, std::size_t rows, Random& random) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float special[] = {std::numeric_limits<float>::quiet_NaN(), kInfinity, -kInfinity, 0.0F, -0.0F, 1.0F};
  Table table;
  table.rows = rows;
  for (const Feature& feature : model.features) {
    Column column;
    column.feature = feature;
    if (feature.type == ColumnType::categorical) {
      column.feature.labels.push_back("unknown");
      if (chance(random, 0.7)) random.shuffle(std::span(column.feature.labels));
    }
    const int labels = static_cast<int>(column.feature.labels.size());
    for (std::size_t i = 0; i < rows; ++i) {
      if (feature.type == ColumnType::categorical)
        column.codes.push_back(between(random, kMissingCode, labels - 1));
      else
        column.values.push_back(chance(random, 0.3) ? special[random.below(6)]
                                                    : static_cast<float>(between(random, -16, 16)) / 6.0F);
    }
    table.columns.push_back(std::move(column));
  }
  random.shuffle(std::span(table.columns));
  return table;
}

TableView view_of(const Table& table) {
  TableView view;
  view.rows = table.rows;
  view.absent_is_zero = table.absent_is_zero;
  for (const Column& column : table.columns)
    view.columns.push_back({&column.feature, column.values.data(), column.codes.data(), 1});
  return view;
}

}  // namespace espalier::samples

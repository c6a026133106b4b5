// Forests like those that boosting and bagging grow, and rows for them, made of random numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/forest.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier::bench {

struct ForestShape {
  std::size_t trees = 100;
  std::size_t leaves = 31;     // a tree
  std::size_t features = 28;   // uniform in (0, 1)
  std::size_t thresholds = 0;  // distinct ones a feature; 0: any
};

// Splits anywhere in what is left of a feature's range, with leaves given out by the share of the range.
class TreeMaker {
 public:
  TreeMaker(const ForestShape& shape, Random& random)
      : shape_(shape), random_(random), low_(shape.features, 0), high_(shape.features, 1) {}

  Tree make() {
    tree_ = {};
    grow(shape_.leaves);
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i)
      tree_.weights.push_back(tree_.nodes[i].feature == kNone ? random_.normal() : 0);
    return std::move(tree_);
  }

 private:
  std::int32_t grow(std::size_t leaves) {
    const auto self = static_cast<std::int32_t>(tree_.nodes.size());
    tree_.nodes.emplace_back();
    if (leaves == 1) return self;
    const std::size_t f = random_.below(shape_.features);
    const double share = 0.1 + 0.8 * random_.uniform();
    const double at = low_[f] + share * (high_[f] - low_[f]);
    const auto steps = static_cast<double>(shape_.thresholds);
    const auto left = static_cast<std::size_t>(share * static_cast<double>(leaves - 2)) + 1;
    TreeNode node;
    node.feature = static_cast<std::int32_t>(f);
    node.threshold = static_cast<float>(
        shape_.thresholds == 0 ? at : (static_cast<double>(static_cast<int>(at * steps)) + 0.5) / steps);
    const double high = std::exchange(high_[f], at);
    node.left = grow(left);
    high_[f] = high;
    const double low = std::exchange(low_[f], at);
    node.right = grow(leaves - left);
    low_[f] = low;
    tree_.nodes[static_cast<std::size_t>(self)] = node;
    return self;
  }

  const ForestShape& shape_;
  Random& random_;
  std::vector<double> low_;
  std::vector<double> high_;
  Tree tree_;
};

inline Model make_forest(const ForestShape& shape) {
  Random random(shape.trees, "forest", shape.leaves);
  Pool pool;
  for (std::size_t f = 0; f < shape.features; ++f)
    pool.features.push_back({std::string("x").append(std::to_string(f)), ColumnType::numeric, {}});
  pool.intercept = {0.5};
  for (std::size_t t = 0; t < shape.trees; ++t) pool.trees.push_back(TreeMaker(shape, random).make());
  Target target;
  target.names = {"y"};
  return make_model(target, Link::identity, pool.features, make_forest(pool, pool.grown_weights()));
}

inline Table make_rows(const Model& model, std::size_t rows) {
  Random random(rows, "rows");
  Table table;
  table.rows = rows;
  for (const Feature& feature : model.features) {
    Column& column = table.columns.emplace_back();
    column.feature = feature;
    for (std::size_t i = 0; i < rows; ++i) column.values.push_back(static_cast<float>(random.uniform()));
  }
  return table;
}

}  // namespace espalier::bench

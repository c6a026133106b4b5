#include "method/neural/data.h"

#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "grow/cart/cart.h"
#include "model/format.h"

namespace espalier {
namespace {

// Scales the weights to a mean of 1.
std::vector<float> net_weights(const Target& target) {
  if (target.weights.empty()) return {};
  const double mean =
      std::accumulate(target.weights.begin(), target.weights.end(), 0.0) / static_cast<double>(target.weights.size());
  std::vector<float> weights;
  for (const double weight : target.weights) weights.push_back(static_cast<float>(weight / mean));
  return weights;
}

NetRows net_rows(std::span<const NeuralInput> inputs, const LabelledView& set, const TargetScale& scale) {
  const Target& target = set.target;
  NetRows rows;
  rows.inputs = input_values(inputs, set.table);
  rows.width = inputs.size();
  rows.weights = net_weights(target);
  if (target.task == Task::regression) {
    for (const double value : target.values)
      rows.values.push_back(static_cast<float>((value - scale.centre) / scale.spread));
  } else if (target.labels.size() == 2) {
    rows.loss = NetLoss::logistic;
    rows.values.assign(target.classes.begin(), target.classes.end());
  } else {
    rows.loss = NetLoss::softmax;
    rows.classes = target.classes;
    rows.outputs = target.labels.size();
  }
  return rows;
}

}  // namespace

NeuralData::NeuralData(const LabelledView& train, const LabelledView* validation, InputTransform transform)
    : train_(&train), transform_(transform), inputs_(neural_inputs(train.table, train.target.weights, transform)) {
  if (train.target.task == Task::regression) scale_ = ScaledTarget(train.target).scales()[0];
  rows_ = net_rows(inputs_, train, scale_);
  if (validation) validation_ = net_rows(inputs_, *validation, scale_);
}

NetRows NeuralData::rows(std::span<const std::uint32_t> of) const {
  NetRows some;
  some.width = rows_.width;
  some.loss = rows_.loss;
  some.outputs = rows_.outputs;
  for (const std::uint32_t row : of) {
    const auto first = rows_.inputs.begin() + static_cast<std::ptrdiff_t>(row * rows_.width);
    some.inputs.insert(some.inputs.end(), first, first + static_cast<std::ptrdiff_t>(rows_.width));
    if (rows_.loss == NetLoss::softmax)
      some.classes.push_back(rows_.classes[row]);
    else
      some.values.push_back(rows_.values[row]);
    if (!rows_.weights.empty()) some.weights.push_back(rows_.weights[row]);
  }
  return some;
}

Tree NeuralData::tree(std::span<const std::uint32_t> of, int depth, std::optional<Random> sample) const {
  std::vector<std::uint32_t> drawn(of.begin(), of.end());
  if (sample)
    for (std::uint32_t& row : drawn) row = of[sample->below(of.size())];
  Table table;
  table.rows = drawn.size();
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    Column& column = table.columns.emplace_back();
    column.feature.name = std::to_string(i);
    for (const std::uint32_t row : drawn) column.values.push_back(rows_.inputs[row * rows_.width + i]);
  }
  Target target = take_rows(train_->target, drawn);
  CartOptions options;
  if (target.task == Task::classification) options.criterion = SplitCriterion::margin;
  options.depth = depth;
  Tree tree;
  tree.nodes = grow_cart(table, target, options, Run{1, 1, {}}).nodes;
  set_leaves(of, tree);
  return tree;
}

void NeuralData::set_leaves(std::span<const std::uint32_t> of, Tree& tree) const {
  const std::size_t outputs = rows_.outputs;
  std::vector<double> weights(tree.nodes.size());
  tree.weights.assign(tree.nodes.size() * outputs, 0.0);
  for (const std::uint32_t row : of) {
    std::size_t node = 0;
    while (tree.nodes[node].feature != kNone) {
      const TreeNode& split = tree.nodes[node];
      const float value = rows_.inputs[row * rows_.width + static_cast<std::size_t>(split.feature)];
      node = static_cast<std::size_t>(value <= split.threshold ? split.left : split.right);
    }
    const double weight = rows_.weight(row);
    weights[node] += weight;
    double* sums = tree.weights.data() + node * outputs;
    if (rows_.loss == NetLoss::softmax)
      sums[rows_.classes[row]] += weight;
    else
      sums[0] += weight * static_cast<double>(rows_.values[row]);
  }
  const double part = rows_.loss == NetLoss::softmax ? 1 / static_cast<double>(outputs) : 0;
  for (std::size_t i = 0; i < tree.weights.size(); ++i) {
    if (weights[i / outputs] <= 0) continue;
    const double mean = tree.weights[i] / weights[i / outputs];
    tree.weights[i] = rows_.loss == NetLoss::logistic ? 2 * mean - 1 : mean - part;
  }
}

std::vector<double> NeuralData::best_constant() const {
  const Target& target = train_->target;
  if (rows_.loss == NetLoss::squared) return {0};
  if (rows_.loss == NetLoss::softmax)
    return espalier::best_constant(SoftmaxLoss{}, target.classes, target.weights, static_cast<int>(rows_.outputs));
  const std::vector<double> labels(target.classes.begin(), target.classes.end());
  return {espalier::best_constant(LogisticLoss{}, labels, target.weights)};
}

Model NeuralData::model(std::span<const TrainedNet> nets, bool deep) const {
  const bool regression = train_->target.task == Task::regression;
  const double factor = scale_.spread / static_cast<double>(nets.size());
  NeuralRules rules;
  rules.deep = deep;
  rules.inputs = inputs_;
  rules.intercept.assign(rows_.outputs, scale_.centre);
  rules.statistics.emplace();
  for (const TrainedNet& trained : nets) {
    NeuralNet net = trained.net;
    for (float& value : net.values) value = saturated(static_cast<double>(value) * factor);
    for (std::size_t k = 0; k < rows_.outputs; ++k) rules.intercept[k] += trained.intercept[k] * factor;
    rules.nets.push_back(std::move(net));
    const auto append = [](std::vector<float>& to, const std::vector<float>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(rules.statistics->rows, trained.statistics.rows);
    append(rules.statistics->leaf, trained.statistics.leaf);
    append(rules.statistics->both, trained.statistics.both);
    append(rules.statistics->spread, trained.statistics.spread);
  }
  std::vector<Feature> features;
  for (const ColumnView& column : train_->table.columns) features.push_back(*column.feature);
  const Link link = regression ? Link::identity : rows_.outputs == 1 ? Link::logistic : Link::softmax;
  return make_model(train_->target, link, features, std::move(rules));
}

}  // namespace espalier

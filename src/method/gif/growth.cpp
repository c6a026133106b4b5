#include "method/gif/growth.h"

#include <utility>

#include "espalier/labelled.h"
#include "espalier/loss.h"

namespace espalier {

// ---- the rows ------------------------------------------------------------------------------------------------------

GifData::GifData(const LabelledView& train, const TableView& columns, std::size_t candidates, Threads& threads)
    : target_(train.target),
      table_(columns, threads, ValueTable::Forms::by_column),
      candidates_(std::min(candidates, columns.columns.size())) {
  for (const ColumnView& column : columns.columns) features_.push_back(*column.feature);
}

std::unique_ptr<NodeLoss> GifData::loss(GifLoss kind, double saturation, std::span<const std::uint32_t> rows) const {
  const WeightedRows fitted = {rows, target_.weights()};
  const std::size_t classes = target_.class_count();
  if (kind == GifLoss::exponential) return exponential_nodes(target().classes, classes, fitted, saturation);
  if (kind == GifLoss::softmax) return softmax_nodes(target().classes, classes, fitted);
  return target_.values().empty() ? squared_nodes(one_hot(target()), classes, fitted)
                                  : squared_nodes(target_.values(), target_.width(), fitted);
}

void GifData::to_scores(std::vector<double>& weights, GifLoss loss) const {
  const std::size_t targets = scales().size();
  for (std::size_t i = 0; targets > 0 && i < weights.size(); ++i) weights[i] *= scales()[i % targets].spread;
  if (target_.class_count() != 2 || loss == GifLoss::squared) return;
  for (std::size_t i = 0; i < weights.size() / 2; ++i) weights[i] = weights[2 * i + 1] - weights[2 * i];
  weights.resize(weights.size() / 2);
}

std::vector<double> GifData::intercept(const NodeLoss& loss, GifLoss kind) const {
  std::vector<double> scores = loss.start();
  to_scores(scores, kind);
  for (std::size_t k = 0; k < scales().size(); ++k) scores[k] += scales()[k].centre;
  return scores;
}

Model GifData::model(std::vector<Tree> trees, GifLoss kind, const NodeLoss& loss) const {
  Pool pool;
  pool.features = features_;
  pool.intercept = intercept(loss, kind);
  pool.trees = std::move(trees);
  Link link = Link::identity;
  if (target().task == Task::classification)
    link = kind == GifLoss::squared ? Link::probability : target().labels.size() == 2 ? Link::logistic : Link::softmax;
  return make_model(target(), link, pool.features, make_forest(pool, pool.grown_weights()));
}

// ---- the forest ----------------------------------------------------------------------------------------------------

GifGrowth::GifGrowth(const GifData& data, std::span<const std::uint32_t> rows, const GifSetting& setting,
                     const GifOptions& options, std::uint64_t seed, Threads& threads)
    : data_(data), setting_(setting), loss_(data.loss(setting.loss, options.saturation, rows)) {
  // The slopes of the loss at the start are the targets themselves.
  if (setting.split == GifSplit::local && data.scales().size() > 1) start_ = loss_->clone();
  const NodeLoss* judge = setting.split == GifSplit::global ? loss_.get() : start_.get();
  forest_.emplace(rows, data.splitter(judge), *loss_, InducedOptions{setting.trees, setting.window, setting.rate}, seed,
                  threads);
}

std::vector<Tree> GifGrowth::trees(std::size_t taken, std::span<const double> weights) const {
  std::vector<Tree> trees = forest_->trees(taken, weights);
  for (Tree& tree : trees) {
    data_.to_scores(tree.weights, setting_.loss);
    for (double& weight : tree.weights) weight *= scale_;
  }
  return trees;
}

Model GifGrowth::model(std::size_t taken, std::span<const double> weights) const {
  return data_.model(trees(taken, weights), setting_.loss, *loss_);
}

Stages GifGrowth::stages(std::size_t taken) const {
  const std::vector<Tree> trees = this->trees(taken, forest_->weights());
  const std::vector<std::vector<std::uint32_t>> orders = forest_->orders(taken);
  Stages stages;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const Tree& tree = trees[t];
    const std::size_t width = tree.weights.size() / tree.nodes.size();
    std::vector<double> sums = tree.weights;
    std::vector<std::size_t> pending = {0};
    while (!pending.empty()) {
      const std::size_t node = pending.back();
      pending.pop_back();
      if (node != 0) stages.taken.push_back(orders[t][node]);
      for (std::size_t k = 0; node != 0 && k < width; ++k)
        stages.values.push_back(static_cast<float>(sums[node * width + k]) + 0.0F);  // -0 becomes 0
      for (const std::int32_t child : {tree.nodes[node].right, tree.nodes[node].left}) {
        if (child == kNone) continue;
        pending.push_back(static_cast<std::size_t>(child));
        for (std::size_t k = 0; k < width; ++k) sums[pending.back() * width + k] += sums[node * width + k];
      }
    }
  }
  return stages;
}

std::vector<double> GifGrowth::weights(std::size_t taken, double ridge) const {
  constexpr int kSweeps = 2;
  return ridge > 0 ? forest_->refitted(taken, ridge, kSweeps) : forest_->weights();
}

Model GifGrowth::refitted(std::size_t taken, double ridge) const { return model(taken, weights(taken, ridge)); }

Model GifGrowth::finished(std::size_t taken, double ridge) {
  const std::vector<double> weights = this->weights(taken, ridge);
  forest_->finish();
  return model(taken, weights);
}

}  // namespace espalier

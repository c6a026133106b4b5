// Globally induced forests growing over the training rows or some of them, and the intermediate models.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "grow/induced/induced_forest.h"
#include "method/gif/options.h"
#include "method/rows/scaled_target.h"

namespace espalier {

// The training rows as every growth over some of them sees them.
class GifData {
 public:
  // Splits try `candidates` of these columns. The set must outlive this.
  GifData(const LabelledView& train, const TableView& columns, std::size_t candidates, Threads& threads);

  const Target& target() const noexcept { return target_.target(); }
  const std::vector<Feature>& features() const noexcept { return features_; }
  const std::vector<TargetScale>& scales() const noexcept { return target_.scales(); }
  std::unique_ptr<NodeLoss> loss(GifLoss kind, double saturation, std::span<const std::uint32_t> rows) const;
  // Without a loss to judge splits by, the target does, and there must be only one.
  SplitterInputs splitter(const NodeLoss* judge) const {
    return {table_, target_.split_targets(), judge, candidates_, target_.width()};
  }

  // From the weights of a loss to those of a model: for regression in units of the targets, for two classes the
  // difference.
  void to_scores(std::vector<double>& weights, GifLoss loss) const;
  std::vector<double> intercept(const NodeLoss& loss, GifLoss kind) const;
  // The model of these trees, whose weights are in units of the target already.
  Model model(std::vector<Tree> trees, GifLoss kind, const NodeLoss& loss) const;

 private:
  const ScaledTarget target_;
  const ValueTable table_;
  const std::size_t candidates_;
  std::vector<Feature> features_;
};

// The final change of all weights.
struct GifFinish {
  double ridge = 0;  // of a refit, in rows; 0: none
  double scale = 1;  // they are multiplied by this
};

class GifGrowth {
 public:
  // `data` and `rows` must outlive it.
  GifGrowth(const GifData& data, std::span<const std::uint32_t> rows, const GifSetting& setting,
            const GifOptions& options, std::uint64_t seed, Threads& threads);

  // The part of its growth that was reported, for the reporter.
  std::uint64_t reported = 0;

  InducedForest& forest() { return *forest_; }
  const InducedForest& forest() const { return *forest_; }

  // The model of the first nodes, with these weights or those that they were taken with.
  Model model(std::size_t taken, std::span<const double> weights) const;
  Model model(std::size_t taken) const { return model(taken, forest_->weights()); }
  // The step at which each node of these models was taken, and its weight then.
  Stages stages(std::size_t taken) const;
  // All weights refitted together with a ridge in rows; 0: unchanged.
  Model refitted(std::size_t taken, double ridge) const;
  // The same, after which growing and refitting are no longer possible.
  Model finished(std::size_t taken, double ridge);
  // Applies to all models and stages from now on; at first 1.
  void set_scale(double scale) { scale_ = scale; }

 private:
  std::vector<double> weights(std::size_t taken, double ridge) const;
  std::vector<Tree> trees(std::size_t taken, std::span<const double> weights) const;

  const GifData& data_;
  const GifSetting setting_;
  double scale_ = 1;
  std::unique_ptr<NodeLoss> loss_, start_;
  std::optional<InducedForest> forest_;
};

}  // namespace espalier

// The rows as neural rules see them after one transform, the trees that rules come from, and the way back to a model.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/neural_rules.h"
#include "espalier/pool.h"
#include "espalier/target.h"
#include "method/neural/inputs.h"
#include "method/rows/scaled_target.h"
#include "neural/net_rows.h"
#include "neural/net_trainer.h"

namespace espalier {

class NeuralData {
 public:
  // All rows of `train` have a weight above 0; it must outlive this. `validation` may be null.
  NeuralData(const LabelledView& train, const LabelledView* validation, InputTransform transform);

  InputTransform transform() const noexcept { return transform_; }
  const std::vector<NeuralInput>& inputs() const noexcept { return inputs_; }
  const NetRows& rows() const noexcept { return rows_; }
  const std::optional<NetRows>& validation() const noexcept { return validation_; }
  const Target& target() const noexcept { return train_->target; }
  std::size_t outputs() const noexcept { return rows_.outputs; }

  NetRows rows(std::span<const std::uint32_t> of) const;

  // A tree grown by the margin criterion over the inputs of some rows or, if `sample` is given, of a bootstrap sample
  // of them. Its leaves have the mean of their rows: for two classes ±1, for more classes the shares less 1/K.
  Tree tree(std::span<const std::uint32_t> of, int depth, std::optional<Random> sample) const;

  // The best scores without any rules, standardised like the rows.
  std::vector<double> best_constant() const;

  // The mean of the nets.
  Model model(std::span<const TrainedNet> nets, bool deep) const;

 private:
  void set_leaves(std::span<const std::uint32_t> of, Tree& tree) const;

  const LabelledView* train_;
  InputTransform transform_;
  TargetScale scale_;  // of numbers
  std::vector<NeuralInput> inputs_;
  NetRows rows_;
  std::optional<NetRows> validation_;
};

}  // namespace espalier

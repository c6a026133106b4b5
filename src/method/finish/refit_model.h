// A finished forest whose leaf values and intercept are refitted together, to minimise the loss of some rows plus ½ λ Σ
// w² (select/leaves/refit.h). The trees stay as they are. Scores that were probabilities become scores of the loss's
// link.
#pragma once

#include <optional>
#include <span>

#include "base/threads.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/run.h"
#include "select/leaves/refit.h"

namespace espalier {

class ModelRefit {
 public:
  // The model must have a forest and one target, and `rows` must have it in the model's terms; `model`, `rows` and
  // `threads` must outlive this.
  ModelRefit(const Model& model, const LabelledView& rows, const Loss& loss, Threads& threads);

  // λ is in rows. Starts from the last result, at first from the model's values, or from 0 if those are probabilities.
  Model run(double ridge);

 private:
  DesignWeights start() const;
  Model model() const;

  const Model& model_;
  const Forest& forest_;
  RowLoss loss_;
  TreeDesign design_;
  JointRefit refit_;
  DesignWeights weights_;
  std::vector<float> scores_;
};

struct RefittedModel {
  Model model;
  double ridge = 0;  // λ; 0: the model unchanged
  std::optional<double>
      loss;  // on the validation rows, if several λ were tried; of two such models the smaller loss is better
};

// The λ with the least loss on the validation rows, which are not needed for a single λ. 0 is no refit.
RefittedModel refit_model(Model model, const FitRequest& request, const Loss& loss, std::span<const double> ridges,
                          const Run& run);

}  // namespace espalier

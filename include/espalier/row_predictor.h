// Scores of one row at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "espalier/model.h"

namespace espalier {

// The scores of one row at a time, for where rows come one by one: prepared once, then safe to use from several threads
// and, for linear models and forests of up to 2047 features, without allocation; neural rules take room for their
// inputs. The model must outlive it. Scores are those of predict_scores, bit for bit.
class RowPredictor {
 public:
  explicit RowPredictor(const Model& model);
  ~RowPredictor();
  RowPredictor(RowPredictor&&) noexcept;
  RowPredictor& operator=(RowPredictor&&) noexcept;

  std::size_t features() const noexcept;
  std::size_t outputs() const noexcept;

  // `row` has a number for each of model.features, in their order: the value of a numeric one, the code of a
  // categorical one, counted in the feature's own labels. NaN is missing, and so is what is no code of the feature; a
  // fraction is cut off. `out` has one entry an output. Other lengths are an error.
  void scores(std::span<const float> row, std::span<double> out) const;

 private:
  class Engine;
  std::unique_ptr<const Engine> engine_;
};

}  // namespace espalier

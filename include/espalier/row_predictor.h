// Scores of one row at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "espalier/model.h"

namespace espalier {

// The scores of one row at a time, for rows that arrive one by one. It is prepared once and then safe to use from
// several threads; linear models and forests of up to 2047 features need no allocation, neural rules allocate their
// inputs. The model must outlive it. Scores equal those of predict_scores, bit for bit.
class RowPredictor {
 public:
  explicit RowPredictor(const Model& model);
  ~RowPredictor();
  RowPredictor(RowPredictor&&) noexcept;
  RowPredictor& operator=(RowPredictor&&) noexcept;

  std::size_t features() const noexcept;
  std::size_t outputs() const noexcept;

  // `row` has one number for each of model.features, in their order: the value of a numeric feature, or the code of a
  // categorical one, counted in the feature's own labels. NaN is missing, and so is a number that is not a code of the
  // feature; fractions of codes are cut off. `out` has one entry per output. Other lengths are an error.
  void scores(std::span<const float> row, std::span<double> out) const;

 private:
  class Engine;
  std::unique_ptr<const Engine> engine_;
};

}  // namespace espalier

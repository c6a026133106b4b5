// Scores of a linear model, for many rows or for one, with the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/linear.h"
#include "espalier/table.h"
#include "predict/columns/bound_columns.h"

namespace espalier {

// The features and the model must outlive it.
class LinearScores {
 public:
  LinearScores(const std::vector<Feature>& features, const Linear& linear);

  std::size_t outputs() const noexcept { return linear_.intercept.size(); }

  // out: rows [begin, end) × outputs. O(features) per row, and O(outputs) for each numeric feature.
  void scores(const BoundTable& table, std::size_t begin, std::size_t end, double* out) const;

  // One row in the form that RowPredictor takes.
  void scores(std::span<const float> row, std::span<double> out) const noexcept;

 private:
  // The terms of a feature are contiguous, and a categorical feature has one for each label, so that a code finds its
  // own.
  struct Source {
    std::size_t first_term = 0;
    std::uint32_t labels = 0;  // 0: numeric
  };
  const float* weights_of(std::size_t term) const noexcept { return linear_.weights.data() + term * outputs(); }
  void add_numeric(const Source& source, const ColumnView& column, std::size_t begin, std::size_t rows,
                   double* out) const;
  void add_label(const Source& source, std::uint32_t code, double* out) const noexcept;

  const Linear& linear_;
  std::vector<Source> sources_;  // one per feature
};

}  // namespace espalier

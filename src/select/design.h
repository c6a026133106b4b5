// What annealing works on: members (trees, or columns of numbers), each with one weight a terminal (a column has one
// weight) and output. Row i's score of output k is
//
//   f_k(i) = intercept_k + Σ over members m, parameters p of m: weight[p][k] · x_p(i)
//
// where x_p is 1 on the rows of terminal p and 0 elsewhere, or the value of the column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/basis.h"

namespace espalier {

// Numbers of one row or parameter, one an output, padded so that whole vectors can be read: 1 for one output, otherwise
// a multiple of 4.
inline std::size_t padded(std::size_t outputs) noexcept { return outputs == 1 ? 1 : (outputs + 3) / 4 * 4; }

// First and second derivatives of the loss in the scores of some rows, rows × width each, times the rows' weights.
struct Derivatives {
  const float* gradients;
  const float* hessians;
};

class Design {
 public:
  virtual ~Design() = default;

  virtual std::size_t rows() const noexcept = 0;
  virtual std::size_t members() const noexcept = 0;
  virtual std::size_t parameters() const noexcept = 0;
  virtual std::size_t first(std::size_t member) const noexcept = 0;  // its first parameter
  virtual std::size_t count(std::size_t member) const noexcept = 0;

  // Of the member's parameter p: sums[2 · p · width …] += Σ over the rows of x_p · gradients, then Σ of x_p² · Hessians,
  // `width` numbers each. The order of the additions is fixed by the range alone.
  virtual void add_sums(std::size_t member, RowRange rows, const Derivatives& of, std::size_t width,
                        float* sums) const = 0;

  // scores[row · width + k] += weights[p · width + k] · x_p(row); `weights` of the member, scores from rows.begin on.
  virtual void add_scores(std::size_t member, RowRange rows, const float* weights, std::size_t width,
                          float* scores) const = 0;
};

// The terminals of trees.
class TreeDesign : public Design {
 public:
  explicit TreeDesign(const Basis& basis) : basis_(basis) {}

  std::size_t rows() const noexcept override { return basis_.rows(); }
  std::size_t members() const noexcept override { return basis_.trees(); }
  std::size_t parameters() const noexcept override { return basis_.terminals(); }
  std::size_t first(std::size_t member) const noexcept override { return basis_.offset(member); }
  std::size_t count(std::size_t member) const noexcept override { return basis_.terminals(member); }
  void add_sums(std::size_t member, RowRange rows, const Derivatives& of, std::size_t width, float* sums) const override;
  void add_scores(std::size_t member, RowRange rows, const float* weights, std::size_t width,
                  float* scores) const override;

  const Basis& basis() const noexcept { return basis_; }

 private:
  const Basis& basis_;
};

// Columns of numbers, one after the other.
class ColumnDesign final : public Design {
 public:
  ColumnDesign(std::span<const float> values, std::size_t rows) : values_(values), rows_(rows) {}

  std::size_t rows() const noexcept override { return rows_; }
  std::size_t members() const noexcept override { return rows_ == 0 ? 0 : values_.size() / rows_; }
  std::size_t parameters() const noexcept override { return members(); }
  std::size_t first(std::size_t member) const noexcept override { return member; }
  std::size_t count(std::size_t) const noexcept override { return 1; }
  void add_sums(std::size_t member, RowRange rows, const Derivatives& of, std::size_t width, float* sums) const override;
  void add_scores(std::size_t member, RowRange rows, const float* weights, std::size_t width,
                  float* scores) const override;

  std::span<const float> column(std::size_t member) const noexcept { return values_.subspan(member * rows_, rows_); }

 private:
  std::span<const float> values_;
  std::size_t rows_;
};

}  // namespace espalier

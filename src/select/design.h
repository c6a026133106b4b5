// The design matrix of annealing and joint refits: members (trees, or columns of numbers), each with one weight per
// output and terminal (a column has a single one). Row i's score of output k is
//
//   f_k(i) = intercept_k + Σ over members m, parameters p of m: weight[p][k] · x_p(i)
//
// where x_p is 1 on the rows of terminal p and 0 elsewhere, or the value of the column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "basis/ids/basis.h"
#include "basis/pass.h"
#include "espalier/forest.h"

namespace espalier {

// Numbers per row or parameter, one for each output, padded so that whole vectors can be read: 1 for one output,
// otherwise a multiple of 4.
inline std::size_t padded(std::size_t outputs) noexcept { return outputs == 1 ? 1 : (outputs + 3) / 4 * 4; }

// First and second derivatives of the loss in the scores of some rows, rows × width each, multiplied by the rows'
// weights.
struct Derivatives {
  const float* gradients;
  const float* hessians;
};

// The same sums by parameter, parameters × width.
struct DerivativeSums {
  std::vector<double> gradients;
  std::vector<double> hessians;
  void assign(std::size_t count) {
    gradients.assign(count, 0.0);
    hessians.assign(count, 0.0);
  }
  void add_to(DerivativeSums& other) const noexcept {
    for (std::size_t j = 0; j < gradients.size(); ++j) other.gradients[j] += gradients[j];
    for (std::size_t j = 0; j < hessians.size(); ++j) other.hessians[j] += hessians[j];
  }
};

// Some members, whose parameters are numbered consecutively from the first member to the last.
class Block {
 public:
  virtual ~Block() = default;

  // For every parameter p: gradients += Σ over the rows of x_p · gradient, hessians += Σ of x_p² · Hessian. The sums
  // depend on the range alone: cut the rows by their number.
  virtual void add_sums(RowRange rows, const Derivatives& of, std::size_t width, DerivativeSums& sums) const = 0;

  // sums[p · width + k] += Σ over the rows of x_p · values[row · width + k]; values from rows.begin on.
  virtual void add_products(RowRange rows, const float* values, std::size_t width, std::span<double> sums) const = 0;

  // scores[row · width + k] += Σ_p weights[p · width + k] · x_p(row), member after member; scores from rows.begin on.
  virtual void add_scores(RowRange rows, const float* weights, std::size_t width, float* scores) const = 0;
};

class Design {
 public:
  virtual ~Design() = default;

  virtual std::size_t rows() const noexcept = 0;
  virtual std::size_t members() const noexcept = 0;
  virtual std::size_t parameters() const noexcept = 0;
  virtual std::size_t first(std::size_t member) const noexcept = 0;  // its first parameter
  virtual std::size_t count(std::size_t member) const noexcept = 0;
  // The only output in which the member has weights; kNone: it has weights in all.
  virtual std::int32_t output(std::size_t member) const noexcept = 0;

  virtual std::unique_ptr<Block> block(std::span<const std::uint32_t> members) const = 0;

  // Σ over the rows of x_p · gradient, for every parameter of the members in turn, × outputs. `weights` has all
  // parameters × width.
  virtual std::vector<double> gradient_sums(std::span<const std::uint32_t> members, std::span<const float> weights,
                                            std::size_t width, std::size_t outputs, const GradientRule& rule,
                                            Threads& threads) const = 0;

  // Row by row: for each row, the active parameter of every member, and its x. If x is 1 in all of them, no values are
  // written.
  virtual bool all_ones() const noexcept = 0;
  // The values of a member, where they are no ones and are written out.
  virtual std::span<const float> column(std::size_t member) const noexcept = 0;
  // Whether columns are not written out, so that their sums are only to be had of many members at once.
  virtual bool is_coded() const noexcept { return false; }
  virtual void lay_out(std::span<const std::uint32_t> members, RowRange rows, std::uint32_t* parameters,
                       float* values) const = 0;
};

// The terminals of trees. `outputs` has one for each tree, or none: then all trees have weights in all outputs.
class TreeDesign final : public Design {
 public:
  explicit TreeDesign(Basis basis, std::vector<std::int32_t> outputs = {});

  std::size_t rows() const noexcept override { return basis_.rows(); }
  std::size_t members() const noexcept override { return basis_.trees(); }
  std::size_t parameters() const noexcept override { return basis_.terminals(); }
  std::size_t first(std::size_t member) const noexcept override { return basis_.offset(member); }
  std::size_t count(std::size_t member) const noexcept override { return basis_.terminals(member); }
  std::int32_t output(std::size_t member) const noexcept override { return outputs_[member]; }
  std::unique_ptr<Block> block(std::span<const std::uint32_t> members) const override;
  std::vector<double> gradient_sums(std::span<const std::uint32_t> members, std::span<const float> weights,
                                    std::size_t width, std::size_t outputs, const GradientRule& rule,
                                    Threads& threads) const override;
  bool all_ones() const noexcept override { return true; }
  std::span<const float> column(std::size_t) const noexcept override { return {}; }
  void lay_out(std::span<const std::uint32_t> members, RowRange rows, std::uint32_t* parameters,
               float* values) const override;

  const Basis& basis() const noexcept { return basis_; }

 private:
  Basis basis_;
  std::vector<std::int32_t> outputs_;
};

// Columns of numbers, one after the other.
class ColumnDesign final : public Design {
 public:
  ColumnDesign(std::vector<float> values, std::size_t rows) : values_(std::move(values)), rows_(rows) {}

  std::size_t rows() const noexcept override { return rows_; }
  std::size_t members() const noexcept override { return rows_ == 0 ? 0 : values_.size() / rows_; }
  std::size_t parameters() const noexcept override { return members(); }
  std::size_t first(std::size_t member) const noexcept override { return member; }
  std::size_t count(std::size_t) const noexcept override { return 1; }
  std::int32_t output(std::size_t) const noexcept override { return kNone; }
  std::unique_ptr<Block> block(std::span<const std::uint32_t> members) const override;
  std::vector<double> gradient_sums(std::span<const std::uint32_t> members, std::span<const float> weights,
                                    std::size_t width, std::size_t outputs, const GradientRule& rule,
                                    Threads& threads) const override;
  bool all_ones() const noexcept override { return false; }
  void lay_out(std::span<const std::uint32_t> members, RowRange rows, std::uint32_t* parameters,
               float* values) const override;

  std::span<const float> column(std::size_t member) const noexcept override {
    return std::span(values_).subspan(member * rows_, rows_);
  }

 private:
  std::vector<float> values_;
  std::size_t rows_;
};

}  // namespace espalier

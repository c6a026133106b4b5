// The weights of numeric columns, all of them moved at once: conjugate gradients on the objective, preconditioned by
// the inverse of each output's own curvature Xᵀ H X + ridge. With one output that is Newton's step for as long as the
// curvature is that of the current weights. The curvature costs rows × columns² / 2 products per output, so it is
// computed again only when steps turn out much too long or too short. A step costs two products per row and column and,
// when columns have left, the columns³ / 6 products of a new factorisation per output.
//
// Of a coded design, which has a column for every label, only the curvature's diagonal is taken: standardised labels of
// a column are nearly orthogonal to each other. A step then costs O(rows × columns of the table + labels).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "select/anneal/candidates.h"
#include "select/columns/cholesky.h"

namespace espalier {

class ColumnDescent {
 public:
  // Both must outlive it. The problem's design is one of columns.
  ColumnDescent(const Problem& problem, Threads& threads);

  // Whether the curvature of so many columns is small enough to be kept and solved.
  static bool takes(const Problem& problem, std::size_t columns) noexcept;

  // Moves the weights of the columns that are in. Returns the objective after it, which is not above the one before.
  // Columns may leave between two steps.
  double step(Candidates& candidates);

 private:
  // For every output the columns that are in, then the intercept.
  using Vector = std::vector<double>;

  // The objective, and its slope along the direction, after a share of it.
  struct Point {
    double share = 0;
    double objective = 0;
    double slope = 0;
  };

  std::size_t parameters() const noexcept { return members_.size() + 1; }
  void start(const Candidates& candidates);
  float curve(std::size_t row, std::size_t k) const;
  // In diagonal_: of a column its member, of the intercept the number of all members.
  std::size_t place(std::size_t p) const noexcept {
    return p < members_.size() ? members_[p] : problem_.design.members();
  }
  void compute_curvature();
  void compute_diagonal();
  void factorise();
  void invert_diagonal();
  void add_products(RowRange rows, const float* values, std::size_t width, double* sums) const;
  void add_scores(RowRange rows, const float* weights, float* scores) const;
  void turn();
  void look_along();
  Point search(double slope);
  Point at(double share);
  void take(const Point& point, Candidates& candidates);
  Vector gradient();
  Vector preconditioned() const;
  std::vector<const float*> columns_from(std::size_t row) const;

  const Problem& problem_;
  Threads& threads_;
  const std::size_t width_, outputs_, rows_;
  const bool coded_;
  const std::size_t chunk_;        // of the rows, for sums of all columns
  const std::vector<float> ones_;  // the intercept's column
  std::vector<std::uint32_t> members_;
  std::unique_ptr<Block> block_;                         // of a coded design: the members
  Vector weights_, gradient_, conditioned_, direction_;  // the third is the gradient, preconditioned
  double objective_ = 0;
  double slope_ = 0;                                 // of the gradient and conditioned_
  std::vector<float> scores_, along_;                // of the rows at these weights; what the direction adds
  std::vector<float> tried_, gradients_, hessians_;  // of the rows at the share that was tried last
  std::vector<std::uint32_t> curved_;                // the columns that the curvature is of
  std::vector<std::vector<double>> curvature_;       // of every output, without the ridge
  std::vector<std::optional<Cholesky>> factors_;     // of every output, for the columns that are in
  Vector diagonal_;                                  // of a coded design: that of all columns × width, then intercepts
  Vector inverse_;                                   // of a coded design: of the diagonal, for the columns that are in
  int steps_ = 0;                                    // with this curvature
  bool is_stale_ = true;                             // whether the curvature is to be computed again
};

}  // namespace espalier

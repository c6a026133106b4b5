// Columns of a table as numbers of mean 0 and spread 1, for methods whose unit is a feature, and the way back to a
// linear model in the units of the data.
#pragma once

#include <span>
#include <vector>

#include "espalier/linear.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {

// A term over the table's columns and labels, and what makes it (value - mean) / spread.
struct StandardTerm {
  LinearTerm term;
  double mean = 0;    // numeric: of the values that are there, and the term's fill; categorical: the label's share
  double spread = 1;  // over all rows, missing values at the mean
};

// One term a numeric column and one a label that occurs, ascending; without those that are the same in all rows of any
// weight, or so nearly that their weights would not fit into float32. Infinite values are missing. `weights` may be
// empty; they must not add up to 0.
std::vector<StandardTerm> standard_terms(const TableView& table, std::span<const double> weights, const Run& run = {});

// Terms × rows, of a table with the columns of the one that the terms are from: a term's rows are together. Where the
// value is missing there is 0 in a numeric column, and what rows without the label have in others.
std::vector<float> standard_values(std::span<const StandardTerm> terms, const TableView& table, const Run& run = {});

// The model of score_k = intercept_k + Σ_t weights_tk · standard value of t, terms × outputs, ready for make_model().
Linear to_linear(std::span<const StandardTerm> terms, std::span<const double> intercept,
                 std::span<const double> weights);

}  // namespace espalier

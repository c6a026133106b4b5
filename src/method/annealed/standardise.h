// Columns of a table as numbers of mean 0 and standard deviation 1, for methods that count features, and the way back
// to a linear model in the units of the data.
#pragma once

#include <span>
#include <vector>

#include "espalier/linear.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "select/coded_design.h"

namespace espalier {

// A term over the table's columns and labels, and the mean and spread that standardise it: (value - mean) / spread.
struct StandardTerm {
  LinearTerm term;
  double mean = 0;    // numeric: the mean of the known values, and the term's fill; categorical: the label's share
  double spread = 1;  // over all rows, missing values at the mean
};

// One term per numeric column and one per label that occurs, ascending; without terms that are the same in all rows
// with a weight, or so nearly that their weights would not fit into float32. Infinite values count as missing.
// `weights` may be empty; their sum must not be 0.
std::vector<StandardTerm> standard_terms(const TableView& table, std::span<const double> weights, const Run& run = {});

// Terms × rows, for a table with the columns that the terms are from: a term's rows are contiguous. A missing value is
// 0 in a numeric column, and counts as not having the label in other columns.
std::vector<float> standard_values(std::span<const StandardTerm> terms, const TableView& table, const Run& run = {});

// The same, with the labels of a column as one.
CodedDesign coded_values(std::span<const StandardTerm> terms, const TableView& table);

// The model of score_k = intercept_k + Σ_t weights_tk · standard value of t, terms × outputs, ready for make_model().
Linear to_linear(std::span<const StandardTerm> terms, std::span<const double> intercept,
                 std::span<const double> weights);

}  // namespace espalier

// Models, pools and rows for the tests of model, predict and deploy, and for the fuzzer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier::samples {

// The settings of random samples.
int between(Random& random, int low, int high);
bool chance(Random& random, double p);
std::vector<std::string> numbered(const std::string& prefix, int count);

// A link, with the target and the number of outputs that go with it.
struct LinkShape {
  Link link;
  Target target;
  int outputs;
};

LinkShape random_link(Random& random);

Feature numeric(std::string name);
Feature categorical(std::string name, std::vector<std::string> labels);

Target regression_target(std::string name);
Target class_target(std::string name, std::vector<std::string> labels);

TreeNode split_at(std::int32_t feature, float threshold, std::int32_t left, std::int32_t right);
TreeNode leaf();

// y = 0.5 + (1 if age <= 30.5, else 2); missing ages go left. The worked example of docs/format.md.
Model tiny();

// Three classes from a numeric and a categorical feature, with vector leaves, a tree for one output alone, an absent
// child, statistics with outcomes, and provenance: a little of everything, in some three hundred bytes.
Model mixed();

// Two targets, "width" and "height", from a numeric feature: a tree of vector leaves with an absent child, one for
// "height" alone, statistics with outcomes, and provenance.
Model several();

// y = 0.5 + 2 · age - 1.25 · [color = red]; missing ages count as 30.5. The second worked example of docs/format.md.
Model line();

// Three classes from a numeric and a categorical feature with two labels, with statistics and provenance.
Model lines();

// y = 0.5 + 2 · min(relu(age' + 0.25), relu(3 - age' - 2 · [color = red])) with age' = (age - 30) / 10, missing ages as
// 30.5. The third worked example of docs/format.md.
Model plane();

// Three classes by deep rules of two networks, over labels, a number with knots and whether it is missing, with
// statistics and provenance.
Model planes();

// A tree of `depth` splits in a row, each with its left child absent.
Model chain(std::size_t depth);

struct PoolShape {
  int features = 5;
  int most_labels = 8;
  int outputs = 1;
  int trees = 4;
  int splits = 12;                // at most, a tree
  bool one_output_trees = false;  // some trees add to one output alone
  bool few_values = false;        // weights from a handful, so that a table of values pays
};

Pool random_pool(const PoolShape& shape, Random& random);

// A model of compact(random_pool), its link and classes as the outputs need them.
Model random_model(std::uint64_t seed);

// A linear model of some columns of a few, its link and classes as the outputs need them.
Model random_linear(std::uint64_t seed);

// Neural rules of some inputs of a few columns, deep or not, likewise.
Model random_neural(std::uint64_t seed);

// Rows with the model's columns in another order, other label lists, missing values, infinities and unknown labels.
Table random_rows(const Model& model, std::size_t rows, Random& random);

TableView view_of(const Table& table);

}  // namespace espalier::samples

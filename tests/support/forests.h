// Random forests of given shapes, and rows that are hard on them: values on thresholds and right beside them, missing
// and infinite ones, codes that no label has.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"

namespace espalier::test {

struct ForestShape {
  int numeric = 5;
  int categorical = 0;
  int labels = 9;                       // of each categorical feature
  int thresholds = 40;                  // distinct ones a numeric feature
  int outputs = 1;                      //
  bool one_output_trees = false;        // every other tree adds to one output alone
  double deep = 0.3;                    // 1: a chain, 0: bushy
  std::vector<int> terminals = {2, 7};  // of each tree
};

Model make_forest(const ForestShape& shape, std::uint64_t seed);

Table make_rows(const Model& model, std::size_t rows, std::uint64_t seed);

// The forests that every engine is tested on, by name.
struct NamedShape {
  const char* name;
  ForestShape shape;
};
std::vector<NamedShape> telling_shapes();

// The reference's answers: rows × outputs, and rows × trees.
std::vector<double> reference_scores(const Model& model, const Table& table);
std::vector<std::uint32_t> reference_terminals(const Model& model, const Table& table);

}  // namespace espalier::test

// The tree's training error against scikit-learn's on real data: equal to 1e-9 down to depth 4; deeper, within
// scikit-learn's range over ten random states, by which it breaks ties. tests/golden/scikit_learn_tree.csv is written
// by `bench/peers/tree.py --golden`.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/read_table.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "support/tables.h"

namespace espalier {
namespace {

struct Golden {
  std::string dataset, depth, min_rows;
  double least = 0, largest = 0;
};

std::vector<Golden> read_golden() {
  std::ifstream file(ESPALIER_TESTS "/golden/scikit_learn_tree.csv");
  std::vector<Golden> all;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Golden golden;
    std::string least, largest;
    std::getline(cells, golden.dataset, ',');
    std::getline(cells, golden.depth, ',');
    std::getline(cells, golden.min_rows, ',');
    std::getline(cells, least, ',');
    std::getline(cells, largest, ',');
    golden.least = std::stod(least);
    golden.largest = std::stod(largest);
    all.push_back(golden);
  }
  return all;
}

// scikit-learn knows no categories: it gets their codes as numbers, and so does ours here.
Table read_as_numbers(const std::filesystem::path& path) {
  ReadOptions options;
  options.targets = {"target"};
  Table table = read_table(path.string(), options);
  for (Column& column : table.columns) {
    if (column.feature.type == ColumnType::numeric) continue;
    column.values.assign(column.codes.begin(), column.codes.end());
    column.codes.clear();
    column.feature = {column.feature.name, ColumnType::numeric, {}};
  }
  return table;
}

class ScikitLearn : public testing::TestWithParam<std::string> {};

TEST_P(ScikitLearn, HasTheSameTrainingError) {
  const std::filesystem::path folder = test::data_folder();
  if (folder.empty()) GTEST_SKIP() << "no data sets here: ESPALIER_DATA names their folder";
  const Table table = read_as_numbers(folder / (GetParam() + ".csv.gz"));
  const bool classes = GetParam() == "spambase" || GetParam() == "letter";
  const LabelledView train = {table, make_target(table, classes ? Task::classification : Task::regression)};
  int compared = 0;
  for (const Golden& golden : read_golden()) {
    if (golden.dataset != GetParam()) continue;
    OptionValues options = {{"min-rows", golden.min_rows}};
    if (golden.depth != "0") options["depth"] = golden.depth;
    const Model model = fit(find_method("tree"), {&train, nullptr, {}, options, false}).model;
    const double error = error_of(evaluate(model, table, train.target));
    const double tolerance = 1e-9 * std::max(1.0, golden.largest);
    EXPECT_GE(error, golden.least - tolerance) << "depth " << golden.depth << ", min rows " << golden.min_rows;
    EXPECT_LE(error, golden.largest + tolerance) << "depth " << golden.depth << ", min rows " << golden.min_rows;
    if (golden.depth != "0" && std::stoi(golden.depth) <= 4) {
      EXPECT_NEAR(error, golden.least, tolerance);
    }
    ++compared;
  }
  EXPECT_GE(compared, 8);
}

INSTANTIATE_TEST_SUITE_P(Sets, ScikitLearn, testing::Values("abalone", "california", "spambase", "letter"),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace espalier

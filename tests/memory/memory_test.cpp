// Fits take no more memory than docs/memory.md says, and not much less: its table has the numbers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/table.h"
#include "memory/heap_meter.h"
#include "support/tables.h"

namespace espalier {
namespace {

constexpr int kThreads = 2;

// The bytes of each, by method: the table of the page.
struct Costs {
  double cell = 0, column = 0, row = 0, row_output = 0, row_output_thread = 0, row_tree = 0, leaf = 0, leaf_output = 0;
};

std::map<std::string, Costs> read_page() {
  std::ifstream page(ESPALIER_TESTS "/../docs/memory.md");
  std::map<std::string, Costs> costs;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| `")) continue;
    std::ranges::replace(line, '|', ' ');
    std::istringstream words(line);
    std::string method;
    Costs of;
    words >> method >> of.cell >> of.column >> of.row >> of.row_output >> of.row_output_thread >> of.row_tree >>
        of.leaf >> of.leaf_output;
    if (words) costs[method.substr(1, method.size() - 2)] = of;
  }
  return costs;
}

struct Shape {
  std::size_t rows, columns;
  int classes;  // 0: numbers

  double outputs() const { return classes > 2 ? classes : 1; }
};

constexpr Shape kShapes[] = {{24'000, 6, 0}, {6'000, 40, 2}, {3'000, 8, 20}};

struct Sample {
  explicit Sample(const Shape& shape) {
    Random random(shape.rows, "memory");
    std::vector<Column> columns;
    for (std::size_t c = 0; c < shape.columns; ++c) {
      std::vector<float> values(shape.rows);
      for (float& value : values) value = static_cast<float>(random.uniform());
      columns.push_back(test::numeric("x" + std::to_string(c), std::move(values)));
    }
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    for (std::size_t row = 0; row < shape.rows; ++row) {
      const double signal = 0.6 * static_cast<double>(columns[0].values[row]) +
                            0.3 * static_cast<double>(columns[1].values[row]) + 0.1 * random.uniform();
      numbers.push_back(signal);
      codes.push_back(std::min(shape.classes - 1, static_cast<int>(signal * shape.classes)));
    }
    table = test::table_of(std::move(columns));
    train.target = shape.classes == 0 ? test::regression(numbers) : test::classes(codes, shape.classes);
    train.table = table;
  }
  Table table;
  LabelledView train;
};

struct Case {
  const char* method;
  OptionValues options;
  std::optional<Budget> budget = {};
  double trees = 0;  // the page's, for each row
  double folds = 0;  // that are fitted besides
};

constexpr double kKeep = 100;  // of combine, the splits that a tree proposes

std::vector<Case> cases() {
  const OptionValues annealed = {
      {"trees", "40"}, {"shrinkage", "3,30"}, {"levels", "1"}, {"iterations", "3"}, {"folds", "2"}};
  OptionValues of_columns = annealed;
  of_columns.erase("trees");
  return {
      {"tree", {{"min-rows", "5"}}},
      {"boost", {{"trees", "8"}}},
      {"forest", {{"trees", "8"}}},
      {"extra", {{"trees", "8"}}},
      {"linear", of_columns, {}, 0, 2},
      {"ret", annealed, Budget{10, Unit::trees}, 40, 2},
      {"rules", annealed, Budget{10, Unit::rules}, 40, 2},
      {"gif", {{"trees", "20"}, {"patience", "0"}, {"window", "10"}}, Budget{100, Unit::nodes}, 20},
      {"combine", {{"trees", "10"}, {"keep", "100"}, {"rounds", "3"}, {"patience", "0"}}, {}, 10 * kKeep},
      {"neural", {{"depth", "3"}, {"epochs", "1"}, {"ensemble", "1"}}},
      {"graft",
       {{"gamma", "10"}, {"ridge", "10"}, {"leaves", "8"}, {"swap", "0"}, {"search", "0"}},
       Budget{20, Unit::leaves}},
      {"auto", {{"candidates", "boost,graft"}}, Budget{20, Unit::leaves}},
  };
}

double formula(const Costs& costs, const Case& of, const Shape& shape, double leaves) {
  const auto rows = static_cast<double>(shape.rows), columns = static_cast<double>(shape.columns);
  const double of_output = costs.row_output + costs.row_output_thread * kThreads;
  return (1 + of.folds) * (costs.cell * rows * columns + costs.column * columns +
                           rows * (costs.row + of_output * shape.outputs() + costs.row_tree * of.trees)) +
         leaves * (costs.leaf + costs.leaf_output * shape.outputs());
}

class Memory : public testing::TestWithParam<Case> {};

TEST_P(Memory, OfAFitIsThatOfThePage) {
  const Case& of = GetParam();
  const std::map<std::string, Costs> page = read_page();
  const auto found = page.find(of.method);
  ASSERT_NE(found, page.end()) << "no row of docs/memory.md";
  for (const Shape& shape : kShapes) {
    const Sample sample(shape);
    test::reset_heap_peak();
    const std::size_t before = test::heap_bytes();
    const FitResult result =
        fit(find_method(of.method), {&sample.train, nullptr, of.budget, of.options, false}, {1, kThreads, {}});
    const auto peak = static_cast<double>(test::heap_peak() - before);
    const auto leaves = static_cast<double>(size_of(result.model).leaves);
    const double most = formula(found->second, of, shape, leaves);
    const std::string what = fmt::format("{} rows of {} columns, {} classes, {:.0f} leaves", shape.rows, shape.columns,
                                         shape.classes, leaves);
    EXPECT_LE(peak, most) << what;
    EXPECT_GE(peak, most / 3) << what;
  }
}

// Every method has a row of the page, and a test of it.
TEST(MemoryPage, HasEveryMethod) {
  const std::map<std::string, Costs> page = read_page();
  std::vector<std::string> tested;
  for (const Case& of : cases()) tested.emplace_back(of.method);
  for (const Method& method : methods()) {
    EXPECT_TRUE(page.contains(std::string(method.name))) << method.name;
    EXPECT_NE(std::ranges::find(tested, method.name), tested.end()) << method.name;
  }
}

// Written out, 16,000 rows of 12,000 labels would be 768 MB, and as much for each of two folds.
TEST(MemoryPage, ALinearModelDoesNotGrowWithTheLabelsOfEveryRow) {
  Random random(1, "labels");
  constexpr std::size_t kRows = 16'000;
  std::vector<std::string> labels;
  std::vector<std::int32_t> codes;
  std::vector<double> y;
  for (std::size_t row = 0; row < kRows; ++row) {
    labels.push_back(std::to_string(row));
    codes.push_back(static_cast<std::int32_t>(random.below(kRows)));
    y.push_back(random.uniform() + (codes[row] < 100 ? 1 : 0));
  }
  const Table table = test::table_of({test::categorical("id", labels, codes)});
  const LabelledView train = {table, test::regression(y)};
  test::reset_heap_peak();
  const std::size_t before = test::heap_bytes();
  fit(find_method("linear"), {&train, nullptr, {}, {{"shrinkage", "3"}, {"iterations", "5"}}, false},
      {1, kThreads, {}});
  EXPECT_LT(test::heap_peak() - before, std::size_t{60} << 20);
}

INSTANTIATE_TEST_SUITE_P(Methods, Memory, testing::ValuesIn(cases()),
                         [](const auto& of) { return std::string(of.param.method); });

}  // namespace
}  // namespace espalier

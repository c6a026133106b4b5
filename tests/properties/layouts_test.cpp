// The layout of a caller's arrays must not matter: float32 or float64, by column or by row, every method gives the same
// bytes, and every prediction is the same.
#include <gtest/gtest.h>

#include <limits>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "support/tables.h"
#include "support/test_size.h"

namespace espalier {
namespace {

constexpr std::size_t kColumns = 5;

enum class Order { by_column, by_row };

// The same numbers four times. They are not float32 numbers until they are narrowed; some are missing, infinite, or
// beyond float32.
class Arrays {
 public:
  explicit Arrays(std::size_t rows, std::uint64_t seed) : rows_(rows), numbers_(rows * kColumns) {
    Random random(seed, "arrays");
    constexpr double kInf = std::numeric_limits<double>::infinity();
    const double odd[] = {std::numeric_limits<double>::quiet_NaN(), kInf, -kInf, 1e39, -1e300, 1e-60};
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const bool whole = i / rows == 1;  // the second column has few values
      numbers_[i] = whole ? static_cast<double>(random.below(9)) : random.normal();
      if (random.below(12) == 0) numbers_[i] = odd[random.below(6)];
    }
    for (std::size_t c = 0; c < kColumns; ++c) features_.push_back({"x" + std::to_string(c), ColumnType::numeric, {}});
    doubles_ = transposed(numbers_);
    floats_by_column_.assign(numbers_.begin(), numbers_.end());
    floats_by_row_.assign(doubles_.begin(), doubles_.end());
  }

  TableView floats(Order order) const {
    return view(order, [&](ColumnView& column, std::size_t at) {
      column.values = (order == Order::by_row ? floats_by_row_ : floats_by_column_).data() + at;
    });
  }
  TableView doubles(Order order) const {
    return view(order, [&](ColumnView& column, std::size_t at) {
      column.doubles = (order == Order::by_row ? doubles_ : numbers_).data() + at;
    });
  }
  double number(std::size_t row, std::size_t column) const { return numbers_[column * rows_ + row]; }

 private:
  std::vector<double> transposed(const std::vector<double>& by_column) const {
    std::vector<double> by_row(by_column.size());
    for (std::size_t i = 0; i < by_column.size(); ++i) by_row[i % rows_ * kColumns + i / rows_] = by_column[i];
    return by_row;
  }

  template <class Point>
  TableView view(Order order, const Point& point) const {
    TableView table;
    table.rows = rows_;
    for (std::size_t c = 0; c < kColumns; ++c) {
      ColumnView& column = table.columns.emplace_back();
      column.feature = &features_[c];
      column.stride = order == Order::by_row ? static_cast<std::ptrdiff_t>(kColumns) : 1;
      point(column, order == Order::by_row ? c : c * rows_);
    }
    return table;
  }

  std::size_t rows_;
  std::vector<Feature> features_;
  std::vector<double> numbers_;  // by column
  std::vector<double> doubles_;  // by row
  std::vector<float> floats_by_column_, floats_by_row_;
};

bool has_trees(const Model& model) { return std::holds_alternative<Forest>(model.body); }

class EveryLayout : public testing::TestWithParam<std::string> {
 protected:
  const std::size_t rows = test::rows_of(3000, 1100);  // more than a block of any kernel
  const Method& method = find_method(GetParam());
  const Arrays arrays{rows, 1}, held_out{test::rows_of(1500, 1030), 2};

  std::vector<std::int32_t> classes(const Arrays& of, std::size_t count) const {
    Random random(3, "classes");
    std::vector<std::int32_t> codes;
    for (std::size_t row = 0; row < count; ++row) {
      codes.push_back((of.number(row, 0) > 0 ? 1 : 0) + (of.number(row, 1) > 4 || random.below(8) == 0 ? 1 : 0));
    }
    return codes;
  }

  Model fit_on(const TableView& train, const TableView& validation) const {
    const LabelledView sets[] = {{train, test::classes(classes(arrays, rows), 3)},
                                 {validation, test::classes(classes(held_out, validation.rows), 3)}};
    OptionValues options = {{"trees", "4"}};
    if (method.name == "tree") options = {{"prune", "validation"}};
    if (method.name == "linear") options = {};
    if (method.name == "neural") options = {{"depth", "3"}, {"epochs", "4"}, {"ensemble", "2"}};
    if (method.name == "auto") options = {{"candidates", "boost"}};
    if (method.name == "graft") options = {{"gamma", "1"}, {"ridge", "3"}, {"leaves", "5"}, {"trees", "4"}};
    std::optional<Budget> budget;
    if (method.name == "auto") budget = {40, Unit::leaves};  // otherwise hundreds of trees
    return fit(method, {&sets[0], &sets[1], budget, options, false}, {5, 2, {}}).model;
  }
};

TEST_P(EveryLayout, GivesTheSameBytes) {
  const auto bytes = encode(fit_on(arrays.floats(Order::by_column), held_out.floats(Order::by_column)));
  EXPECT_EQ(encode(fit_on(arrays.floats(Order::by_row), held_out.floats(Order::by_row))), bytes);
  EXPECT_EQ(encode(fit_on(arrays.doubles(Order::by_column), held_out.doubles(Order::by_column))), bytes);
  EXPECT_EQ(encode(fit_on(arrays.doubles(Order::by_row), held_out.doubles(Order::by_row))), bytes);
}

TEST_P(EveryLayout, GivesTheSamePredictions) {
  const TableView plain = held_out.floats(Order::by_column);
  const Model model = fit_on(arrays.floats(Order::by_column), plain);
  for (const TableView& table :
       {held_out.floats(Order::by_row), held_out.doubles(Order::by_column), held_out.doubles(Order::by_row)}) {
    EXPECT_EQ(predict_scores(model, table), predict_scores(model, plain));
    EXPECT_EQ(predict_probabilities(model, table), predict_probabilities(model, plain));
    EXPECT_EQ(predict_classes(model, table), predict_classes(model, plain));
    if (has_trees(model)) {
      EXPECT_EQ(predict_terminals(model, table), predict_terminals(model, plain));
    }
  }
}

TEST_P(EveryLayout, GivesTheSamePredictionsOfFewRows) {  // which another engine makes
  TableView plain = held_out.floats(Order::by_column), doubles = held_out.doubles(Order::by_row);
  const Model model = fit_on(arrays.floats(Order::by_column), plain);
  plain.rows = doubles.rows = 3;
  EXPECT_EQ(predict_scores(model, doubles), predict_scores(model, plain));
  if (has_trees(model)) {
    EXPECT_EQ(predict_terminals(model, doubles), predict_terminals(model, plain));
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Method& method : methods()) all.emplace_back(method.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryLayout, testing::ValuesIn(names()), [](const auto& name) { return name.param; });

}  // namespace
}  // namespace espalier

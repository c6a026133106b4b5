// The promises of every method, for every registered method and every task. A new method is covered once it is
// registered.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "support/instruction_sets.h"
#include "support/tables.h"
#include "support/test_size.h"

namespace espalier {
namespace {

enum class Kind { regression, binary, multiclass };

// Numbers and categories, some missing, and a target that depends on both. Weights and targets are whole numbers, so
// that sums are exact in any order.
struct Sample {
  Table table;
  Target target;
};

Sample sample(Kind kind, std::size_t rows, std::uint64_t seed) {
  Random random(seed, "sample");
  std::vector<float> a(rows), b(rows);
  std::vector<std::int32_t> c(rows), y(rows);
  std::vector<double> values(rows), weights(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    a[i] = random.below(10) == 0 ? test::kNaN : static_cast<float>(random.normal());
    b[i] = static_cast<float>(random.below(20));
    c[i] = static_cast<std::int32_t>(random.below(5)) - (random.below(12) == 0 ? 5 : 0);
    c[i] = std::max(c[i], kMissingCode);
    const double signal = (a[i] > 0 ? 6 : 0) + (b[i] > 12 ? 3 : 0) + (c[i] % 2 == 0 ? 2 : 0);
    values[i] = std::floor(signal + 2 * random.normal());
    y[i] = std::clamp(static_cast<std::int32_t>(values[i] / 4), 0, kind == Kind::binary ? 1 : 2);
    weights[i] = static_cast<double>(1 + random.below(3));
  }
  Sample s;
  s.table = test::table_of(
      {test::numeric("a", a), test::numeric("b", b), test::categorical("c", {"p", "q", "r", "s", "t"}, c)});
  s.target = kind == Kind::regression ? test::regression(values, weights)
                                      : test::classes(y, kind == Kind::binary ? 2 : 3, weights);
  return s;
}

// A table that work is split for: more rows than a block of any loop over rows (8192), more cells than any loop over
// columns leaves to one thread (200,000). The other columns say nothing.
Sample wide_sample(Kind kind) {
  constexpr std::size_t kRows = 8500, kOthers = 21;
  Sample s = sample(kind, kRows, 1);
  Random random(4, "other columns");
  for (std::size_t c = 0; c < kOthers; ++c) {
    std::vector<float> values(kRows);
    for (float& value : values) value = static_cast<float>(random.normal());
    s.table.columns.push_back(test::table_of({test::numeric("n" + std::to_string(c), values)}).columns[0]);
  }
  return s;
}

// Ensembles small enough for a test.
OptionValues small(std::string_view method) {
  if (method == "forest" || method == "extra") return {{"trees", "7"}};
  if (method == "gif") return {{"trees", "12"}, {"rate", "0.1,0.3"}, {"refit", "0,10"}, {"patience", "2"}};
  if (method == "combine") return {{"trees", "6"}, {"rounds", "12"}, {"keep", "5"}, {"refit", "0,3"}};
  if (method == "neural") return {{"depth", "2,3"}, {"ensemble", "2"}, {"epochs", "8"}, {"batch", "64"}};
  if (method == "graft")
    return {{"gamma", "1,3"}, {"ridge", "3"}, {"leaves", "5"}, {"trees", "4"}, {"swap", "0"}, {"search", "0"}};
  if (method == "auto") return {{"candidates", "boost"}};
  OptionValues annealed = {{"iterations", "8"}, {"levels", "2,5,9"}, {"shrinkage", "1,10"}, {"folds", "2"}};
  if (method == "linear") return annealed;
  annealed.insert({{"trees", "12"}, {"chains", "3"}, {"depths", "2,3"}});
  if (method == "ret") annealed["criterion"] = "mean-square";  // otherwise the unit of the budget decides
  return method == "ret" || method == "rules" ? annealed : OptionValues{};
}

bool is_annealed(std::string_view method) { return method == "ret" || method == "rules" || method == "linear"; }

// Without anything that is drawn a row, so that a row of weight two is a row twice. Columns and thresholds are drawn a
// node, and nodes are the same either way.
OptionValues without_sampling(std::string_view method) {
  OptionValues options = small(method);
  if (method == "forest") options["bootstrap"] = "none";
  if (method == "boost" || method == "graft") options["min-rows"] = "1";  // counts rows, not weight
  if (method == "graft") options["bins"] = "32";                          // otherwise more where there are more rows
  if (method == "ret" || method == "rules") options["chains"] = "1";
  if (method == "combine") options["sample"] = "1";
  if (method == "neural") {  // one batch of all rows, and nothing to choose
    options = {{"depth", "3"},    {"ensemble", "1"}, {"epochs", "8"},          {"batch", "1000000"},
               {"inputs", "all"}, {"patience", "0"}, {"transform", "standard"}};
  }
  return options;
}

bool has_least_weight(const Method& method) {
  return std::ranges::any_of(method.options, [](const OptionInfo& o) { return o.name == "min-weight-fraction-leaf"; });
}

class EveryMethod : public testing::TestWithParam<std::tuple<std::string, Kind>> {
 protected:
  const Method& method = find_method(std::get<0>(GetParam()));
  const Kind kind = std::get<1>(GetParam());
  Sample data = sample(kind, 300, 1);
  Sample held_out = sample(kind, 150, 2);

  FitResult fit_on(const Sample& s, int threads = 1, std::optional<Budget> budget = {}) {
    return fit_with(small(method.name), s, threads, budget);
  }
  FitResult fit_with(const OptionValues& options, const Sample& s, int threads = 1, std::optional<Budget> budget = {}) {
    const LabelledView train = {s.table, s.target}, validation = {held_out.table, held_out.target};
    return fit(method, {&train, &validation, budget, options, false}, {7, threads, {}});
  }
};

std::vector<std::uint32_t> first_rows(std::size_t count) {
  std::vector<std::uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

class MethodWithALeastWeight : public EveryMethod {};

TEST_P(EveryMethod, GivesTheSameBytesOnAnyNumberOfThreads) {
  // Auto takes the ways of its candidates.
  const Sample large = sample(kind, test::rows_of(method.name == "auto" ? 4000 : 40000, 400), 1);
  const std::vector<std::byte> one = encode(fit_on(large, 1).model);
  EXPECT_EQ(encode(fit_on(large, 2).model), one);
  EXPECT_EQ(encode(fit_on(large, 7).model), one);
}

TEST_P(EveryMethod, TakesTheParallelWaysOfALargeTable) {
  if (method.name == "auto") return;  // it takes those of its candidates
  const Sample large = wide_sample(kind);
  held_out = {take_rows(large.table, first_rows(150)), take_rows(large.target, first_rows(150))};
  const std::vector<std::byte> many = encode(fit_on(large, 7).model);
  if (test::full_size()) {
    EXPECT_EQ(encode(fit_on(large, 1).model), many);
  }
}

TEST_P(EveryMethod, GivesTheSameBytesOnEveryInstructionSet) {
  const Sample some = sample(kind, test::rows_of(3000, 300), 1);
  const std::vector<std::byte> best = encode(fit_on(some, 2).model);
  test::on_every_instruction_set([&] { EXPECT_EQ(encode(fit_on(some, 2).model), best); });
}

TEST_P(EveryMethod, SurvivesSavingWithEveryByteAndPredictionTheSame) {
  const Model model = fit_on(data).model;
  const std::vector<std::byte> bytes = encode(model);
  const Model loaded = decode(bytes, "memory");
  EXPECT_EQ(encode(loaded), bytes);
  EXPECT_EQ(loaded, model);
  EXPECT_EQ(predict_scores(loaded, held_out.table), predict_scores(model, held_out.table));
}

TEST_P(EveryMethod, LearnsMoreThanTheConstant) {
  const Metrics metrics = evaluate(fit_on(data).model, held_out.table, held_out.target);
  if (kind == Kind::regression) {
    EXPECT_GT(std::get<RegressionMetrics>(metrics).r2, 0.2);
  } else {
    EXPECT_GT(std::get<ClassificationMetrics>(metrics).auc, 0.6);
  }
}

TEST_P(EveryMethod, NeverExceedsABudget) {
  const std::size_t smallest = size_of(stripped(fit_on(data, 1, Budget{1, method.budgets[0]}).model)).bytes;
  for (const Unit unit : method.budgets) {
    for (const std::size_t amount : {1U, 2U, 3U, 7U, 20U, 64U}) {
      const Budget budget = {unit == Unit::bytes ? smallest + 4 * amount : amount, unit};
      EXPECT_TRUE(fits(size_of(fit_on(data, 1, budget).model), budget)) << to_string(budget);
    }
  }
}

TEST_P(EveryMethod, ABudgetOfAModelsOwnSizeIsThatModel) {
  // A budget is shared out evenly among networks, whose rules are not equally many; and auto has one always.
  if (method.name == "neural" || method.name == "auto") return;
  OptionValues options = small(method.name);
  // Trees larger than the budget are not candidates; the five that are kept together are larger than any single tree.
  if (method.name == "ret") options["levels"] = "5,9";
  // Otherwise shrinkages are compared by short runs, whose models may be larger than the one that is kept.
  if (is_annealed(method.name)) options["effort"] = "high";
  const Model whole = stripped(fit_with(options, data).model);
  const Size size = size_of(whole);
  for (const Unit unit : method.budgets) {
    // Nodes whose rows stopped half-way before add no leaf: as many leaves may hold more nodes.
    if (method.name == "gif" && unit == Unit::leaves) continue;
    // As many trees may hold more leaves.
    if (method.name == "graft" && unit == Unit::trees) continue;
    const std::size_t amounts[] = {size.trees, size.nodes, size.leaves, size.rules, size.features, size.bytes};
    const Budget budget = {amounts[static_cast<std::size_t>(unit)], unit};
    EXPECT_EQ(stripped(fit_with(options, data, 1, budget).model), whole) << to_string(budget);
  }
}

TEST_P(EveryMethod, PredictsFiniteNumbersForMissingInfiniteAndUnknownValues) {
  const Model model = fit_on(data).model;
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const Table odd = test::table_of({test::numeric("a", {test::kNaN, kInf, -kInf, 0}),
                                    test::numeric("b", {kInf, test::kNaN, -kInf, 1e38F}),
                                    test::categorical("c", {"p", "unheard of"}, {1, kMissingCode, 0, 1})});
  for (const double score : predict_scores(model, odd)) EXPECT_TRUE(std::isfinite(score));
}

TEST_P(EveryMethod, PermutingTheRowsPermutesThePredictions) {
  const Model model = fit_on(data).model;
  std::vector<std::uint32_t> order(held_out.table.rows);
  std::iota(order.begin(), order.end(), 0U);
  Random(3, "order").shuffle(std::span(order));
  const std::vector<double> straight = predict_scores(model, held_out.table);
  const std::vector<double> permuted = predict_scores(model, take_rows(held_out.table, order));
  const std::size_t width = straight.size() / order.size();
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t k = 0; k < width; ++k) EXPECT_EQ(permuted[i * width + k], straight[order[i] * width + k]);
  }
}

TEST_P(EveryMethod, AWeightOfTwoEqualsARowTwice) {
  if (method.name == "auto") return;  // its candidates have the options that they have by default
  // Few rows are put into fewer bins by methods that grow many trees.
  if (is_annealed(method.name)) data = sample(kind, 1100, 1);
  // Annealing, refits and networks sum in float32 or less, in an order that is that of the rows.
  const bool coarse = is_annealed(method.name) || method.name == "neural" || method.name == "graft";
  const double allowed = coarse ? 1e-2 : 1e-6;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < data.table.rows; ++row) {
    for (int copy = 0; copy < static_cast<int>(data.target.weights[row]); ++copy) rows.push_back(row);
  }
  Sample copied = {take_rows(data.table, rows), take_rows(data.target, rows)};
  copied.target.weights.clear();
  for (const bool limited : {false, true}) {
    if (limited && !has_least_weight(method)) continue;
    OptionValues options = without_sampling(method.name);
    if (limited) options["min-weight-fraction-leaf"] = "0.02";
    const std::vector<double> weighted = predict_scores(fit_with(options, data).model, held_out.table);
    const std::vector<double> repeated = predict_scores(fit_with(options, copied).model, held_out.table);
    ASSERT_EQ(weighted.size(), repeated.size());
    for (std::size_t i = 0; i < weighted.size(); ++i) EXPECT_NEAR(weighted[i], repeated[i], allowed);
  }
}

// Each tree's total is that of the rows that it was grown on, rows that were drawn twice counted twice.
TEST_P(MethodWithALeastWeight, NoLeafWeighsLessThanTheGivenShareOfItsTree) {
  for (const double share : {0.01, 0.1, 0.25}) {
    OptionValues options = small(method.name);
    options["min-weight-fraction-leaf"] = std::to_string(share);
    const Model model = fit_with(options, data).model;
    const auto& forest = std::get<Forest>(model.body);
    ASSERT_FALSE(forest.trees.empty());
    for (const TreeSpan& tree : forest.trees) {
      const auto leaves = std::span(forest.statistics->terminal_rows).subspan(tree.first_terminal, tree.splits + 1);
      const float total = std::accumulate(leaves.begin(), leaves.end(), 0.0F);  // whole numbers
      for (const float weight : leaves) EXPECT_GE(weight, share * total * (1 - 1e-9));
    }
  }
}

TEST_P(EveryMethod, OnlyRatiosOfWeightsMatter) {
  if (method.name == "auto") return;  // its candidates have the options that they have by default
  OptionValues options = small(method.name);
  if (method.name == "boost") options["l2"] = options["min-weight"] = options["category-l2"] = "0";
  if (method.name == "boost") options["category-smoothing"] = "0";
  if (is_annealed(method.name)) options["shrinkage"] = "0";
  if (method.name == "gif") options["loss"] = "squared", options["refit"] = "0";
  if (method.name == "graft") options["gamma"] = options["ridge"] = options["refit"] = "0";
  if (method.name == "ret" || method.name == "rules") options["l2"] = options["min-weight"] = "0";
  Sample plain = data;
  // The number of cuts drawn and the strength of the refit depend on the number of rows, assuming weights near 1.
  if (method.name == "combine")
    for (double& weight : plain.target.weights) weight /= 2;
  // What splits by many categories gain by chance depends on the number of rows, and has no option here: they are left
  // out.
  const std::vector<std::string_view> without_option = {"tree", "forest", "ret", "rules", "graft"};
  if (std::ranges::find(without_option, method.name) != without_option.end()) {
    const auto categorical = [](const Column& c) { return c.feature.type == ColumnType::categorical; };
    std::erase_if(plain.table.columns, categorical);
    std::erase_if(held_out.table.columns, categorical);
  }
  const std::vector<double> scores = predict_scores(fit_with(options, plain).model, held_out.table);
  for (const double factor : {0x1p200, 0x1p-200}) {
    Sample scaled = plain;
    for (double& weight : scaled.target.weights) weight *= factor;
    const std::vector<double> same = predict_scores(fit_with(options, scaled).model, held_out.table);
    ASSERT_EQ(same.size(), scores.size());
    for (std::size_t i = 0; i < same.size(); ++i) EXPECT_NEAR(same[i], scores[i], 1e-5);
  }
}

TEST_P(EveryMethod, HandlesOneRowOneColumnAndAColumnWithoutValues) {
  const std::vector<std::uint32_t> first = {0};
  Sample one = {take_rows(data.table, first), take_rows(data.target, first)};
  EXPECT_EQ(size_of(fit_on(one).model).features, 0U);

  const auto only = [&](std::size_t column) {
    Sample narrow = data;
    narrow.table.columns = {data.table.columns[column]};
    const LabelledView train = {narrow.table, narrow.target};
    return fit(method, {&train, nullptr, {}, small(method.name), false}, {}).model;
  };
  EXPECT_EQ(size_of(only(1)).features, 1U);

  Sample blank = data;
  std::fill(blank.table.columns[0].values.begin(), blank.table.columns[0].values.end(), test::kNaN);
  EXPECT_GT(size_of(fit_on(blank).model).features, 0U);
  for (const Feature& feature : fit_on(blank).model.features) EXPECT_NE(feature.name, "a");
}

TEST_P(EveryMethod, StopsWhenItIsAskedTo) {
  const LabelledView train = {data.table, data.target};
  const espalier::Run run = {1, 1, [](const Progress&) { return false; }};
  try {
    fit(method, {&train, nullptr, {}, {}, false}, run);
    FAIL() << "went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::interrupted);
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Method& method : methods()) all.emplace_back(method.name);
  return all;
}

std::string name_of(const testing::TestParamInfo<std::tuple<std::string, Kind>>& parameter) {
  const char* kinds[] = {"Regression", "Binary", "Multiclass"};
  return std::get<0>(parameter.param) + kinds[static_cast<int>(std::get<1>(parameter.param))];
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod,
                         testing::Combine(testing::ValuesIn(names()),
                                          testing::Values(Kind::regression, Kind::binary, Kind::multiclass)),
                         name_of);

std::vector<std::string> names_with_a_least_weight() {
  std::vector<std::string> found = names();
  std::erase_if(found, [](const std::string& name) { return !has_least_weight(find_method(name)); });
  return found;
}

INSTANTIATE_TEST_SUITE_P(Methods, MethodWithALeastWeight,
                         testing::Combine(testing::ValuesIn(names_with_a_least_weight()),
                                          testing::Values(Kind::regression, Kind::binary, Kind::multiclass)),
                         name_of);

}  // namespace
}  // namespace espalier

#include "method/graft/graft.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/random.h"
#include "data/expect_error.h"
#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/generate.h"
#include "espalier/labelled.h"
#include "espalier/metrics.h"
#include "espalier/model.h"
#include "espalier/options.h"
#include "espalier/predict.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "method/annealed/annealed_sample.h"
#include "support/tables.h"
#include "support/test_size.h"

namespace espalier {
namespace {

FitResult fit_graft(const LabelledRows& rows, const OptionValues& options, std::optional<Budget> budget = {},
                    bool path = false, const LabelledRows* held_out = nullptr) {
  const LabelledView train = {rows.table, rows.target};
  LabelledView validation;
  if (held_out != nullptr) validation = {held_out->table, held_out->target};
  return fit(find_method("graft"), {&train, held_out != nullptr ? &validation : nullptr, budget, options, path},
             {1, 1, {}});
}

OptionValues quick() { return {{"gamma", "1"}, {"ridge", "3"}, {"search", "3"}, {"swap", "1"}, {"leaves", "8"}}; }

TEST(Graft, KeepsToEveryBudget) {
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(150, classes, 1);
    for (const Unit unit : {Unit::nodes, Unit::leaves, Unit::trees}) {
      for (std::size_t amount = 1; amount <= 20; amount += test::sized(1U, 4U)) {
        const Budget budget = {amount, unit};
        EXPECT_TRUE(fits(size_of(fit_graft(rows, quick(), budget).model), budget)) << to_string(budget);
      }
    }
    for (const std::size_t bytes : {130U, 200U, 400U, 1000U})
      EXPECT_LE(encode(fit_graft(rows, quick(), Budget{bytes, Unit::bytes}).model).size(), bytes);
  }
}

// A byte budget, for then the file does not tell the options.
TEST(Graft, WithGammaAndRidgeGivenTreesAndNewRootsAreAsTheyCome) {
  const LabelledRows rows = test::annealed_sample(300, 0, 1);
  const Budget budget = {1000, Unit::bytes};
  OptionValues options = {{"gamma", "1"}, {"ridge", "3"}, {"search", "0"}, {"swap", "0"}};
  const std::vector<std::byte> plain = encode(fit_graft(rows, options, budget).model);
  options.insert({{"new-root", "1"}, {"leaves", "65535"}});
  EXPECT_EQ(encode(fit_graft(rows, options, budget).model), plain);
  options["leaves"] = "4";
  EXPECT_NE(encode(fit_graft(rows, options, budget).model), plain);
}

TEST(Graft, LargerBudgetsAreFittedBetter) {
  const LabelledRows rows = test::annealed_sample(600, 0, 1);
  double error = 1e9;
  for (const std::size_t leaves : {2U, 4U, 8U}) {
    const Model model = fit_graft(rows, {{"search", "0"}}, Budget{leaves, Unit::leaves}).model;
    const double now = error_of(evaluate(model, rows.table, rows.target));
    EXPECT_LT(now, error);
    error = now;
  }
}

// Two rows per label: split by what they share by chance, they would be the best column of all.
TEST(Graft, AColumnOfNamesSpoilsNothing) {
  for (const int classes : {0, 2, 3}) {
    const auto with_names = [&](std::uint64_t seed) {
      LabelledRows rows = test::annealed_sample(600, classes, seed);
      std::vector<std::string> names;
      std::vector<std::int32_t> codes;
      Random random(seed, "names");
      for (int name = 0; name < 300; ++name) names.push_back("n" + std::to_string(name));
      for (std::size_t i = 0; i < 600; ++i) codes.push_back(static_cast<std::int32_t>(random.below(300)));
      Table column = test::table_of({test::categorical("name", names, codes)});
      rows.table.columns.push_back(column.columns[0]);
      return rows;
    };
    const LabelledRows rows = with_names(1), others = with_names(2);
    const LabelledRows plain = test::annealed_sample(600, classes, 1),
                       plain_others = test::annealed_sample(600, classes, 2);
    for (const char* method : {"graft", "boost"}) {
      const auto error = [&](const LabelledRows& train, const LabelledRows& test) {
        const LabelledView set = {train.table, train.target};
        OptionValues options;
        if (method == std::string("boost")) options = {{"trees", "30"}, {"leaves", "8"}};
        const FitResult result =
            fit(find_method(method), {&set, nullptr, Budget{200, Unit::leaves}, options, false}, {1, 1, {}});
        return error_of(evaluate(result.model, test.table, test.target));
      };
      EXPECT_LT(error(rows, others), 1.15 * error(plain, plain_others)) << method << " " << classes;
    }
  }
}

// Steps of a line: a tree that always splits where most is to be gained finds them all before it turns to the noise.
TEST(Graft, OneTreeSplitsTheLeafThatGainsMost) {
  std::vector<float> x, noise;
  std::vector<double> y;
  Random random(1, "steps");
  for (int i = 0; i < 4000; ++i) {
    const auto step = static_cast<int>(random.below(100));
    x.push_back(static_cast<float>(step));
    noise.push_back(static_cast<float>(random.uniform()));
    y.push_back(step % 2 == 0 ? step : -step);
  }
  LabelledRows rows;
  rows.table = test::table_of({test::numeric("noise", noise), test::numeric("x", x)});
  rows.target = test::regression(y);
  const OptionValues options = {{"trees", "1"},    {"gamma", "0.3"}, {"ridge", "1"}, {"refit", "0"},
                                {"leaves", "200"}, {"search", "0"},  {"swap", "0"},  {"new-root", "1"}};
  const Model model = fit_graft(rows, options, Budget{100, Unit::leaves}).model;
  ASSERT_EQ(size_of(model).leaves, 100U);
  EXPECT_EQ(size_of(model).features, 1U);
}

// Eight labels, which is more than few: their gain by chance depends on the weights too.
TEST(Graft, AWeightOfTwoIsARowTwiceAndHardlyAnyIsNone) {
  Random random(2, "weights");
  std::vector<std::string> labels;
  for (int label = 0; label < 8; ++label) labels.push_back("l" + std::to_string(label));
  std::vector<std::int32_t> codes;
  std::vector<double> y, weights;
  for (int i = 0; i < 300; ++i) {
    codes.push_back(static_cast<std::int32_t>(random.below(8)));
    y.push_back((codes.back() % 3) + random.normal());
    weights.push_back(1 + static_cast<double>(random.below(3)));
  }
  std::vector<std::int32_t> repeated_codes;
  std::vector<double> repeated_y;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (int k = 0; k < weights[i]; ++k) {
      repeated_codes.push_back(codes[i]);
      repeated_y.push_back(y[i]);
    }
  }
  const auto rows_of = [&](const std::vector<std::int32_t>& label, const Target& target) {
    LabelledRows rows;
    rows.table = test::table_of({test::categorical("label", labels, label)});
    rows.target = target;
    return rows;
  };
  const LabelledRows weighted = rows_of(codes, test::regression(y, weights));
  const LabelledRows repeated = rows_of(repeated_codes, test::regression(repeated_y));
  const auto error = [&](const LabelledRows& train) {
    const Model model = fit_graft(train, quick(), Budget{6, Unit::leaves}, false, &repeated).model;
    EXPECT_GT(size_of(model).leaves, 1U);
    return error_of(evaluate(model, repeated.table, repeated.target));
  };
  EXPECT_NEAR(error(weighted), error(repeated), 1e-5);

  weights.assign(weights.size(), 1);
  const double plain = error(rows_of(codes, test::regression(y, weights)));
  weights[7] = 1e-60;
  EXPECT_NEAR(error(rows_of(codes, test::regression(y, weights))), plain, 0.05);
}

TEST(Graft, ThePathGrowsAndEndsInTheModel) {
  const LabelledRows rows = test::annealed_sample(300, 0, 1), held_out = test::annealed_sample(200, 0, 2);
  for (const LabelledRows* valid : {static_cast<const LabelledRows*>(nullptr), &held_out}) {
    const FitResult result = fit_graft(rows, quick(), Budget{24, Unit::leaves}, true, valid);
    ASSERT_GT(result.path.size(), 5U);
    EXPECT_EQ(result.path[0].size.leaves, 0U);
    for (std::size_t i = 1; i < result.path.size(); ++i)
      EXPECT_GE(result.path[i].size.leaves, result.path[i - 1].size.leaves);
    EXPECT_EQ(result.path.back().size.leaves, size_of(result.model).leaves);
    EXPECT_EQ(result.path.back().train_error, error_of(evaluate(result.model, rows.table, rows.target)));
    EXPECT_EQ(result.path.back().validation_error.has_value(), valid != nullptr);
  }
}

TEST(Graft, TakesTheBetterOfSeveralByHeldOutRows) {
  const LabelledRows rows = test::annealed_sample(400, 0, 1), held_out = test::annealed_sample(400, 0, 2);
  const auto error = [&](const std::string& ridge) {
    OptionValues options = quick();
    options["ridge"] = ridge;
    options["refit"] = "0";
    return error_of(evaluate(fit_graft(rows, options, Budget{30, Unit::leaves}, false, &held_out).model, held_out.table,
                             held_out.target));
  };
  EXPECT_LE(error("1,100000"), std::min(error("1"), error("100000")) * (1 + 1e-9));
}

TEST(Graft, GoesOnFromASavedForest) {
  const std::string file = (std::filesystem::temp_directory_path() / "espalier_graft_test.esp").string();
  for (const int classes : {0, 2, 3}) {
    const LabelledRows rows = test::annealed_sample(test::rows_of(250, 100), classes, 1);
    const LabelledView train = {rows.table, rows.target};
    for (const std::string_view method : {"boost", "forest", "graft"}) {
      const Model first =
          fit(find_method(method), {&train, nullptr, {}, {{method == "graft" ? "search" : "trees", "3"}}, false}, {})
              .model;
      save(first, file);
      OptionValues options = quick();
      options.erase("leaves");
      options["from"] = file;
      const std::size_t leaves = size_of(first).leaves;
      const Model larger = fit_graft(rows, options, Budget{leaves + 20, Unit::leaves}).model;
      const Model smaller = fit_graft(rows, options, Budget{12, Unit::leaves}).model;
      EXPECT_LE(size_of(smaller).leaves, 12U);
      EXPECT_LE(size_of(larger).leaves, leaves + 20);
      // Held-out rows may choose fewer leaves: errors of classes may then be a little above those of 12 leaves.
      EXPECT_LE(error_of(evaluate(larger, rows.table, rows.target)),
                1.2 * error_of(evaluate(smaller, rows.table, rows.target)));
    }
  }
  std::filesystem::remove(file);
}

TEST(Graft, RefusesASavedForestOfSomethingElse) {
  const std::string file = (std::filesystem::temp_directory_path() / "espalier_graft_other.esp").string();
  const LabelledRows two = test::annealed_sample(200, 2, 1), three = test::annealed_sample(200, 3, 1),
                     numbers = test::annealed_sample(200, 0, 1);
  const LabelledView train = {two.table, two.target};
  save(fit(find_method("boost"), {&train, nullptr, {}, {{"trees", "3"}}, false}, {}).model, file);
  OptionValues options = quick();
  options["from"] = file;
  EXPECT_ERROR(fit_graft(three, options), ErrorCode::usage,
               "from: " + file + " has the classes c0 and c1, the data have c0, c1 and c2");
  EXPECT_ERROR(fit_graft(numbers, options), ErrorCode::usage,
               "from: " + file + " is a model of classification, the target is one of regression");
  LabelledRows fewer = two;
  fewer.table.columns.erase(fewer.table.columns.begin());
  EXPECT_ERROR(fit_graft(fewer, options), ErrorCode::usage,
               "from: " + file + " splits by \"a\", which the data do not have");
  std::filesystem::remove(file);
}

TEST(Graft, RefusesASavedForestOverTheLimitsOfATree) {
  const std::string file = (std::filesystem::temp_directory_path() / "espalier_graft_limits.esp").string();
  const LabelledRows rows = test::annealed_sample(200, 0, 1);
  const LabelledView train = {rows.table, rows.target};
  save(fit(find_method("tree"), {&train, nullptr, {}, {{"depth", "3"}, {"min-rows", "5"}}, false}, {}).model, file);
  EXPECT_ERROR(fit_graft(rows, {{"from", file}, {"depth", "2"}}), ErrorCode::usage,
               "from: " + file + " has a tree of depth 3, depth allows 2");
  EXPECT_ERROR(fit_graft(rows, {{"from", file}, {"leaves", "4,7"}}), ErrorCode::usage,
               "from: " + file + " has a tree of 8 leaves, leaves allows 7");
  EXPECT_NO_THROW(fit_graft(rows, {{"from", file}, {"depth", "3"}, {"leaves", "8"}, {"search", "0"}}));
  std::filesystem::remove(file);
}

// Scores of two classes are one number or two: the start is the same model either way.
TEST(Graft, GoesOnFromScoresOfOneOutputOrTwo) {
  const std::string file = (std::filesystem::temp_directory_path() / "espalier_graft_outputs.esp").string();
  const LabelledRows rows = test::annealed_sample(300, 2, 1);
  const LabelledView train = {rows.table, rows.target};
  for (const std::string loss : {"logistic", "softmax"}) {
    OptionValues options = {{"trees", "5"}, {"leaves", "4"}, {"loss", loss}};
    if (loss == "softmax") options["vector-leaves"] = "true";
    const Model first = fit(find_method("boost"), {&train, nullptr, {}, options, false}, {}).model;
    save(first, file);
    const OptionValues other = {{"loss", loss == "softmax" ? "logistic" : "softmax"},
                                {"from", file},
                                {"ridge", "1"},
                                {"gamma", "1"},
                                {"refit", "0"},
                                {"search", "0"},
                                {"swap", "0"}};
    const Model model = fit_graft(rows, other, Budget{size_of(first).leaves, Unit::leaves}).model;
    const auto log_loss = [&](const Model& of) {
      return std::get<ClassificationMetrics>(evaluate(of, rows.table, rows.target)).log_loss;
    };
    EXPECT_LT(log_loss(model), log_loss(first)) << loss;
  }
  std::filesystem::remove(file);
}

TEST(Graft, GoesOnFromASavedForestWithMonotoneColumns) {
  const std::string file = (std::filesystem::temp_directory_path() / "espalier_graft_monotone.esp").string();
  const LabelledRows rows = test::annealed_sample(400, 0, 1);
  const LabelledView train = {rows.table, rows.target};
  save(fit(find_method("boost"), {&train, nullptr, {}, {{"trees", "20"}, {"leaves", "8"}}, false}, {}).model, file);
  const Model model =
      fit_graft(rows, {{"from", file}, {"decreasing", "a"}, {"search", "3"}}, Budget{60, Unit::leaves}).model;
  for (std::size_t row = 0; row < 20; ++row) {
    LabelledRows grid = rows;
    std::vector<float>& values = grid.table.columns[0].values;
    double before = std::numeric_limits<double>::infinity();
    for (float value = -3; value <= 3; value += 0.05F) {
      values[row] = value;
      const double score = predict_scores(model, grid.table)[row];
      ASSERT_LE(score, before + 1e-6) << value;
      before = score;
    }
  }
  std::filesystem::remove(file);
}

// Greedy growth to 16 leaves is no better on the held-out rows than to 10; with exchanges it is.
TEST(Graft, ExchangesEvenWhereFewerLeavesDoBetterWithoutThem) {
  const Table table = generate("friedman1", 500, 1);
  const LabelledRows rows = {table, make_target(table)};
  const FitResult result = fit_graft(rows, {}, Budget{16, Unit::leaves});
  EXPECT_NE(result.chosen.find("of search"), std::string::npos) << result.chosen;
  EXPECT_EQ(size_of(result.model).leaves, 16U);
}

TEST(Graft, WarnsOfSmallWeightsAndOfABudgetWithoutRoom) {
  LabelledRows rows = test::annealed_sample(100, 0, 1);
  EXPECT_NE(fit_graft(rows, quick(), Budget{1, Unit::leaves}).warnings.at(0).find("too small for a split"),
            std::string::npos);
  rows.target.weights.assign(100, 1e-6);
  EXPECT_NE(fit_graft(rows, quick(), Budget{8, Unit::leaves}).warnings.at(0).find("gamma, ridge and refit"),
            std::string::npos);
}

// The targets of rows to choose on must not decide how labels are merged.
TEST(Graft, LabelsWithoutMeaningAreNotChosenByTheirTarget) {
  const std::size_t count = 300;
  std::vector<std::string> labels;
  std::vector<std::int32_t> codes;
  std::vector<double> target;
  Random random(1, "labels");
  for (std::size_t row = 0; row < count; ++row) {
    labels.push_back("l" + std::to_string(row));
    codes.push_back(static_cast<std::int32_t>(row));
    target.push_back(random.normal());
  }
  LabelledRows rows;
  rows.table = test::table_of({test::categorical("label", labels, codes)});
  rows.target = test::regression(target);
  const Model model = fit_graft(rows, {}, Budget{32, Unit::leaves}).model;
  const auto metrics = std::get<RegressionMetrics>(evaluate(model, rows.table, rows.target));
  EXPECT_LT(metrics.r2, 0.5);
}

TEST(Graft, AConstantTargetGivesAConstant) {
  LabelledRows rows = test::annealed_sample(100, 0, 1);
  std::ranges::fill(rows.target.values, 3.0);
  const Model model = fit_graft(rows, {}).model;
  EXPECT_EQ(size_of(model).leaves, 0U);
  EXPECT_EQ(predict_scores(model, rows.table)[0], 3.0);
}

// Thirteen classes in three columns; a leaf with a value for each would take 58 bytes.
LabelledRows many_classes(std::uint64_t seed) {
  constexpr std::size_t kClasses = 13, kRows = 650;
  Random random(seed, "many classes");
  std::vector<std::vector<float>> columns(3, std::vector<float>(kRows));
  LabelledRows rows;
  rows.target.task = Task::classification;
  rows.target.names = {"class"};
  for (std::size_t k = 0; k < kClasses; ++k) rows.target.labels.push_back(std::string(1, static_cast<char>('a' + k)));
  for (std::size_t row = 0; row < kRows; ++row) {
    const std::size_t k = row % kClasses;
    rows.target.classes.push_back(static_cast<std::int32_t>(k));
    for (std::size_t c = 0; c < 3; ++c)
      columns[c][row] = static_cast<float>(5 * (k * (c + 2) % kClasses)) + 3 * static_cast<float>(random.normal());
  }
  for (std::size_t c = 0; c < 3; ++c)
    rows.table.columns.push_back(test::numeric({static_cast<char>('x' + c)}, columns[c]));
  rows.table.rows = kRows;
  return rows;
}

TEST(Graft, WithinFewBytesTreesOfManyClassesAreOfOneEach) {
  const LabelledRows rows = many_classes(1), others = many_classes(2);
  const auto error_with = [&](const OptionValues& options, const Budget& budget) {
    const Model model = fit_graft(rows, options, budget).model;
    return error_of(evaluate(model, others.table, others.target));
  };
  const Budget bytes = {500, Unit::bytes};
  EXPECT_LT(error_with({}, bytes), 0.7 * error_with({{"tree-classes", "all"}}, bytes));
  EXPECT_EQ(error_with({}, bytes), error_with({{"tree-classes", "one"}}, bytes));
  const Budget leaves = {20, Unit::leaves};
  EXPECT_EQ(error_with({}, leaves), error_with({{"tree-classes", "all"}}, leaves));
}

// Of all classes, the trees would take several times the bytes and be pruned away.
TEST(Graft, FromTreesOfOneClassEachGrowsSuchTreesWithinABudgetInBytes) {
  const LabelledRows rows = many_classes(1);
  const std::string file = (std::filesystem::temp_directory_path() / "espalier_trees_of_one_class.esp").string();
  const Model start = fit_graft(rows, {}, Budget{800, Unit::bytes}).model;
  save(start, file);
  const Model more = fit_graft(rows, {{"from", file}}, Budget{1600, Unit::bytes}).model;
  std::filesystem::remove(file);
  EXPECT_GT(size_of(more).leaves, size_of(start).leaves);
  for (const TreeSpan& tree : std::get<Forest>(more.body).trees) EXPECT_NE(tree.output, kNone);
}

}  // namespace
}  // namespace espalier

#include "data/read/libsvm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "data/expect_error.h"
#include "data/same_table.h"
#include "espalier/error.h"

namespace espalier {
namespace {

using Floats = std::vector<float>;
using Doubles = std::vector<double>;
using Codes = std::vector<std::int32_t>;

Table parse(std::string_view text, const ReadOptions& options = {}) { return parse_table(text, "t.svm", options); }

void expect_data_error(std::string_view text, const std::string& message) {
  EXPECT_ERROR(parse(text), ErrorCode::data, message);
}

TEST(Libsvm, MakesADenseTableOfZerosAndTheNamedValues) {
  const Table table = parse("+1 1:0.5 3:-2\n-1 2:7e1\n");
  EXPECT_EQ(table.rows, 2U);
  EXPECT_TRUE(table.absent_is_zero);
  ASSERT_EQ(table.columns.size(), 3U);
  EXPECT_EQ(table.columns[0].feature, (Feature{"x1", ColumnType::numeric, {}}));
  EXPECT_EQ(table.columns[2].feature.name, "x3");
  EXPECT_EQ(table.columns[0].values, (Floats{0.5, 0}));
  EXPECT_EQ(table.columns[1].values, (Floats{0, 70}));
  EXPECT_EQ(table.columns[2].values, (Floats{-2, 0}));
  ASSERT_EQ(table.targets.size(), 1U);
  EXPECT_EQ(table.targets[0].name, "target");
  EXPECT_EQ(table.targets[0].numbers, (Doubles{1, -1}));
}

TEST(Libsvm, SkipsCommentsEmptyLinesQueryIdsAndExtraBlanks) {
  const Table table = parse("# 9 1:9\n\n  1 qid:3\t 2:5   # 3:7\r\n \t \n2 1:1 #\n2");
  EXPECT_EQ(table.rows, 3U);
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[0].values, (Floats{0, 1, 0}));
  EXPECT_EQ(table.columns[1].values, (Floats{5, 0, 0}));
}

TEST(Libsvm, AnIndexOfZeroMakesColumnsBeginAtX0) {
  const Table table = parse("1 0:4 2:6\n");
  ASSERT_EQ(table.columns.size(), 3U);
  EXPECT_EQ(table.columns[0].feature.name, "x0");
  EXPECT_EQ(table.columns[2].values, Floats{6});
}

TEST(Libsvm, TakesIndicesInAnyOrderButNotTwice) {
  EXPECT_EQ(parse("1 3:1 1:2\n").columns[0].values, Floats{2});
  expect_data_error("1 1:1\n1 3:1 1:2 3:4\n", "t.svm:2: index 3 appears twice");
  expect_data_error("1 2:1 2:1\n", "t.svm:1: index 2 appears twice");
}

TEST(Libsvm, TakesMissingAndInfiniteValues) {
  const Table table = parse("1 1:nan 2:-inf\n");
  EXPECT_TRUE(std::isnan(table.columns[0].values[0]));
  EXPECT_EQ(table.columns[1].values[0], -INFINITY);
}

TEST(Libsvm, RefusesWhatIsNotLibsvm) {
  expect_data_error("1 1:1\n1:2 3:4\n", "t.svm:2: the line must begin with its label, got \"1:2\"");
  expect_data_error("1 1:1\n1,2 3:4\n", "t.svm:2: the label must be one number, got \"1,2\"");
  expect_data_error("inf 1:1\n", "t.svm:1: the label must be finite, got \"inf\"");
  expect_data_error("nan 1:1\n", "t.svm:1: the label must be one number, got \"nan\"");
  for (const std::string token : {"1", "a:1", "1:", ":1", "-1:2", "1;2", "+1:2", "0x1:2"}) {
    expect_data_error("1 " + token + "\n", "t.svm:1: \"" + token + "\" is not index:value");
  }
  expect_data_error("1 1:1\n\n1 1:2 2:abc\n", "t.svm:3: column \"x2\": \"abc\" is not a number");
  expect_data_error("1 2:1:3\n", "t.svm:1: column \"x2\": \"1:3\" is not a number");
  expect_data_error("# nothing\n\n", "t.svm has no rows");
  expect_data_error("", "t.svm is empty");
  expect_data_error("1\n2\n", "t.svm names no features");
}

TEST(Libsvm, RefusesTablesTooLargeToBeDense) {
  expect_data_error("1 1000001:1\n",
                    "t.svm:1: an index must be at most 1000000, since the table is dense, got 1000001");
  expect_data_error("1 99999999999999999999999:1\n",
                    "t.svm:1: an index must be at most 1000000, since the table is dense, got 99999999999999999999999");
  std::string text = "1 1000000:1\n";
  for (int i = 0; i < 500; ++i) text += "1\n";  // 12 + 1000 bytes
  expect_data_error(
      text,
      "t.svm: rows × columns must be at most 100101200 for 1012 bytes, since the table is dense, got 501 × 1000000");
}

TEST(Libsvm, TheTargetIsTheLabelAndNothingElse) {
  ReadOptions options;
  options.targets = {"target"};
  EXPECT_EQ(parse("3 1:1\n", options).targets[0].numbers, Doubles{3});
  options.targets = {"y"};
  EXPECT_ERROR(parse("3 1:1\n", options), ErrorCode::data,
               "t.svm has no column \"y\": the target of LibSVM data is \"target\"");
}

TEST(Libsvm, ColumnsCanBeIgnoredMadeWeightsOrCategories) {
  ReadOptions options;
  options.ignore = {"x1"};
  options.weight = "x2";
  options.categorical = {"x3"};
  const Table table = parse("1 1:5 2:0.1 3:10\n2 3:9\n3 2:4 3:nan\n", options);
  ASSERT_EQ(table.columns.size(), 1U);
  EXPECT_EQ(table.columns[0].feature, (Feature{"x3", ColumnType::categorical, {"10", "9"}}));  // by bytes
  EXPECT_EQ(table.columns[0].codes, (Codes{0, 1, kMissingCode}));
  EXPECT_EQ(table.weights, (Doubles{0.1, 0, 4}));
  EXPECT_ERROR(parse("1 2:-1 1:1 3:1\n", options), ErrorCode::data,
               "t.svm:1: column \"x2\": the weight must be finite and not negative, got \"-1\"");
  options.ignore = {"x9"};
  EXPECT_ERROR(parse("1 1:1 2:1 3:1\n", options), ErrorCode::data,
               "ignore: t.svm has no column \"x9\" (did you mean \"x1\"?)");
  options = {};
  options.keep = {"x1"};
  EXPECT_ERROR(parse("1 1:1\n", options), ErrorCode::usage, "keep: t.svm is LibSVM, which has no text to keep");
}

TEST(Libsvm, ColumnsOfTheSchemaThatTheFileNeverNamesAreZero) {
  ReadOptions options;
  options.schema = {{"x7", ColumnType::numeric, {}}, {"x2", ColumnType::numeric, {}}};
  const Table table = parse("1 1:5 2:6\n2 3:1\n", options);
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[0].feature, options.schema->at(0));
  EXPECT_EQ(table.columns[0].values, (Floats{0, 0}));
  EXPECT_EQ(table.columns[1].values, (Floats{6, 0}));
  options.schema = {{"age", ColumnType::numeric, {}}};
  EXPECT_ERROR(parse("1 1:5\n", options), ErrorCode::data, "t.svm has no column \"age\", which the model needs");
}

TEST(Libsvm, CategoriesOfTheSchemaMatchByValue) {
  ReadOptions options;
  options.schema = {{"x1", ColumnType::categorical, {"0.0", "5", "red"}}};
  const Table table = parse("1 1:5\n2 2:1\n2 1:6\n", options);
  EXPECT_EQ(table.columns[0].feature, options.schema->at(0));
  EXPECT_EQ(table.columns[0].codes, (Codes{1, 0, kMissingCode}));
  options.schema = {{"x1", ColumnType::categorical, {"blue", "red"}}};
  EXPECT_ERROR(parse("1 1:5\n", options), ErrorCode::data,
               "t.svm: column \"x1\": the model expects categories (blue, red), the data has numbers");
}

// Lines by getline, tokens by streams, values by map.
Table naive_table(const std::string& text) {
  Table table;
  table.source = "t.svm";
  table.absent_is_zero = true;
  table.targets.push_back({"target", {}, {}, {}});
  std::vector<std::map<int, float>> rows;
  int most = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream tokens(line.substr(0, line.find('#')));
    double label = 0;
    if (!(tokens >> label)) continue;
    table.targets[0].numbers.push_back(label);
    rows.emplace_back();
    for (std::string token; tokens >> token;) {
      const int index = std::stoi(token);
      rows.back()[index] = std::stof(token.substr(token.find(':') + 1));
      most = std::max(most, index);
    }
  }
  table.rows = rows.size();
  for (int i = 1; i <= most; ++i) {
    Column column;
    column.feature.name = "x" + std::to_string(i);
    for (auto& row : rows) column.values.push_back(row[i]);
    table.columns.push_back(column);
  }
  return table;
}

TEST(Libsvm, ReadsTheSameInChunksOfAnySizeOnAnyNumberOfThreads) {
  Random random(1, "libsvm");
  for (int i = 0; i < 100; ++i) {
    std::string text;
    const std::uint64_t lines = 1 + random.below(60);
    for (std::uint64_t k = 0; k < lines; ++k) {
      text += std::to_string(random.below(3));
      for (std::uint64_t index = 1; index < 9; ++index) {
        if (k == 0 || random.below(3) == 0) text += fmt::format(" {}:{}", index, random.below(1000) * 0.25);
      }
      if (random.below(9) == 0) text += " # \"note";
      text += random.below(9) == 0 ? "\n\n" : "\n";
    }
    const Table expected = naive_table(text);
    for (const std::size_t chunk_bytes : {1, 5, 64, 100000}) {
      espalier::Run run;
      run.threads = static_cast<int>(1 + random.below(7));
      EXPECT_EQ(difference(read_libsvm({"t.svm", text, chunk_bytes}, {}, {}, run), expected), "");
    }
  }
}

}  // namespace
}  // namespace espalier

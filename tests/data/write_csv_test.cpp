#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "data/expect_error.h"
#include "espalier/error.h"
#include "espalier/generate.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/write_table.h"

namespace espalier {
namespace {

const float kNaN = std::numeric_limits<float>::quiet_NaN();

std::string written(const Table& table) {
  std::ostringstream out;
  write_csv(table, out);
  return out.str();
}

Column numbers(const std::string& name, std::vector<float> values) {
  return {{name, ColumnType::numeric, {}}, std::move(values), {}};
}

Column categories(const std::string& name, std::vector<std::string> labels, std::vector<std::int32_t> codes) {
  return {{name, ColumnType::categorical, std::move(labels)}, {}, std::move(codes)};
}

TEST(WriteCsv, WritesAHeaderThenColumnsThenTargets) {
  Table table;
  table.rows = 2;
  table.columns = {numbers("a", {1, -2.5F}), categories("b", {"red", "blue"}, {1, 0})};
  table.targets = {{"y", {0.5, 3}, {}, {}}, {"z", {}, {0, 0}, {"yes"}}};
  table.weights = {1, 2};
  table.kept = {{"id", {"r1", "r2"}}};
  EXPECT_EQ(written(table), "a,b,y,z\n1,blue,0.5,yes\n-2.5,red,3,yes\n") << "neither weights nor kept columns";
}

TEST(WriteCsv, LeavesMissingCellsEmpty) {
  Table table;
  table.rows = 2;
  table.columns = {numbers("a", {kNaN, 1}), categories("b", {"red"}, {kMissingCode, 0})};
  EXPECT_EQ(written(table), "a,b\n,\n1,red\n");
}

TEST(WriteCsv, LeavesNoEmptyLineForARowOfOneMissingCell) {
  Table table;
  table.rows = 2;
  table.columns = {numbers("a", {kNaN, 1})};
  EXPECT_EQ(written(table), "a\n\"\"\n1\n");
}

TEST(WriteCsv, QuotesNamesAndLabelsAsRfc4180Asks) {
  Table table;
  table.rows = 5;
  table.columns = {numbers("weight, kg", {1, 2, 3, 4, 5}),
                   categories("say \"b\"", {"x,y", "a\"b", "two\nlines", " edge", "in the middle"}, {0, 1, 2, 3, 4})};
  EXPECT_EQ(
      written(table),
      "\"weight, kg\",\"say \"\"b\"\"\"\n1,\"x,y\"\n2,\"a\"\"b\"\n3,\"two\nlines\"\n4,\" edge\"\n5,in the middle\n");
}

TEST(WriteCsv, WritesTheShortestNumberThatReadsBackTheSame) {
  Table table;
  table.rows = 3;
  table.columns = {numbers("a", {0.1F, 16777216, 1e20F})};
  table.targets = {{"y", {0.1, 1.0 / 3, 1e300}, {}, {}}};
  EXPECT_EQ(written(table), "a,y\n0.1,0.1\n16777216,0.3333333333333333\n1e+20,1e+300\n");
}

TEST(WriteCsv, ReadsBackToTheSameBitsForAnyNumber) {
  Table table;
  Random random(1, "write_csv_test");
  table.columns = {numbers("a", {})};
  table.targets = {{"y", {}, {}, {}}};
  while (table.rows < 5000) {
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
    const double number = std::bit_cast<double>(random.bits());
    if (std::isnan(value) || std::isnan(number)) continue;
    table.columns[0].values.push_back(value);
    table.targets[0].numbers.push_back(number);
    ++table.rows;
  }
  std::istringstream lines(written(table));
  std::string line;
  std::getline(lines, line);
  for (std::size_t row = 0; row < table.rows; ++row) {
    ASSERT_TRUE(std::getline(lines, line));
    char* comma = nullptr;
    EXPECT_EQ(std::strtof(line.c_str(), &comma), table.columns[0].values[row]) << line;
    EXPECT_EQ(std::strtod(comma + 1, nullptr), table.targets[0].numbers[row]) << line;
  }
  EXPECT_FALSE(std::getline(lines, line));
}

TEST(WriteCsv, WritesTablesLargerThanItsBuffer) {
  const Table table = generate("twonorm", 3000, 1);
  const std::string text = written(table);
  EXPECT_GT(text.size(), 200000U);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3001);
  EXPECT_EQ(std::count(text.begin(), text.end(), ','), 3001 * 20);
}

TEST(WriteCsv, WritesOnlyTheHeaderOfATableWithoutRows) {
  Table table;
  table.columns = {numbers("a", {}), numbers("b", {})};
  EXPECT_EQ(written(table), "a,b\n");
}

TEST(WriteCsv, ReportsProgressAndStopsWhenAskedTo) {
  const Table table = generate("xor", 5000, 1);
  std::vector<std::uint64_t> done;
  espalier::Run run;
  run.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.total, 5000U);
    done.push_back(progress.done);
    return true;
  };
  std::ostringstream out;
  write_csv(table, out, run);
  EXPECT_EQ(out.str(), written(table));
  EXPECT_GT(done.size(), 1U);
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_EQ(done.back(), 5000U);

  run.progress = [](const Progress&) { return false; };
  EXPECT_ERROR(write_csv(table, out, run), ErrorCode::interrupted, "interrupted");
}

TEST(WriteCsv, ReportsAnOutputThatFails) {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  try {
    write_csv(generate("xor", 2, 1), out);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
  }
}

}  // namespace
}  // namespace espalier

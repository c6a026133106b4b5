// The rules of CSV and TSV, one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "data/expect_error.h"
#include "espalier/error.h"
#include "espalier/read_table.h"
#include "espalier/run.h"
#include "espalier/table.h"

namespace espalier {
namespace {

using Floats = std::vector<float>;
using Codes = std::vector<std::int32_t>;
using Strings = std::vector<std::string>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Table parse(std::string_view text, const ReadOptions& options = {}) { return parse_table(text, "t.csv", options); }

Strings names(const Table& table) {
  Strings result;
  for (const Column& column : table.columns) result.push_back(column.feature.name);
  return result;
}

void expect_data_error(std::string_view text, const std::string& message) {
  EXPECT_ERROR(parse(text), ErrorCode::data, message);
}

// `numbers` lines of "1", then the cells.
std::string column_of(int numbers, const Strings& cells) {
  std::string text = "x,y\n";
  for (int i = 0; i < numbers; ++i) text += "1,0\n";
  for (const std::string& cell : cells) text += cell + ",0\n";
  return text;
}

TEST(Csv, ReadsColumnsByHeader) {
  const Table table = parse("a,b\n1,2\n3,4.5\n");
  EXPECT_EQ(table.source, "t.csv");
  EXPECT_EQ(table.rows, 2U);
  EXPECT_EQ(names(table), (Strings{"a", "b"}));
  EXPECT_EQ(table.columns[0].values, (Floats{1, 3}));
  EXPECT_EQ(table.columns[1].values, (Floats{2, 4.5}));
  EXPECT_TRUE(table.targets.empty());
  EXPECT_TRUE(table.weights.empty());
  EXPECT_FALSE(table.absent_is_zero);
}

TEST(Csv, TakesAnyLineEndAndALastLineWithoutOne) {
  for (const std::string_view text :
       {"a,b\n1,2\n3,4", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r", "a,b\n1,2\r\n3,4\r"}) {
    const Table table = parse(text);
    EXPECT_EQ(table.columns[0].values, (Floats{1, 3})) << text;
    EXPECT_EQ(table.columns[1].values, (Floats{2, 4})) << text;
  }
}

TEST(Csv, SkipsEmptyLinesIfThereAreSeveralColumns) {
  EXPECT_EQ(parse("\n\na,b\n\n1,2\n\r\n\n3,4\n\n\n").columns[0].values, (Floats{1, 3}));
}

TEST(Csv, AnEmptyLineOfASingleColumnIsAMissingCellExceptAtTheEnd) {
  const Table table = parse("a\n1\n\n2\n\n\n");
  ASSERT_EQ(table.rows, 3U);
  EXPECT_EQ(table.columns[0].values[0], 1);
  EXPECT_TRUE(std::isnan(table.columns[0].values[1]));
  EXPECT_EQ(table.columns[0].values[2], 2);
}

TEST(Csv, SkipsTheByteOrderMark) {
  EXPECT_EQ(names(parse("\xEF\xBB\xBF"
                        "a,b\n1,2\n")),
            (Strings{"a", "b"}));
}

TEST(Csv, QuotedCellsHoldSeparatorsLineEndsAndDoubledQuotes) {
  const Table table = parse("\"a,\"\"b\"\"\",c\n\"x,y\",1\n\"two\r\nlines\",2\n\"say \"\"hi\"\"\",3\n");
  EXPECT_EQ(names(table), (Strings{"a,\"b\"", "c"}));
  EXPECT_EQ(table.columns[0].feature.labels, (Strings{"say \"hi\"", "two\r\nlines", "x,y"}));
  EXPECT_EQ(table.columns[0].codes, (Codes{2, 1, 0}));
}

TEST(Csv, QuotedNumbersAreNumbers) { EXPECT_EQ(parse("a,b\n\"1\",\" 2 \"\n").columns[1].values, (Floats{2})); }

TEST(Csv, TsvIsSeparatedByTabs) {
  const Table table = parse_table("a\tb,c\n1\tx y\n", "t.TSV", {});
  EXPECT_EQ(names(table), (Strings{"a", "b,c"}));
  EXPECT_EQ(table.columns[1].feature.labels, Strings{"x y"});
  ReadOptions as_tsv;
  as_tsv.format = FileFormat::tsv;
  EXPECT_EQ(names(parse("a\tb\n1\t2\n", as_tsv)), (Strings{"a", "b"}));
}

TEST(Csv, AColumnWithoutANameIsNamedByItsPosition) {
  EXPECT_EQ(names(parse("a,,c,\n1,2,3,4\n")), (Strings{"a", "column2", "c", "column4"}));
}

TEST(Csv, NumbersAreDecimalWithAnySignOrInfinite) {
  const Table table =
      parse("x,y\n+1.5,0\n-2e3,0\n.5,0\n5.,0\n 7 ,0\ninf,0\n-Infinity,0\n+INF,0\n1e39,0\n-1e39,0\n1e-50,0\n");
  EXPECT_EQ(table.columns[0].values,
            (Floats{1.5, -2000, 0.5, 5, 7, kInfinity, -kInfinity, kInfinity, kInfinity, -kInfinity, 0}));
}

TEST(Csv, NumbersAreRoundedOnceToFloat32) {
  // 1 + 2^-24 + 2^-60 is nearer to 1 + 2^-23, but rounds to 1 if it is first rounded to float64, a tie.
  const Table table = parse("x,y\n1.000000059604644775390625867361737988403547206,0\n16777217,0\n16777219,0\n");
  EXPECT_EQ(table.columns[0].values, (Floats{1.00000011920928955078125F, 16777216, 16777220}));
}

TEST(Csv, NegativeZeroStaysNegative) { EXPECT_TRUE(std::signbit(parse("x,y\n-0,1\n").columns[0].values[0])); }

TEST(Csv, MissingCellsAreEmptyOrNaOrNanOrNullOrAQuestionMark) {
  const Table table = parse("x,t\n1,a\n,\nNA,na\nnan,NaN\n NULL ,null\n?, ? \n\"\",\"\"\n\"NA\",\"n/a\"\n");
  for (std::size_t row = 1; row < table.rows; ++row) EXPECT_TRUE(std::isnan(table.columns[0].values[row])) << row;
  EXPECT_EQ(table.columns[1].codes, (Codes{0, -1, -1, -1, -1, -1, -1, 1}));
  EXPECT_EQ(table.columns[1].feature.labels, (Strings{"a", "n/a"}));
}

TEST(Csv, HexadecimalSignedNanAndHalfExponentsAreText) {
  const Table table = parse("t,x\n0x10,1\n-nan,1\n1e,1\n1e+,1\n--1,1\n+-1,1\n1 2,1\n.,1\nnan(1),1\n");
  EXPECT_EQ(table.columns[0].feature.type, ColumnType::categorical);
  EXPECT_EQ(table.columns[0].feature.labels.size(), 9U);
}

TEST(Csv, AColumnWithNothingInItIsNumeric) {
  const Table table = parse("x,y\n,1\nNA,2\n");
  EXPECT_EQ(table.columns[0].feature.type, ColumnType::numeric);
  EXPECT_TRUE(std::isnan(table.columns[0].values[0]));
}

TEST(Csv, NinetyNinePercentNumbersMakeAColumnNumericAndItsOtherCellsErrors) {
  expect_data_error(column_of(99, {"4o"}), "t.csv:101: column \"x\": \"4o\" is not a number");
  // The share is of the cells that are not missing.
  expect_data_error(column_of(99, {"", "NA", "4o"}), "t.csv:103: column \"x\": \"4o\" is not a number");
}

TEST(Csv, FewerNumbersMakeAColumnCategorical) {
  const Table table = parse(column_of(98, {"4o"}));
  EXPECT_EQ(table.columns[0].feature.type, ColumnType::categorical);
  EXPECT_EQ(table.columns[0].feature.labels, (Strings{"1", "4o"}));
  EXPECT_EQ(parse(column_of(98, {"", "4o"})).columns[0].codes[98], kMissingCode);
}

TEST(Csv, TheFirstBadCellInTheFileIsTheOneReported) {
  std::string text = "a,b,c\n";
  for (int i = 0; i < 200; ++i) text += "1,2,3\n";
  expect_data_error(text + "1,2,\"x\n\"\n1,oops,3\n!,2,3\n", "t.csv:202: column \"c\": \"x?\" is not a number");
  expect_data_error(text + "1,\"2\",3\n\n1,oops,3\n!,2,3\n", "t.csv:204: column \"b\": \"oops\" is not a number");
}

TEST(Csv, LabelsAreKeptAsTheyStandInOrderOfTheirBytes) {
  const Table table = parse("t,x\n\xC3\xA9,1\nb,1\n a,1\nB,1\nb ,1\n\"b\",1\n");
  EXPECT_EQ(table.columns[0].feature.labels, (Strings{" a", "B", "b", "b ", "\xC3\xA9"}));
  EXPECT_EQ(table.columns[0].codes, (Codes{4, 2, 0, 1, 3, 2}));
}

TEST(Csv, RefusesFilesWithoutRows) {
  for (const std::string_view text : {"", "\n\r\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF\n"})
    expect_data_error(text, "t.csv is empty");
  for (const std::string_view text : {"a,b", "a,b\n", "a\n\n\n", "a,b\r\n\r\n"}) {
    expect_data_error(text, "t.csv has a header but no rows");
  }
}

TEST(Csv, RefusesRowsOfAnotherLengthThanTheHeader) {
  expect_data_error("a,b\n1,2\n\n1,2,3\n", "t.csv:4: 3 cells, the header has 2");
  expect_data_error("a,b\n\"1\n1\",2\n1\n", "t.csv:4: 1 cell, the header has 2");
  expect_data_error("a\n1\n1,2\n", "t.csv:3: 2 cells, the header has 1");
  // Found before memory is asked for: a table of these rows and columns would have 10^10 cells.
  std::string wide(100'000, ',');
  std::string tall;
  for (int i = 0; i < 100'000; ++i) tall += "1\n";
  expect_data_error("a" + wide + "\n" + tall, "t.csv:2: 1 cell, the header has 100001");
}

TEST(Csv, RefusesQuotesThatBreakTheRules) {
  expect_data_error("a,b\n1,2\n3,\"4\n5,6\n", "t.csv:3: the quote that opens here is never closed");
  expect_data_error("a,b\n1,\"2\"x\n",
                    "t.csv:2: text after a closing quote; a quote inside a quoted cell must be doubled");
  expect_data_error("a,b\n1,\"2\" \n",
                    "t.csv:2: text after a closing quote; a quote inside a quoted cell must be doubled");
  expect_data_error(
      "a,b\n1,5\" pipe\n",
      "t.csv:2: a quote inside a cell that does not begin with one; quote the cell and double the quotes inside");
  expect_data_error("\"a,b\n1,2\n", "t.csv:1: the quote that opens here is never closed");
}

TEST(Csv, RefusesTwoColumnsOfOneName) {
  expect_data_error("a,b,a\n1,2,3\n", "t.csv:1: columns 1 and 3 are both named \"a\"");
  expect_data_error("column2,\n1,2\n", "t.csv:1: columns 1 and 2 are both named \"column2\"");
}

TEST(Csv, RefusesMoreThanAMillionColumns) {
  expect_data_error(std::string(1'000'000, ',') + "\n1\n", "t.csv:1: more than 1000000 columns");
}

TEST(Csv, LongCellsAreShortenedInMessages) {
  std::string cell(41, 'x');
  expect_data_error(column_of(99, {cell}),
                    "t.csv:101: column \"x\": \"" + std::string(40, 'x') + "…\" is not a number");
}

ReadOptions with_target(const std::string& name) {
  ReadOptions options;
  options.targets = {name};
  return options;
}

TEST(Csv, AnotherSeparatorIsTakenIfOnlyItGivesTheNamedColumns) {
  for (const std::string_view text :
       {"a;b;y\n1,5;2;0\n2;3;1\n", "a\tb\ty\n1,5\t2\t0\n2\t3\t1\n", "\"a\"|\"b\"|\"y\"\r\n\"1,5\"|2|0\r\n2|3|1\r\n"}) {
    const Table table = parse(text, with_target("y"));
    EXPECT_EQ(names(table), (Strings{"a", "b"})) << text;
    EXPECT_EQ(table.columns[1].values, (Floats{2, 3})) << text;
    EXPECT_EQ(table.targets[0].numbers, (std::vector<double>{0, 1})) << text;
  }
  ReadOptions options;
  options.schema = {{"b", ColumnType::numeric, {}}};
  EXPECT_EQ(parse("a;b\n1;2\n", options).columns[0].values, Floats{2});
  options = {};
  options.weight = "b";
  EXPECT_EQ(parse("a;b\n1;2\n", options).weights, std::vector<double>{2});
  EXPECT_EQ(parse_table("a,y\n1,2\n", "t.tsv", with_target("y")).targets[0].numbers, std::vector<double>{2});
}

TEST(Csv, CommasSeparateWhereverTheyGiveTheNamedColumns) {
  const Table table = parse("a;x,b|c,y\n1;2,3|4,0\n", with_target("y"));
  EXPECT_EQ(names(table), (Strings{"a;x", "b|c"}));
  EXPECT_EQ(names(parse("a;b;y\n1;2;3\n")), (Strings{"a;b;y"})) << "nothing is named";
  EXPECT_EQ(parse("a;b;y\n1\n", with_target("a;b;y")).targets[0].numbers, std::vector<double>{1});
  EXPECT_ERROR(parse("a,b;y\n1,2;3\n", with_target("z")), ErrorCode::data,
               "t.csv has no column \"z\" (did you mean \"a\"?)");
}

TEST(Csv, AMistypedNameIsAnsweredWithTheColumnsOfTheSeparatorThatCuts) {
  EXPECT_ERROR(parse("age;sex;target\n1;2;3\n", with_target("targt")), ErrorCode::data,
               "t.csv has no column \"targt\" (did you mean \"target\"?)");
}

TEST(Csv, NumbersAreReadInTheStyleThatIsAskedFor) {
  ReadOptions options = with_target("y");
  options.decimal = ',';
  options.thousands = '.';
  const Table table = parse("a;b;y\n1,5;x;1.234,5\n-2;1.5;0,25\n\"3,\";;7\n", options);
  EXPECT_EQ(table.columns[0].values, (Floats{1.5, -2, 3}));
  EXPECT_EQ(table.columns[1].feature.labels, (Strings{"1.5", "x"}));
  EXPECT_EQ(table.targets[0].numbers, (std::vector<double>{1234.5, 0.25, 7}));
  EXPECT_TRUE(table.warnings.empty());
  options = {};
  options.thousands = ',';
  EXPECT_EQ(parse("a,b\n\"1,234\",1.5\n999,\"1,000.5\"\n", options).columns[1].values, (Floats{1.5, 1000.5}));
}

TEST(Csv, AStyleThatIsNoneIsRefused) {
  const auto refused = [](char decimal, char thousands, const std::string& message) {
    ReadOptions options;
    options.decimal = decimal;
    options.thousands = thousands;
    EXPECT_ERROR(parse("a\n1\n", options), ErrorCode::usage, message);
  };
  refused(';', '\0', "decimal must be a point or a comma, got \";\"");
  for (const char thousands : {',', 'x'})
    refused(',', thousands,
            std::string("thousands must be a comma, point, space or apostrophe other than the decimal mark, got \"") +
                thousands + "\"");
}

TEST(Csv, NumbersWithCommasThatBecomeCategoriesAreWarnedOf) {
  const Table table =
      parse("a,b,c,d,y\n\"1,5\",\"1,000\",\"a,b\",\"1.234,5\",\"2,5\"\n2,?,u,7,\"3,5\"\n", with_target("y"));
  const auto warning = [](const std::string& name, const std::string& some, const std::string& flags) {
    return "column \"" + name + "\" is read as categories, such as \"" + some + "\"; give " + flags +
           " if they are numbers, or --categorical if not";
  };
  EXPECT_EQ(table.warnings,
            (Strings{warning("a", "1,5", "--decimal ,"), warning("b", "1,000", "--decimal , or --thousands ,"),
                     warning("d", "1.234,5", "--decimal , --thousands ."), warning("y", "2,5", "--decimal ,")}));
  ReadOptions options;
  options.categorical = {"a"};
  EXPECT_TRUE(parse("a,b\n\"1,5\",2\n", options).warnings.empty());
  options.schema = {{"a", ColumnType::categorical, {"1,5"}}};
  EXPECT_TRUE(parse("a,b\n\"1,5\",2\n", options).warnings.empty());
}

TEST(Csv, ACellThatIsANumberOfAnotherStyleIsAnErrorThatSaysSo) {
  expect_data_error(column_of(99, {"\"1,000\""}),
                    "t.csv:101: column \"x\": \"1,000\" is not a number (with --decimal , or --thousands , it is)");
}

TEST(Csv, ReportsProgressInBytesAndCanBeInterrupted) {
  std::string text = "a,b\n";
  for (int i = 0; i < 1000; ++i) text += "1,z\n";
  std::vector<Progress> seen;
  espalier::Run run;
  run.progress = [&](const Progress& progress) {
    seen.push_back(progress);
    return true;
  };
  parse_table(text, "t.csv", {}, run);
  ASSERT_EQ(seen.size(), 2U);  // one chunk in each of two passes
  EXPECT_EQ(seen[0].stage, "reading t.csv");
  EXPECT_EQ(seen[0].done, 1000U * 4 - 1);  // the last line end is cut off
  EXPECT_EQ(seen[0].total, seen[0].done);
  EXPECT_EQ(seen[1].stage, "reading the text columns of t.csv");

  run.progress = [](const Progress&) { return false; };
  EXPECT_ERROR(parse_table(text, "t.csv", {}, run), ErrorCode::interrupted, "interrupted");
}

}  // namespace
}  // namespace espalier

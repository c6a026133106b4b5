// Which column becomes what: targets, weights, ignored and kept columns, forced types, and the schema of a model.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "data/expect_error.h"
#include "espalier/error.h"
#include "espalier/read_table.h"
#include "espalier/table.h"

namespace espalier {
namespace {

using Floats = std::vector<float>;
using Doubles = std::vector<double>;
using Codes = std::vector<std::int32_t>;
using Strings = std::vector<std::string>;

constexpr std::string_view kText = "id,age,color,w,y\n7,30,red,1,0.1\n08,40,\"bl\"\"ue\",0,0.2\n9,,red,2.5,0.3\n";

Table parse(std::string_view text, const ReadOptions& options) { return parse_table(text, "t.csv", options); }

TEST(Plan, TargetsWeightsAndIgnoredColumnsAreNoFeatures) {
  ReadOptions options;
  options.targets = {"y"};
  options.weight = "w";
  options.ignore = {"id"};
  const Table table = parse(kText, options);
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[0].feature.name, "age");
  EXPECT_EQ(table.columns[1].feature.name, "color");
  ASSERT_EQ(table.targets.size(), 1U);
  EXPECT_EQ(table.targets[0].name, "y");
  EXPECT_EQ(table.targets[0].numbers, (Doubles{0.1, 0.2, 0.3}));  // float64: 0.1F is not 0.1
  EXPECT_TRUE(table.targets[0].labels.empty());
  EXPECT_EQ(table.weights, (Doubles{1, 0, 2.5}));
}

TEST(Plan, KeptColumnsAreCopiedAsTextAndStayWhatTheyAre) {
  ReadOptions options;
  options.keep = {"color", "id", "age"};
  options.ignore = {"id"};
  const Table table = parse(kText, options);
  ASSERT_EQ(table.kept.size(), 3U);
  EXPECT_EQ(table.kept[0].name, "color");
  EXPECT_EQ(table.kept[0].cells, (Strings{"red", "bl\"ue", "red"}));
  EXPECT_EQ(table.kept[1].cells, (Strings{"7", "08", "9"}));
  EXPECT_EQ(table.kept[2].cells, (Strings{"30", "40", ""}));
  EXPECT_EQ(table.columns.size(), 4U);
  EXPECT_EQ(table.columns[1].codes, (Codes{1, 0, 1}));
}

TEST(Plan, SeveralTargetsComeInTheOrderAskedFor) {
  ReadOptions options;
  options.targets = {"y", "color"};
  const Table table = parse(kText, options);
  ASSERT_EQ(table.targets.size(), 2U);
  EXPECT_EQ(table.targets[0].name, "y");
  EXPECT_EQ(table.targets[1].labels, (Strings{"bl\"ue", "red"}));
  EXPECT_EQ(table.targets[1].codes, (Codes{1, 0, 1}));
  EXPECT_TRUE(table.targets[1].numbers.empty());
}

TEST(Plan, AListOfTargetsIsSplitUnlessAColumnIsCalledSo) {
  const auto names = [](std::string_view header, const std::string& given, bool split = true) {
    ReadOptions options;
    options.targets = {given};
    options.split_targets = split;
    Strings found;
    for (const TargetColumn& column : parse(std::string(header) + "\n1,2,3\n", options).targets)
      found.push_back(column.name);
    return found;
  };
  EXPECT_EQ(names("x,a,b", "b,a"), (Strings{"b", "a"}));
  EXPECT_EQ(names("x,\"b,a\",a", "b,a"), (Strings{"b,a"}));
  EXPECT_ERROR(names("x,a,b", "b,a", false), ErrorCode::data,
               "t.csv has no column \"b,a\"; its columns are \"x\", \"a\", \"b\"");
  EXPECT_ERROR(names("x,a,b", "a,c"), ErrorCode::data, "t.csv has no column \"c\" (did you mean \"x\"?)");
  EXPECT_ERROR(names("x,a,b", "a,b,a"), ErrorCode::usage, "target: column \"a\" is named twice");
}

TEST(Plan, ListsOfColumnsMayHoldNamesWithCommas) {
  constexpr std::string_view kPrices = "id,\"price, net\",net,y\n1,2,3,4\n";
  ReadOptions options;
  options.targets = {"y"};
  options.ignore = {"id,price, net"};
  EXPECT_EQ(parse(std::string(kPrices), options).columns.size(), 1U);
  EXPECT_EQ(parse(std::string(kPrices), options).columns[0].feature.name, "net");
  options.ignore = {"id", "price, net"};
  EXPECT_EQ(parse(std::string(kPrices), options).columns.size(), 1U);
  options.ignore = {};
  options.categorical = {"\"price, net\",id"};
  EXPECT_EQ(parse(std::string(kPrices), options).columns[1].codes, (Codes{0}));
  options.categorical = {};
  options.numeric = {"price, net"};
  EXPECT_EQ(parse(std::string(kPrices), options).columns[1].values.size(), 1U);
  options.keep = {"price, net,id"};
  const Table kept = parse(std::string(kPrices), options);
  ASSERT_EQ(kept.kept.size(), 2U);
  EXPECT_EQ(kept.kept[0].name, "price, net");
  EXPECT_EQ(kept.kept[1].name, "id");
}

TEST(Plan, TypesCanBeForced) {
  ReadOptions options;
  options.categorical = {"id", "y"};
  options.targets = {"y"};
  const Table table = parse(kText, options);
  EXPECT_EQ(table.columns[0].feature.labels, (Strings{"08", "7", "9"}));
  EXPECT_EQ(table.columns[0].codes, (Codes{1, 0, 2}));
  EXPECT_TRUE(table.columns[0].values.empty());
  EXPECT_EQ(table.targets[0].labels, (Strings{"0.1", "0.2", "0.3"}));
  options = {};
  options.numeric = {"color"};
  EXPECT_ERROR(parse(kText, options), ErrorCode::data, "t.csv:2: column \"color\": \"red\" is not a number");
  options.targets = {"color"};
  EXPECT_ERROR(parse(kText, options), ErrorCode::data, "t.csv:2: column \"color\": \"red\" is not a number");
}

TEST(Plan, TargetsMustBeThereAndFinite) {
  ReadOptions options;
  options.targets = {"y"};
  EXPECT_ERROR(parse("x,y\n1,2\n1,NA\n", options), ErrorCode::data, "t.csv:3: column \"y\": the target is missing");
  EXPECT_ERROR(parse("x,y\n1,a\n1,\n", options), ErrorCode::data, "t.csv:3: column \"y\": the target is missing");
  EXPECT_ERROR(parse("x,y\n1,2\n1,-inf\n", options), ErrorCode::data,
               "t.csv:3: column \"y\": the target must be finite, got \"-inf\"");
  EXPECT_ERROR(parse("x,y\n1,1e999\n1,\n", options), ErrorCode::data,
               "t.csv:2: column \"y\": the target must be finite, got \"1e999\"");
  EXPECT_EQ(parse("x,y\n1,1e300\n", options).targets[0].numbers[0], 1e300);
  EXPECT_EQ(parse("x,y\n1,inf\n1,high\n", options).targets[0].labels, (Strings{"high", "inf"}));
  options.categorical = {"y"};
  EXPECT_ERROR(parse("x,y\n1,2\n1,?\n", options), ErrorCode::data, "t.csv:3: column \"y\": the target is missing");
}

TEST(Plan, WeightsMustBeNumbersFiniteAndNotNegative) {
  ReadOptions options;
  options.weight = "w";
  EXPECT_ERROR(parse("x,w\n1,2\n1,\n", options), ErrorCode::data, "t.csv:3: column \"w\": the weight is missing");
  EXPECT_ERROR(parse("x,w\n1,a\n1,2\n", options), ErrorCode::data, "t.csv:2: column \"w\": \"a\" is not a number");
  EXPECT_ERROR(parse("x,w\n1,1\n1,-1\n1,inf\n", options), ErrorCode::data,
               "t.csv:3: column \"w\": the weight must be finite and not negative, got \"-1\"");
  EXPECT_ERROR(parse("x,w\n1,inf\n", options), ErrorCode::data,
               "t.csv:2: column \"w\": the weight must be finite and not negative, got \"inf\"");
}

TEST(Plan, NamesThatTheFileLacksAreErrorsWithASuggestion) {
  const auto with = [](auto set) {
    ReadOptions options;
    set(options);
    return options;
  };
  EXPECT_ERROR(parse(kText, with([](auto& o) { o.ignore = {"agee"}; })), ErrorCode::data,
               "ignore: t.csv has no column \"agee\" (did you mean \"age\"?)");
  EXPECT_ERROR(parse(kText, with([](auto& o) { o.numeric = {"zzzzz"}; })), ErrorCode::data,
               "numeric: t.csv has no column \"zzzzz\"");
  EXPECT_ERROR(parse(kText, with([](auto& o) { o.categorical = {"colour"}; })), ErrorCode::data,
               "categorical: t.csv has no column \"colour\" (did you mean \"color\"?)");
  EXPECT_ERROR(parse(kText, with([](auto& o) { o.keep = {"colo"}; })), ErrorCode::data,
               "keep: t.csv has no column \"colo\" (did you mean \"color\"?)");
  EXPECT_ERROR(parse(kText, with([](auto& o) { o.targets = {"coler"}; })), ErrorCode::data,
               "t.csv has no column \"coler\" (did you mean \"color\"?)");
  EXPECT_ERROR(parse(kText, with([](auto& o) { o.weight = "weight"; })), ErrorCode::data,
               "t.csv has no column \"weight\"; its columns are \"id\", \"age\", \"color\", \"w\", \"y\"");
  EXPECT_ERROR(parse("a b y\n1 2 3\n", with([](auto& o) { o.targets = {"target"}; })), ErrorCode::data,
               "t.csv has no column \"target\"; its only column is \"a b y\": are its cells separated by commas, "
               "semicolons, tabs or bars?");
}

TEST(Plan, ContradictionsAreErrors) {
  ReadOptions options;
  options.targets = {"y"};
  options.weight = "y";
  EXPECT_ERROR(parse(kText, options), ErrorCode::usage, "column \"y\" cannot be both the target and the weight");
  options.weight = "";
  options.ignore = {"y"};
  EXPECT_ERROR(parse(kText, options), ErrorCode::usage, "column \"y\" cannot be both the target and ignored");
  options = {};
  options.numeric = options.categorical = {"age"};
  EXPECT_ERROR(parse(kText, options), ErrorCode::usage, "column \"age\" cannot be both numeric and categorical");
  options = {};
  options.weight = "w";
  options.categorical = {"w"};
  EXPECT_ERROR(parse(kText, options), ErrorCode::usage, "column \"w\" cannot be both the weight and categorical");
  options = {};
  options.targets = {"y", "y"};
  EXPECT_ERROR(parse(kText, options), ErrorCode::usage, "target: column \"y\" is named twice");
}

// ---- schema --------------------------------------------------------------------------------------------------------

const Feature kAge{"age", ColumnType::numeric, {}};
const Feature kColor{"color", ColumnType::categorical, {"red", "green", "blue"}};  // codes are the model's, not sorted
const Feature kSize{"size", ColumnType::categorical, {"1", "2", "10", "big"}};

ReadOptions with_schema(std::vector<Feature> schema) {
  ReadOptions options;
  options.schema = std::move(schema);
  return options;
}

TEST(Schema, ReadsJustItsColumnsInItsOrderWithItsTypesAndLabels) {
  const Table table = parse("other,age,color\n!,1,blue\n!,2,pink\n!,,NA\n!,3,red\n", with_schema({kColor, kAge}));
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[0].feature, kColor);
  EXPECT_EQ(table.columns[0].codes, (Codes{2, kMissingCode, kMissingCode, 0}));
  EXPECT_EQ(table.columns[1].feature, kAge);
  EXPECT_EQ(table.columns[1].values[0], 1);
  EXPECT_TRUE(std::isnan(table.columns[1].values[2]));
}

TEST(Schema, ANumericFeatureTakesNoText) {
  EXPECT_ERROR(parse("age,x\n1,a\nyoung,b\n", with_schema({kAge})), ErrorCode::data,
               "t.csv:3: column \"age\": \"young\" is not a number");
}

TEST(Schema, LabelsThatAreNumbersMatchByTextThenByValue) {
  const Table table = parse("size,x\n1,0\n1.0,0\n01,0\n\" 2 \",0\n1e1,0\nbig,0\n3,0\n", with_schema({kSize}));
  EXPECT_EQ(table.columns[0].codes, (Codes{0, 0, 0, 1, 2, 3, kMissingCode}));
  const Feature twice{"size", ColumnType::categorical, {"01", "1"}};
  EXPECT_EQ(parse("size,x\n1,0\n01,0\n1.0,0\n", with_schema({twice})).columns[0].codes, (Codes{1, 0, 0}));
}

TEST(Schema, NumbersWhereTheModelExpectsCategoriesAreAnError) {
  EXPECT_ERROR(parse("color,x\n1,0\n2,0\nNA,0\n", with_schema({kColor})), ErrorCode::data,
               "t.csv: column \"color\": the model expects categories (red, green, …), the data has numbers");
  // One in a hundred is still 99%; two are not.
  std::string text = "color,x\n";
  for (int i = 0; i < 99; ++i) text += "5,0\n";
  EXPECT_THROW(parse(text + "red,0\n", with_schema({kColor})), Error);
  EXPECT_EQ(parse(text + "red,0\nblue,0\n", with_schema({kColor})).columns[0].codes[100], 2);
  // A column of only missing cells is not numeric.
  EXPECT_EQ(parse("color,x\nNA,0\n", with_schema({kColor})).columns[0].codes, Codes{kMissingCode});
}

TEST(Schema, AColumnThatTheFileLacksIsAnError) {
  EXPECT_ERROR(parse("Age,color\n1,red\n", with_schema({kAge})), ErrorCode::data,
               "t.csv has no column \"age\", which the model needs (did you mean \"Age\"?)");
}

TEST(Schema, TargetsWeightsAndKeptColumnsComeOnTop) {
  ReadOptions options = with_schema({kAge});
  options.targets = {"y"};
  options.weight = "w";
  options.keep = {"id"};
  const Table table = parse("id,y,w,age,z\na,yes,2,5,q\n", options);
  EXPECT_EQ(table.columns.size(), 1U);
  EXPECT_EQ(table.columns[0].values, Floats{5});
  EXPECT_EQ(table.targets[0].labels, Strings{"yes"});
  EXPECT_EQ(table.weights, Doubles{2});
  EXPECT_EQ(table.kept[0].cells, Strings{"a"});
}

TEST(Schema, OfNoColumnsReadsTheRowsAlone) {
  const Table table = parse("a,b\n1,2\n3,4\n", with_schema({}));
  EXPECT_EQ(table.rows, 2U);
  EXPECT_TRUE(table.columns.empty());
}

TEST(Schema, RefusesFeaturesThatAreTheTargetOrComeTwice) {
  ReadOptions options = with_schema({kAge});
  options.targets = {"age"};
  EXPECT_ERROR(parse("age,x\n1,2\n", options), ErrorCode::usage,
               "column \"age\" cannot be both the target and a feature of the model");
  EXPECT_ERROR(parse("age,x\n1,2\n", with_schema({kAge, kAge})), ErrorCode::usage,
               "schema: column \"age\" is named twice");
}

}  // namespace
}  // namespace espalier

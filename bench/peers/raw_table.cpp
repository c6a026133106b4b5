#include "raw_table.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>

namespace espalier::bench {
namespace {

template <class Number>
std::vector<Number> read_numbers(const std::string& path) {
  std::vector<Number> numbers(std::filesystem::file_size(path) / sizeof(Number));
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(Number)));
  if (!file) throw Error(ErrorCode::data, path + " cannot be read");
  return numbers;
}

std::size_t read_columns(const std::string& folder) {
  std::size_t columns = 0;
  if (!(std::ifstream(folder + "/columns") >> columns) || columns == 0) {
    throw Error(ErrorCode::data, folder + "/columns must hold the number of columns");
  }
  return columns;
}

// The numbers of labels of categorical columns, by column; numeric columns have 0. Without the file all are numeric.
std::vector<std::size_t> read_label_counts(const std::string& folder, std::size_t columns) {
  std::vector<std::size_t> counts(columns, 0);
  std::ifstream file(folder + "/categorical");
  for (std::size_t column = 0, labels = 0; file >> column >> labels;) counts.at(column) = labels;
  return counts;
}

// A code per row; NaN is missing.
void make_categorical(Column& column, std::size_t labels) {
  column.feature.type = ColumnType::categorical;
  for (std::size_t label = 0; label < labels; ++label) column.feature.labels.push_back(std::to_string(label));
  for (const float code : column.values)
    column.codes.push_back(std::isnan(code) ? kMissingCode : static_cast<std::int32_t>(code));
  column.values.clear();
}

// One byte a row: classes; four: a numeric target.
std::vector<double> read_target(const std::string& path, std::size_t rows) {
  if (std::filesystem::file_size(path) == rows) {
    const auto codes = read_numbers<std::uint8_t>(path);
    return {codes.begin(), codes.end()};
  }
  const auto numbers = read_numbers<float>(path);
  return {numbers.begin(), numbers.end()};
}

}  // namespace

RawTable read_raw(const std::string& folder, const std::string& part) {
  const std::string inputs = folder + "/" + part + ".x", target = folder + "/" + part + ".y";
  const std::size_t columns = read_columns(folder);
  const std::vector<std::size_t> labels = read_label_counts(folder, columns);
  RawTable raw;
  Table& table = raw.table;
  table.source = inputs;
  table.rows = std::filesystem::file_size(inputs) / sizeof(float) / columns;
  {
    const auto values = read_numbers<float>(inputs);
    for (std::size_t i = 0; i < columns; ++i) {
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * table.rows);
      Column& column = table.columns.emplace_back();
      column.feature.name.append("x").append(std::to_string(i + 1));
      column.values.assign(begin, begin + static_cast<std::ptrdiff_t>(table.rows));
      if (labels[i] > 0) make_categorical(column, labels[i]);
    }
  }
  table.targets.push_back({"target", read_target(target, table.rows), {}, {}});
  const bool classes = std::filesystem::file_size(target) == table.rows;
  raw.target = make_target(table, classes ? Task::classification : Task::regression);
  return raw;
}

LabelledView first_rows(const RawTable& raw, std::size_t rows) {
  std::vector<std::uint32_t> first(std::min(rows, raw.table.rows));
  std::iota(first.begin(), first.end(), 0U);
  LabelledView set = {raw.table, take_rows(raw.target, first)};
  set.table.rows = first.size();
  return set;
}

RowMajor to_row_major(const Table& table) {
  const std::size_t columns = table.columns.size();
  RowMajor result;
  result.values.resize(table.rows * columns);
  result.view = TableView(table);
  for (std::size_t i = 0; i < columns; ++i) {
    const std::vector<float>& from = table.columns[i].values;
    for (std::size_t row = 0; row < table.rows; ++row) result.values[row * columns + i] = from[row];
    result.view.columns[i].values = result.values.data() + i;
    result.view.columns[i].stride = static_cast<std::ptrdiff_t>(columns);
  }
  return result;
}

}  // namespace espalier::bench

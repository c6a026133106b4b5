// Tables of named, typed columns, and views of columns that somebody else owns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace espalier {

enum class ColumnType : std::uint8_t { numeric, categorical };

struct Feature {
  std::string name;
  ColumnType type = ColumnType::numeric;
  std::vector<std::string> labels;  // categorical: the label of code 0, 1, …
  bool operator==(const Feature&) const = default;
};

inline constexpr std::int32_t kMissingCode = -1;

// A column owns `values` (numeric, NaN is missing) or `codes` (categorical, kMissingCode is missing), never both.
struct Column {
  Feature feature;
  std::vector<float> values;
  std::vector<std::int32_t> codes;
};

// The column to predict: float64 if it is numeric, otherwise codes into `labels`.
struct TargetColumn {
  std::string name;
  std::vector<double> numbers;
  std::vector<std::int32_t> codes;
  std::vector<std::string> labels;
};

// A column that is copied through as it was in the file.
struct TextColumn {
  std::string name;
  std::vector<std::string> cells;
};

struct Table {
  std::string source;  // the file, for messages
  std::size_t rows = 0;
  std::vector<Column> columns;
  std::vector<TargetColumn> targets;
  std::vector<double> weights;  // empty: every row counts 1
  std::string weight_name;      // the column that they are from, for messages
  std::vector<TextColumn> kept;
  bool absent_is_zero = false;        // LibSVM: a feature that the file does not name is 0
  std::vector<std::string> warnings;  // of the reader: what somebody may have meant otherwise
};

// A numeric column is an array of float32, or of float64 whose values are narrowed to float32 when they are read.
struct ColumnView {
  const Feature* feature = nullptr;
  const float* values = nullptr;        // numeric
  const std::int32_t* codes = nullptr;  // categorical
  std::ptrdiff_t stride = 1;        // in elements: 1 for a contiguous column, the row's length for a row-major matrix
  const double* doubles = nullptr;  // numeric, if `values` is null

  bool numeric() const noexcept { return feature->type == ColumnType::numeric; }
  float value(std::size_t row) const noexcept {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row) * stride;
    return values != nullptr ? values[at] : static_cast<float>(doubles[at]);
  }
  std::int32_t code(std::size_t row) const noexcept { return codes[static_cast<std::ptrdiff_t>(row) * stride]; }
};

// Columns that somebody else owns: a Table, or arrays of the caller.
struct TableView {
  std::vector<ColumnView> columns;
  std::size_t rows = 0;
  bool absent_is_zero = false;

  TableView() = default;
  TableView(const Table& table);  // NOLINT: a table is usable wherever a view is
};

// The given rows, in this order, as a table of its own.
Table take_rows(const Table& table, std::span<const std::uint32_t> rows);
Table take_rows(const TableView& table, std::span<const std::uint32_t> rows);

}  // namespace espalier

#include "module/table.h"

#include <fmt/format.h>

namespace espalier::python {
namespace {

std::ptrdiff_t stride_of(const Array& array, std::size_t axis) {
  // An axis of length one or none may have any stride.
  return array.shape(axis) > 1 ? array.stride(axis) : 1;
}

void check_axes(const Array& matrix) {
  if (matrix.ndim() != 2) throw Error(ErrorCode::usage, fmt::format("a matrix has 2 axes, got {}", matrix.ndim()));
}

void check_rows(std::size_t rows, std::size_t expected, const std::string& what) {
  if (rows == expected) return;
  throw Error(ErrorCode::usage, fmt::format("{} has {} rows, the table {}", what, rows, expected));
}

}  // namespace

void ArrayTable::add_numeric(const Feature* feature, const Array& array, std::size_t column) {
  const std::ptrdiff_t offset =
      array.ndim() == 2 ? static_cast<std::ptrdiff_t>(column) * stride_of(array, 1) : std::ptrdiff_t{0};
  ColumnView view;
  view.feature = feature;
  view.stride = stride_of(array, 0);
  if (array.dtype() == nb::dtype<float>()) {
    view.values = static_cast<const float*>(array.data()) + offset;
  } else if (array.dtype() == nb::dtype<double>()) {
    view.doubles = static_cast<const double*>(array.data()) + offset;
  } else {
    throw Error(ErrorCode::usage, fmt::format("column \"{}\" must be float32 or float64", feature->name));
  }
  view_.columns.push_back(view);
}

ArrayTable ArrayTable::of_matrix(Array matrix, std::span<const std::uint32_t> positions,
                                 std::span<const Feature> features) {
  check_axes(matrix);
  ArrayTable table(matrix.shape(0));
  table.view_.columns.reserve(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] >= matrix.shape(1)) {
      throw Error(ErrorCode::usage,
                  fmt::format("column {} is needed, but the array has {} columns", positions[i], matrix.shape(1)));
    }
    table.add_numeric(&features[i], matrix, positions[i]);
  }
  table.arrays_.push_back(std::move(matrix));
  return table;
}

void ArrayTable::add_matrix(Array matrix, const std::vector<std::string>& names) {
  check_axes(matrix);
  check_rows(matrix.shape(0), view_.rows, "the array");
  if (!names.empty() && names.size() != matrix.shape(1)) {
    throw Error(ErrorCode::usage, fmt::format("{} names for {} columns", names.size(), matrix.shape(1)));
  }
  for (std::size_t c = 0; c < matrix.shape(1); ++c) {
    features_.push_back({names.empty() ? fmt::format("x{}", c + 1) : names[c], ColumnType::numeric, {}});
    add_numeric(&features_.back(), matrix, c);
  }
  arrays_.push_back(std::move(matrix));
}

void ArrayTable::add_numbers(const std::string& name, Array values) {
  if (values.ndim() != 1) throw Error(ErrorCode::usage, fmt::format("column \"{}\" must have one axis", name));
  check_rows(values.shape(0), view_.rows, fmt::format("column \"{}\"", name));
  features_.push_back({name, ColumnType::numeric, {}});
  add_numeric(&features_.back(), values, 0);
  arrays_.push_back(std::move(values));
}

void ArrayTable::add_categories(const std::string& name, Codes codes, std::vector<std::string> labels) {
  check_rows(codes.shape(0), view_.rows, fmt::format("column \"{}\"", name));
  features_.push_back({name, ColumnType::categorical, std::move(labels)});
  ColumnView view;
  view.feature = &features_.back();
  view.codes = codes.data();
  view.stride = codes.shape(0) > 1 ? codes.stride(0) : 1;
  const auto known = static_cast<std::int32_t>(features_.back().labels.size());
  for (std::size_t row = 0; row < view_.rows; ++row) {
    const std::int32_t code = view.code(row);
    if (code >= kMissingCode && code < known) continue;
    throw Error(ErrorCode::usage, fmt::format("column \"{}\": {} is not a code of its {} labels", name, code, known));
  }
  view_.columns.push_back(view);
  arrays_.emplace_back(codes);
}

std::map<std::string, std::vector<std::string>> ArrayTable::labels() const {
  std::map<std::string, std::vector<std::string>> labels;
  for (const ColumnView& column : view_.columns) {
    if (!column.numeric()) labels[column.feature->name] = column.feature->labels;
  }
  return labels;
}

}  // namespace espalier::python

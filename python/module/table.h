// Tables that refer to Python's arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "espalier/espalier.h"

namespace espalier::python {

namespace nb = nanobind;

using Array = nb::ndarray<nb::ro, nb::device::cpu>;
using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::device::cpu>;

// A TableView and the arrays that it refers to, which it keeps alive. Nothing is copied: float32 and float64, in any
// order, are used as they are.
class ArrayTable {
 public:
  explicit ArrayTable(std::size_t rows) { view_.rows = rows; }

  // Columns `positions` of a matrix, as these features. The features are the caller's and must live as long.
  static ArrayTable of_matrix(Array matrix, std::span<const std::uint32_t> positions,
                              std::span<const Feature> features);

  // The columns of a matrix; without names they are x1, x2, …
  void add_matrix(Array matrix, const std::vector<std::string>& names);
  void add_numbers(const std::string& name, Array values);
  void add_categories(const std::string& name, Codes codes, std::vector<std::string> labels);

  // The labels of the categorical columns, by name.
  std::map<std::string, std::vector<std::string>> labels() const;

  const TableView& view() const noexcept { return view_; }

 private:
  void add_numeric(const Feature* feature, const Array& array, std::size_t column);

  TableView view_;
  std::deque<Feature> features_;  // their addresses do not change
  std::vector<Array> arrays_;
};

}  // namespace espalier::python

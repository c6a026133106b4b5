// Arrays as tables and targets; the generators.
#include <nanobind/nanobind.h>

#include <optional>

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "espalier/error.h"
#include "espalier/generate.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "module/bind.h"
#include "module/labels.h"
#include "module/numpy.h"
#include "module/table.h"
#include "module/text.h"

namespace espalier::python {
namespace {

using namespace nb::literals;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using NumberMatrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::vector<double> to_vector(const Numbers& numbers) { return {numbers.data(), numbers.data() + numbers.size()}; }

nb::tuple to_python(Coded coded) {
  const std::size_t rows = coded.codes.size();
  return nb::make_tuple(to_numpy(std::move(coded.codes), {rows}), exact_texts(coded.labels));
}

nb::dict labels_dict(const ArrayTable& table) {
  nb::dict dict;
  for (const auto& [name, labels] : table.labels()) dict[exact_text(name)] = exact_texts(labels);
  return dict;
}

// Classes arrive as whole numbers.
nb::tuple generate_arrays(const std::string& name, std::size_t rows, std::uint64_t seed, std::optional<double> noise) {
  if (noise && !(*noise >= 0)) throw Error(ErrorCode::usage, "noise must not be negative");
  Table table;
  {
    const nb::gil_scoped_release released;
    table = generate(name, rows, seed, noise.value_or(kDefaultNoise));
  }
  const std::size_t columns = table.columns.size();
  std::vector<float> matrix(rows * columns);
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t row = 0; row < rows; ++row) matrix[row * columns + c] = table.columns[c].values[row];
  }
  nb::object x = to_numpy(std::move(matrix), {rows, columns});
  const std::vector<double>& y = table.targets[0].numbers;
  if (make_target(table).task == Task::regression) return nb::make_tuple(x, to_numpy(y, {rows}));
  return nb::make_tuple(x, to_numpy(std::vector<std::int64_t>(y.begin(), y.end()), {rows}));
}

// Each column of the matrix needs a name.
Target regression_target(const std::vector<std::string>& names, const NumberMatrix& values,
                         const std::optional<Numbers>& weights) {
  if (values.shape(1) != names.size()) throw Error(ErrorCode::usage, "every target needs a name");
  Table table;
  table.rows = values.shape(0);
  for (std::size_t k = 0; k < names.size(); ++k) {
    TargetColumn& column = table.targets.emplace_back(TargetColumn{names[k], {}, {}, {}});
    column.numbers.resize(table.rows);
    for (std::size_t row = 0; row < table.rows; ++row) column.numbers[row] = values(row, k);
  }
  if (weights) table.weights = to_vector(*weights);
  return make_target(table, Task::regression);
}

// The classes keep the order that they are given in.
Target class_target(const std::string& name, const Codes& codes, std::vector<std::string> labels,
                    const std::optional<Numbers>& weights) {
  Target target;
  target.task = Task::classification;
  target.names = {name};
  for (std::size_t row = 0; row < codes.size(); ++row) target.classes.push_back(codes(row));
  target.labels = std::move(labels);
  if (weights) target.weights = to_vector(*weights);
  return target;
}

}  // namespace

void bind_data(nb::module_& module) {
  nb::class_<ArrayTable>(module, "Table", "Columns that refer to arrays without a copy.")
      .def(nb::init<std::size_t>(), "rows"_a)
      .def("add_matrix", &ArrayTable::add_matrix, "matrix"_a, "names"_a,
           "The columns of a float32 or float64 array of two axes; without names they are x1, x2, …")
      .def("add_numbers", &ArrayTable::add_numbers, "name"_a, "values"_a)
      .def("add_categories", &ArrayTable::add_categories, "name"_a, "codes"_a, "labels"_a)
      .def_prop_ro("labels", labels_dict, nb::sig("def labels(self) -> dict[str, list[str]]"),
                   "labels of the categorical columns, by name");

  nb::class_<Target>(module, "Target", "The values to predict, and the weight of each row.");
  module.def("regression_target", regression_target, "names"_a, "values"_a, "weights"_a = nb::none());
  module.def("class_target", class_target, "name"_a, "codes"_a, "labels"_a, "weights"_a = nb::none());

  module.def(
      "encode",
      [](const nb::sequence& cells, const nb::callable& text_of) { return to_python(encode(cells, text_of)); },
      "cells"_a, "text_of"_a,
      nb::sig("def encode(cells: Sequence[object], text_of: Callable[[object], str | None]) -> "
              "tuple[NDArray[numpy.int32], list[str]]"),
      "Labels as codes and the texts that these stand for; -1 for a missing label.");
  module.def(
      "recode",
      [](const Codes& codes, const std::vector<std::string>& labels,
         const std::optional<std::vector<std::string>>& known) {
        std::vector<std::int32_t> given(codes.size());
        for (std::size_t row = 0; row < given.size(); ++row) given[row] = codes(row);
        return to_python(recode(given, labels, known));
      },
      "codes"_a, "labels"_a, "known"_a = nb::none(),
      nb::sig("def recode(codes: NDArray[numpy.int32], labels: Sequence[str], known: Sequence[str] | None = None) -> "
              "tuple[NDArray[numpy.int32], list[str]]"),
      "Codes into the labels that occur, in order of their bytes, or into known labels.");

  module.def("generate", generate_arrays, "name"_a, "rows"_a, "seed"_a, "noise"_a = nb::none(),
             nb::sig("def generate(name: str, rows: int, seed: int, noise: float | None = None) -> "
                     "tuple[NDArray[numpy.float32], NDArray]"));
  module.def("generators", [] {
    std::vector<std::string> names;
    for (const Generator& generator : generators()) names.emplace_back(generator.name);
    return names;
  });
}

}  // namespace espalier::python

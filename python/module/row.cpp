#include "module/row.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "espalier/error.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "module/labels.h"
#include "module/numpy.h"
#include "module/text.h"

namespace espalier::python {
namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

template <class T>
void take(const Array& row, std::span<const std::uint32_t> positions, std::span<float> values) {
  const T* from = static_cast<const T*>(row.data());
  const std::ptrdiff_t stride = row.stride(0);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(from[positions[i] * stride]);
}

float number_in(nb::handle cell, const std::string& name) {
  if (cell.is_none()) return kMissing;
  const double value = PyFloat_AsDouble(cell.ptr());
  if (value == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    if (std::string_view(Py_TYPE(cell.ptr())->tp_name).ends_with("NAType")) return kMissing;  // pandas'
    raise(PyExc_TypeError, fmt::format("column \"{}\" must be a number, got {}", name, nb::repr(cell).c_str()));
  }
  return static_cast<float>(value);
}

}  // namespace

Row::Row(std::shared_ptr<const Model> model, std::vector<std::uint32_t> positions, std::size_t width,
         nb::callable text_of)
    : model_(std::move(model)),
      predictor_(*model_),
      positions_(std::move(positions)),
      codes_(model_->features.size()),
      width_(width),
      text_of_(std::move(text_of)) {
  if (positions_.size() != model_->features.size()) {
    throw Error(ErrorCode::usage,
                fmt::format("the model has {} features, got {} positions", model_->features.size(), positions_.size()));
  }
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    if (positions_[i] >= width_) throw Error(ErrorCode::usage, fmt::format("a row has no entry {}", positions_[i]));
    const Feature& feature = model_->features[i];
    all_numeric_ = all_numeric_ && feature.type == ColumnType::numeric;
    codes_[i] = codes_of(feature.labels);
  }
}

float Row::code_in(nb::handle cell, std::size_t feature) const {
  const std::optional<std::string> label = text_in(cell, text_of_);
  const auto found = label ? codes_[feature].find(*label) : codes_[feature].end();
  return found == codes_[feature].end() ? kMissing : static_cast<float>(found->second);
}

void Row::read(nb::handle row, std::span<float> values) const {
  if (Array array; all_numeric_ && nb::try_cast(row, array)) {
    check_shape(array.ndim(), array.ndim() == 1 ? array.shape(0) : 0);
    if (array.dtype() == nb::dtype<float>()) return take<float>(array, positions_, values);
    if (array.dtype() == nb::dtype<double>()) return take<double>(array, positions_, values);
  }
  const nb::object cells = nb::steal(PySequence_Fast(row.ptr(), "a row must be an array, a list or a tuple"));
  if (!cells.is_valid()) nb::raise_python_error();
  check_shape(1, static_cast<std::size_t>(PySequence_Fast_GET_SIZE(cells.ptr())));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const nb::handle cell = PySequence_Fast_GET_ITEM(cells.ptr(), static_cast<Py_ssize_t>(positions_[i]));
    const Feature& feature = model_->features[i];
    values[i] = feature.type == ColumnType::numeric ? number_in(cell, feature.name) : code_in(cell, i);
  }
}

void Row::check_shape(std::size_t axes, std::size_t entries) const {
  if (axes == 1 && entries == width_) return;
  throw Error(ErrorCode::usage, axes == 1 ? fmt::format("a row must have {} entries, got {}", width_, entries)
                                          : fmt::format("a row has one axis, got {}", axes));
}

std::vector<double> Row::scores(nb::handle row) const {
  std::vector<float> values(positions_.size());
  read(row, values);
  std::vector<double> scores(predictor_.outputs());
  predictor_.scores(values, scores);
  return scores;
}

std::vector<double> Row::class_probabilities(nb::handle row) const {
  std::vector<double> probabilities(model_->classes.size());
  to_probabilities(model_->link, scores(row), probabilities);
  return probabilities;
}

double Row::score(nb::handle row) const { return scores(row)[0]; }

nb::object Row::values(nb::handle row) const {
  std::vector<double> values = scores(row);
  const std::size_t targets = values.size();
  return to_numpy(std::move(values), {targets});
}

std::size_t Row::most_probable(nb::handle row) const {
  const std::vector<double> probabilities = class_probabilities(row);
  return static_cast<std::size_t>(std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin());
}

nb::object Row::probabilities(nb::handle row) const {
  std::vector<double> values = class_probabilities(row);
  const std::size_t classes = values.size();
  return to_numpy(std::move(values), {classes});
}

}  // namespace espalier::python

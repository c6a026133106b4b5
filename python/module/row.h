// One row at a time, with as little as possible between Python and the engine.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "espalier/model.h"
#include "module/labels.h"
#include "module/table.h"

namespace espalier::python {

class Row {
 public:
  // `positions` says where in a row the model's features are; a row has `width` entries. `text_of` as in labels.h.
  Row(std::shared_ptr<const Model> model, std::vector<std::uint32_t> positions, std::size_t width,
      nb::callable text_of);

  double score(nb::handle row) const;               // regression
  nb::object values(nb::handle row) const;          // regression of several targets
  std::size_t most_probable(nb::handle row) const;  // classification: the code of the class
  nb::object probabilities(nb::handle row) const;   // an array, one entry per class

 private:
  float code_in(nb::handle cell, std::size_t feature) const;
  void read(nb::handle row, std::span<float> values) const;
  void check_shape(std::size_t axes, std::size_t entries) const;
  std::vector<double> scores(nb::handle row) const;
  std::vector<double> class_probabilities(nb::handle row) const;

  std::shared_ptr<const Model> model_;
  RowPredictor predictor_;
  std::vector<std::uint32_t> positions_;
  std::vector<LabelCodes> codes_;  // one per feature; empty for numeric ones
  std::size_t width_;
  nb::callable text_of_;
  bool all_numeric_ = true;
};

}  // namespace espalier::python

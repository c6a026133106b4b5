// The linear section back to a Linear. The schema determines the number of terms, and each of them took bytes of the
// file there, so that memory stays in proportion to the file; the size of the section is known, and checked, before
// anything is built.
#include <fmt/format.h>

#include <algorithm>

#include "espalier/linear.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "model/format.h"

namespace espalier {
namespace {

// Terms × outputs is at most the square of the file's 2^29 bytes.
std::uint64_t section_bytes(const Model& schema, std::size_t outputs) {
  std::uint64_t numeric = 0;
  std::uint64_t terms = 0;
  for (const Feature& feature : schema.features) {
    numeric += feature.type == ColumnType::numeric ? 1 : 0;
    terms += terms_of(feature);
  }
  return sizeof(double) * outputs + sizeof(float) * (numeric + terms * outputs);
}

std::string name_of(const Feature& feature, std::size_t label) {
  return feature.type == ColumnType::numeric
             ? fmt::format("the term of \"{}\"", feature.name)
             : fmt::format("the term of \"{}\" = \"{}\"", feature.name, feature.labels[label]);
}

void read_terms(const Feature& feature, std::uint32_t number, ByteReader& in, Linear& linear) {
  if (terms_of(feature) == 0)
    in.fail(fmt::format("the feature \"{}\" has no labels, so no term uses it", feature.name));
  for (std::uint32_t label = 0; label < terms_of(feature); ++label) {
    const float fill = feature.type == ColumnType::numeric ? in.f32("the fill of a term") : 0;
    linear.terms.push_back({number, label, fill});
    bool zero = true;
    for (std::size_t k = 0; k < linear.intercept.size(); ++k) {
      linear.weights.push_back(in.f32("a weight"));
      zero = zero && linear.weights.back() == 0;
    }
    if (zero) in.fail(name_of(feature, label) + " has no weight but 0");
  }
}

}  // namespace

Linear decode_linear(const Model& schema, ByteReader& in) {
  const std::size_t outputs = outputs_of(schema);
  if (const std::uint64_t bytes = section_bytes(schema, outputs); in.left() != bytes)
    in.fail(fmt::format("the linear section must have {} bytes, has {}", bytes, in.left()));
  Linear linear;
  linear.intercept.resize(outputs);
  for (double& intercept : linear.intercept) intercept = in.f64("an intercept");
  for (std::uint32_t f = 0; f < schema.features.size(); ++f) read_terms(schema.features[f], f, in, linear);
  return linear;
}

}  // namespace espalier

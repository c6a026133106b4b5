// The linear section: intercepts, then the terms in the order of the schema: a numeric feature has one, a categorical
// feature one for each of its labels. So a term takes no more bytes than its fill and its weights.
#include "base/assert.h"
#include "espalier/linear.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "model/format.h"

namespace espalier {
namespace {

void check_terms(const Model& model, const Linear& linear) {
  std::size_t t = 0;
  for (std::size_t f = 0; f < model.features.size(); ++f)
    for (std::size_t label = 0; label < terms_of(model.features[f]); ++label, ++t)
      ESPALIER_ASSERT(t < linear.terms.size() && linear.terms[t].feature == f && linear.terms[t].label == label);
  ESPALIER_ASSERT(t == linear.terms.size());
  ESPALIER_ASSERT(linear.weights.size() == t * linear.intercept.size());
  ESPALIER_ASSERT(!linear.statistics || linear.statistics->spread.size() == t);
}

}  // namespace

std::vector<std::byte> encode_linear(const Model& model, const Linear& linear) {
  check_terms(model, linear);
  const std::size_t outputs = linear.intercept.size();
  ByteWriter out;
  for (const double intercept : linear.intercept) out.f64(intercept);
  for (std::size_t t = 0; t < linear.terms.size(); ++t) {
    if (model.features[linear.terms[t].feature].type == ColumnType::numeric) out.f32(linear.terms[t].fill);
    for (std::size_t k = 0; k < outputs; ++k) out.f32(linear.weights[t * outputs + k]);
  }
  return out.take();
}

}  // namespace espalier

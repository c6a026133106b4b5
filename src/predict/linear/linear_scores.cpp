// score_k(x) = b_k + Σ_t w_tk · v_t(x), in double. Weights and values are float32, so that every product is exact, and
// the only thing that could differ, the order of the additions, is that of the terms, by column here and by row there.
#include "predict/linear/linear_scores.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/assert.h"

namespace espalier {
namespace {

constexpr std::size_t kBlockRows = 256;  // of values with missing ones filled in, small enough to stay in the cache

// Missing values and infinities are not finite.
float filled(float value, float fill) noexcept { return std::isfinite(value) ? value : fill; }

}  // namespace

LinearScores::LinearScores(const std::vector<Feature>& features, const Linear& linear) : linear_(linear) {
  std::size_t term = 0;
  for (const Feature& feature : features) {
    const bool numeric = feature.type == ColumnType::numeric;
    sources_.push_back({term, numeric ? 0 : static_cast<std::uint32_t>(feature.labels.size())});
    term += numeric ? 1 : feature.labels.size();
  }
  ESPALIER_ASSERT(term == linear.terms.size() && linear.weights.size() == term * linear.intercept.size());
}

void LinearScores::add_numeric(const Source& source, const ColumnView& column, std::size_t begin, std::size_t rows,
                               double* out) const {
  const float fill = linear_.terms[source.first_term].fill;
  std::array<float, kBlockRows> values;
  for (std::size_t i = 0; i < rows; ++i) values[i] = filled(column.value(begin + i), fill);
  const float* weights = weights_of(source.first_term);
  const std::size_t width = outputs();
  if (width == 1) {
    const double weight = weights[0];
    for (std::size_t i = 0; i < rows; ++i) out[i] += weight * static_cast<double>(values[i]);
    return;
  }
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < width; ++k)
      out[i * width + k] += static_cast<double>(weights[k]) * static_cast<double>(values[i]);
}

void LinearScores::add_label(const Source& source, std::uint32_t code, double* out) const noexcept {
  if (code >= source.labels) return;
  const float* weights = weights_of(source.first_term + code);
  for (std::size_t k = 0; k < outputs(); ++k) out[k] += static_cast<double>(weights[k]);
}

void LinearScores::scores(const BoundTable& table, std::size_t begin, std::size_t end, double* out) const {
  const std::size_t width = outputs();
  for (std::size_t first = begin; first < end; first += kBlockRows) {
    const std::size_t rows = std::min(kBlockRows, end - first);
    double* block = out + (first - begin) * width;
    for (std::size_t i = 0; i < rows; ++i)
      std::copy(linear_.intercept.begin(), linear_.intercept.end(), block + i * width);
    for (std::size_t f = 0; f < sources_.size(); ++f) {
      const ColumnView& column = table.columns()[f];
      if (column.numeric()) {
        add_numeric(sources_[f], column, first, rows, block);
        continue;
      }
      // A negative code becomes one beyond all labels.
      for (std::size_t i = 0; i < rows; ++i)
        add_label(sources_[f], static_cast<std::uint32_t>(column.code(first + i)), block + i * width);
    }
  }
}

void LinearScores::scores(std::span<const float> row, std::span<double> out) const noexcept {
  std::copy(linear_.intercept.begin(), linear_.intercept.end(), out.begin());
  for (std::size_t f = 0; f < sources_.size(); ++f) {
    const Source& source = sources_[f];
    if (source.labels > 0) {
      const bool known = row[f] >= 0 && row[f] < static_cast<float>(source.labels);
      add_label(source, known ? static_cast<std::uint32_t>(row[f]) : source.labels, out.data());
      continue;
    }
    const double value = filled(row[f], linear_.terms[source.first_term].fill);
    const float* weights = weights_of(source.first_term);
    for (std::size_t k = 0; k < outputs(); ++k) out[k] += static_cast<double>(weights[k]) * value;
  }
}

}  // namespace espalier

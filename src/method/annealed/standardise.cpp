// z = (v - mean) / spread, with weighted moments in double: two passes over a numeric column, one over a categorical
// column. With w the weights of z, w / spread are those of v, and the intercept takes up Σ w · mean / spread. It is
// computed from the weights rounded to float32, so that their rounding shifts no prediction at the mean. O(rows) per
// term.
#include "method/annealed/standardise.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/threads.h"

namespace espalier {
namespace {

// Below this a weight of a million would not fit into float32.
constexpr double kLeastSpread = 1e-30;

// Rows without weight, or that were not in the training data, may be any number of spreads away. Squares of this fit
// into float32.
constexpr double kFarthest = 1e18;

constexpr double kMostFloat = std::numeric_limits<float>::max();

float narrowed(double value) { return static_cast<float>(std::clamp(value, -kMostFloat, kMostFloat)); }

class TermFinder {
 public:
  TermFinder(const TableView& table, std::span<const double> weights) : table_(table), weights_(weights) {
    for (std::size_t row = 0; row < table.rows; ++row) total_ += weight(row);
    ESPALIER_ASSERT(table.rows == 0 || (total_ > 0 && std::isfinite(total_)));
  }

  std::vector<StandardTerm> find(std::uint32_t feature) const {
    return table_.columns[feature].numeric() ? of_numbers(feature) : of_labels(feature);
  }

 private:
  double weight(std::size_t row) const { return weights_.empty() ? 1 : weights_[row]; }

  // Shares of the total rather than weights: a product of a square of float32s and a large weight might overflow.
  std::vector<StandardTerm> of_numbers(std::uint32_t feature) const {
    const ColumnView& column = table_.columns[feature];
    double there = 0, sum = 0, squares = 0;
    for (std::size_t row = 0; row < table_.rows; ++row) {
      const double value = column.value(row);
      if (!std::isfinite(value)) continue;
      there += weight(row) / total_;
      sum += weight(row) / total_ * value;
    }
    if (there == 0) return {};
    // The mean is the fill, so it is a float32: missing values are then exactly 0, and constants have no spread.
    const float mean = narrowed(sum / there);
    for (std::size_t row = 0; row < table_.rows; ++row) {
      const double off = static_cast<double>(column.value(row)) - static_cast<double>(mean);
      if (std::isfinite(off)) squares += weight(row) / total_ * (off * off);
    }
    const double spread = std::sqrt(squares);
    if (spread < kLeastSpread) return {};
    return {{{feature, 0, mean}, mean, spread}};
  }

  std::vector<StandardTerm> of_labels(std::uint32_t feature) const {
    const ColumnView& column = table_.columns[feature];
    const std::size_t labels = column.feature->labels.size();
    std::vector<double> shares(labels + 1);  // the last is the share of missing values
    for (std::size_t row = 0; row < table_.rows; ++row)
      shares[std::min<std::size_t>(static_cast<std::uint32_t>(column.code(row)), labels)] += weight(row) / total_;
    // A label of all rows may have a share that is not exactly 1.
    const auto present = std::ranges::count_if(shares, [](double share) { return share > 0; });
    if (present < 2) return {};
    std::vector<StandardTerm> terms;
    for (std::uint32_t label = 0; label < labels; ++label) {
      const double share = shares[label];
      const double spread = std::sqrt(share * (1 - share));
      if (spread >= kLeastSpread) terms.push_back({{feature, label, 0}, share, spread});
    }
    return terms;
  }

  const TableView& table_;
  const std::span<const double> weights_;
  double total_ = 0;
};

float standard(const StandardTerm& of, double value) {
  return static_cast<float>(std::clamp((value - of.mean) / of.spread, -kFarthest, kFarthest));
}

void fill_column(const StandardTerm& of, const TableView& table, float* out) {
  const ColumnView& column = table.columns[of.term.feature];
  if (column.numeric()) {
    for (std::size_t row = 0; row < table.rows; ++row) {
      const float value = column.value(row);
      out[row] = std::isfinite(value) ? standard(of, value) : 0;
    }
    return;
  }
  const float with = standard(of, 1), without = standard(of, 0);
  const auto label = static_cast<std::int32_t>(of.term.label);
  for (std::size_t row = 0; row < table.rows; ++row) out[row] = column.code(row) == label ? with : without;
}

// `terms` are those of a column's labels.
CodedColumn coded_labels(std::span<const StandardTerm> terms, const TableView& table) {
  const ColumnView& column = table.columns[terms[0].term.feature];
  std::vector<std::int32_t> places(column.feature->labels.size(), kNone);
  CodedColumn result;
  for (const StandardTerm& of : terms) {
    places[of.term.label] = static_cast<std::int32_t>(result.labels.size());
    result.labels.push_back({standard(of, 1), standard(of, 0)});
  }
  result.codes.resize(table.rows);
  for (std::size_t row = 0; row < table.rows; ++row) {
    const auto code = static_cast<std::uint32_t>(column.code(row));  // a missing one is beyond all labels
    result.codes[row] = code < places.size() ? places[code] : kNone;
  }
  return result;
}

}  // namespace

std::vector<StandardTerm> standard_terms(const TableView& table, std::span<const double> weights, const Run& run) {
  ESPALIER_ASSERT(weights.empty() || weights.size() == table.rows);
  const TermFinder finder(table, weights);
  std::vector<std::vector<StandardTerm>> by_column(table.columns.size());
  Reporter reporter(run, "standardising", table.columns.size());
  Threads(run.threads).each(by_column.size(), [&](std::size_t f) {
    by_column[f] = finder.find(static_cast<std::uint32_t>(f));
    reporter.advance(1);
  });
  std::vector<StandardTerm> terms;
  for (const auto& of_column : by_column) terms.insert(terms.end(), of_column.begin(), of_column.end());
  return terms;
}

std::vector<float> standard_values(std::span<const StandardTerm> terms, const TableView& table, const Run& run) {
  std::vector<float> values(terms.size() * table.rows);
  Reporter reporter(run, "standardising", terms.size());
  Threads(run.threads).each(terms.size(), [&](std::size_t t) {
    fill_column(terms[t], table, values.data() + t * table.rows);
    reporter.advance(1);
  });
  return values;
}

CodedDesign coded_values(std::span<const StandardTerm> terms, const TableView& table) {
  std::vector<CodedColumn> columns;
  for (std::size_t first = 0, last = 0; first < terms.size(); first = last) {
    const auto feature = terms[first].term.feature;
    while (last < terms.size() && terms[last].term.feature == feature) ++last;
    if (!table.columns[feature].numeric()) {
      columns.push_back(coded_labels(terms.subspan(first, last - first), table));
      continue;
    }
    CodedColumn& column = columns.emplace_back();
    column.numbers.resize(table.rows);
    fill_column(terms[first], table, column.numbers.data());
  }
  return {std::move(columns), table.rows};
}

Linear to_linear(std::span<const StandardTerm> terms, std::span<const double> intercept,
                 std::span<const double> weights) {
  const std::size_t outputs = intercept.size();
  ESPALIER_ASSERT(weights.size() == terms.size() * outputs);
  Linear linear;
  linear.intercept.assign(intercept.begin(), intercept.end());
  linear.statistics.emplace();
  for (std::size_t t = 0; t < terms.size(); ++t) {
    linear.terms.push_back(terms[t].term);
    linear.statistics->spread.push_back(narrowed(terms[t].spread));
    for (std::size_t k = 0; k < outputs; ++k) {
      linear.weights.push_back(narrowed(weights[t * outputs + k] / terms[t].spread));
      linear.intercept[k] -= static_cast<double>(linear.weights.back()) * terms[t].mean;
    }
  }
  return linear;
}

}  // namespace espalier

#include "data/binned_table.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/random.h"
#include "data/float_block.h"
#include "espalier/table.h"

namespace espalier {
namespace {

constexpr std::size_t kVector = 64;

// In a row-major matrix, a column takes one value from each row, and its neighbours are in the same cache lines:
// columns are taken in turn for so few rows that these lines stay in the cache.
constexpr std::size_t kRowsPerBlock = FloatBlock::kMostRows;
constexpr std::size_t kColumnsPerTask = 64;  // whole cache lines of float32

// One row of each of `sample` equal stretches of the table, so that sorted tables are sampled evenly.
std::vector<std::uint32_t> sample_rows(std::size_t rows, std::span<const double> weights, std::size_t sample) {
  std::vector<std::uint32_t> chosen;
  const bool all = rows <= sample;
  Random random(rows, "bin sample");
  for (std::size_t i = 0; i < std::min(rows, sample); ++i) {
    const double place = all ? 0 : (static_cast<double>(i) + random.uniform()) * static_cast<double>(rows);
    const std::size_t row = all ? i : std::min(rows - 1, static_cast<std::size_t>(place / static_cast<double>(sample)));
    if (weights.empty() || weights[row] > 0) chosen.push_back(static_cast<std::uint32_t>(row));
  }
  return chosen;
}

// body(column, begin, end): every column of every block of rows, in parallel.
template <class Body>
void for_each_cell_block(const TableView& table, Threads& threads, const Body& body) {
  const std::size_t blocks = (table.rows + kRowsPerBlock - 1) / kRowsPerBlock;
  const std::size_t groups = (table.columns.size() + kColumnsPerTask - 1) / kColumnsPerTask;
  threads.each(blocks * groups, [&](std::size_t task) {
    const std::size_t begin = task / groups * kRowsPerBlock, first = task % groups * kColumnsPerTask;
    const std::size_t end = std::min(begin + kRowsPerBlock, table.rows);
    const std::size_t last = std::min(first + kColumnsPerTask, table.columns.size());
    for (std::size_t c = first; c < last; ++c) body(c, begin, end);
  });
}

bool holds_infinity(const ColumnView& column, std::size_t begin, std::size_t end) {
  const FloatBlock values(column, begin, end - begin);
  std::size_t count = 0;
  for (std::size_t i = 0; i < end - begin; ++i) {
    count += values.data()[static_cast<std::ptrdiff_t>(i) * values.stride()] == std::numeric_limits<float>::infinity();
  }
  return count > 0;
}

void mark_infinite(const TableView& table, std::vector<ColumnBins>& columns, Threads& threads) {
  std::vector<std::atomic<bool>> infinite(columns.size());
  for_each_cell_block(table, threads, [&](std::size_t c, std::size_t begin, std::size_t end) {
    if (columns[c].numeric && holds_infinity(table.columns[c], begin, end)) infinite[c] = true;
  });
  for (std::size_t c = 0; c < columns.size(); ++c) columns[c].infinite = infinite[c];
}

// The values that the bins are found from.
struct Sample {
  std::vector<std::uint32_t> rows;
  std::vector<double> weights;  // of these rows; empty if the table has no weights
};

ColumnBins numeric_bins(std::span<const float> values, const Sample& sample, std::size_t most_bins) {
  ColumnBins result;
  result.edges = numeric_edges(values, sample.weights, most_bins);
  result.bins = result.edges.size() + 1;
  return result;
}

ColumnBins label_bins(const ColumnView& column, std::span<const std::uint32_t> rows, std::span<const double> weights,
                      const BinOptions& options) {
  ColumnBins result;
  result.numeric = false;
  result.of_label = category_bins(column, rows, weights, options.target, options.most_bins);
  result.bins = 0;
  for (const std::uint8_t bin : result.of_label) {
    if (bin == kNoBin) continue;
    result.bins = std::max<std::size_t>(result.bins, bin + std::size_t{1});
    result.label_counts.resize(result.bins);
    ++result.label_counts[bin];
  }
  return result;
}

// The sampled values of neighbouring columns, column after column; those of categorical ones are left as they are.
void take_sample(std::span<const ColumnView> columns, const Sample& sample, std::span<float> out, Threads& threads) {
  threads.blocks(sample.rows.size(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (!columns[c].numeric()) continue;
      for (std::size_t i = begin; i < end; ++i) out[c * sample.rows.size() + i] = columns[c].value(sample.rows[i]);
    }
  });
}

// `begin` is the row of out[0].
void bin_column(const ColumnView& column, const ColumnBins& bins, const EdgeSearch& search, std::size_t begin,
                std::span<std::uint8_t> out) {
  if (bins.numeric) {
    const FloatBlock values(column, begin, out.size());
    search.bins(values.data(), values.stride(), out, bins.missing());
    return;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::int32_t code = column.code(begin + i);
    const bool known = code >= 0 && static_cast<std::size_t>(code) < bins.of_label.size();
    const std::uint8_t bin = known ? bins.of_label[static_cast<std::size_t>(code)] : kNoBin;
    out[i] = bin == kNoBin ? bins.missing() : bin;
  }
}

}  // namespace

std::vector<ColumnBins> find_bins(const TableView& table, std::span<const double> weights, const BinOptions& options,
                                  Threads& threads) {
  ESPALIER_ASSERT(options.most_bins >= 2 && options.most_bins <= kMostBins);
  Sample sample = {sample_rows(table.rows, weights, options.sample), {}};
  for (const std::uint32_t row : sample.rows) {
    if (!weights.empty()) sample.weights.push_back(weights[row]);
  }
  // A few columns at a time, so that the sample takes little room; more if there are threads for them.
  const std::size_t most = std::max<std::size_t>(16, 2 * static_cast<std::size_t>(threads.count()));
  const std::size_t rows = sample.rows.size();
  std::vector<ColumnBins> columns(table.columns.size());
  std::vector<float> values(std::min(most, columns.size()) * rows);
  for (std::size_t first = 0; first < columns.size(); first += most) {
    const auto group = std::span(table.columns).subspan(first, std::min(most, columns.size() - first));
    take_sample(group, sample, values, threads);
    threads.each(group.size(), [&](std::size_t c) {
      columns[first + c] = group[c].numeric()
                               ? numeric_bins(std::span(values).subspan(c * rows, rows), sample, options.most_bins)
                               : label_bins(group[c], sample.rows, weights, options);
    });
  }
  mark_infinite(table, columns, threads);
  return columns;
}

BinnedTable::BinnedTable(const TableView& table, std::vector<ColumnBins> columns, Threads& threads)
    : rows_(table.rows),
      stride_((table.rows + kVector - 1) / kVector * kVector),
      columns_(std::move(columns)),
      codes_(stride_ * columns_.size()) {
  ESPALIER_ASSERT(columns_.size() == table.columns.size());
  std::vector<EdgeSearch> searches;
  for (const ColumnBins& bins : columns_) searches.emplace_back(bins.edges);
  for_each_cell_block(table, threads, [&](std::size_t c, std::size_t begin, std::size_t end) {
    bin_column(table.columns[c], columns_[c], searches[c], begin,
               std::span(codes_).subspan(c * stride_ + begin, end - begin));
  });
}

BinnedTable::BinnedTable(const BinnedTable& from, std::span<const std::uint32_t> rows)
    : rows_(rows.size()),
      stride_((rows.size() + kVector - 1) / kVector * kVector),
      columns_(from.columns_),
      codes_(stride_ * columns_.size()) {
  for (std::size_t c = 0; c < columns(); ++c)
    for (std::size_t i = 0; i < rows.size(); ++i) codes_[c * stride_ + i] = from.codes_[c * from.stride_ + rows[i]];
}

}  // namespace espalier

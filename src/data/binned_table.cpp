#include "data/binned_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/random.h"

namespace espalier {
namespace {

constexpr std::size_t kVector = 64;
constexpr std::size_t kRowsPerBlock = 16384;

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

bool holds_infinity(const ColumnView& column, std::size_t rows) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < rows; ++row) count += column.value(row) == std::numeric_limits<float>::infinity();
  return count > 0;
}

ColumnBins find_column_bins(const ColumnView& column, std::span<const std::uint32_t> rows,
                            std::span<const double> weights, const BinOptions& options) {
  ColumnBins result;
  result.numeric = column.numeric();
  if (result.numeric) {
    result.edges = numeric_edges(column, rows, weights, options.most_bins);
    result.bins = result.edges.size() + 1;
  } else {
    result.of_label = category_bins(column, rows, weights, options.target, options.most_bins);
    result.bins = 0;
    for (const std::uint8_t bin : result.of_label) {
      if (bin != kNoBin) result.bins = std::max<std::size_t>(result.bins, bin + std::size_t{1});
    }
  }
  return result;
}

void bin_column(const ColumnView& column, const ColumnBins& bins, const EdgeSearch& search, std::size_t begin,
                std::span<std::uint8_t> out) {
  if (bins.numeric) {
    const auto offset = static_cast<std::ptrdiff_t>(begin) * column.stride;
    search.bins(column.values + offset, column.stride, out, bins.missing());
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
  const std::vector<std::uint32_t> rows = sample_rows(table.rows, weights, options.sample);
  std::vector<ColumnBins> columns(table.columns.size());
  threads.each(columns.size(), [&](std::size_t c) {
    columns[c] = find_column_bins(table.columns[c], rows, weights, options);
    columns[c].infinite = columns[c].numeric && holds_infinity(table.columns[c], table.rows);
  });
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
  const std::size_t blocks = (rows_ + kRowsPerBlock - 1) / kRowsPerBlock;
  threads.each(columns_.size() * blocks, [&](std::size_t task) {
    const std::size_t c = task / blocks, begin = task % blocks * kRowsPerBlock;
    const std::size_t count = std::min(kRowsPerBlock, rows_ - begin);
    bin_column(table.columns[c], columns_[c], searches[c], begin,
               std::span(codes_).subspan(c * stride_ + begin, count));
  });
}

}  // namespace espalier

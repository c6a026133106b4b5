// A table as bytes: every value is replaced by the number of its bin. Histograms are made of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "data/bin_edges.h"
#include "data/edge_search.h"
#include "espalier/table.h"

namespace espalier {

struct ColumnBins {
  bool numeric = true;
  std::vector<float> edges;                 // numeric: bin b holds edges[b - 1] < x <= edges[b]
  std::vector<std::uint8_t> of_label;       // categorical: the bin of each label, kNoBin for labels that do not occur
  std::vector<std::uint32_t> label_counts;  // categorical: the number of labels that occur in each bin
  std::size_t bins = 1;                     // without missing values, whose bin is `bins`
  bool infinite = false;                    // numeric: the last bin holds +inf

  std::uint8_t missing() const noexcept { return static_cast<std::uint8_t>(bins); }
};

struct BinOptions {
  std::size_t most_bins = kMostBins;
  std::size_t sample = 200000;     // rows that the edges are computed from; more rows make no visible difference
  std::span<const double> target;  // one per row, or none; see category_bins
};

// Edges by the weight of the rows; rows without weight do not count.
std::vector<ColumnBins> find_bins(const TableView& table, std::span<const double> weights, const BinOptions& options,
                                  Threads& threads);

class BinnedTable {
 public:
  BinnedTable(const TableView& table, std::vector<ColumnBins> columns, Threads& threads);

  // These rows of another table, in this order.
  BinnedTable(const BinnedTable& from, std::span<const std::uint32_t> rows);

  std::size_t rows() const noexcept { return rows_; }
  std::size_t columns() const noexcept { return columns_.size(); }
  const ColumnBins& bins(std::size_t column) const noexcept { return columns_[column]; }
  const std::vector<ColumnBins>& all_bins() const noexcept { return columns_; }
  std::span<const std::uint8_t> column(std::size_t column) const noexcept {
    return {codes_.data() + column * stride_, rows_};
  }
  // For an owner who reorders the rows, in every column the same way.
  std::span<std::uint8_t> column(std::size_t column) noexcept { return {codes_.data() + column * stride_, rows_}; }

 private:
  std::size_t rows_;
  std::size_t stride_;  // whole vectors of 64 bytes, so that kernels may read to the end of the last one
  std::vector<ColumnBins> columns_;
  std::vector<std::uint8_t> codes_;
};

}  // namespace espalier

// The columns that walks read from a row: one float for every feature and side that missing values take. A test is
// "goes right if above"; NaN is above nothing and so goes left, and if missing values go right an infinity stands in
// for them. A categorical feature is one column for both sides: the bits of its code.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/forest.h"
#include "espalier/table.h"
#include "predict/columns/bound_columns.h"

namespace espalier {

class WalkColumns {
 public:
  static constexpr std::size_t kTileRows = 16;

  // The columns that the splits of these trees use.
  WalkColumns(const std::vector<Feature>& features, const Forest& forest, std::span<const std::uint32_t> trees);

  std::uint32_t column_of(const Split& split) const noexcept {
    return column_of_[2 * split.feature + (split.missing_left ? 1 : 0)];
  }
  std::uint32_t first_set() const noexcept { return first_set_; }  // columns from here on are codes
  std::size_t count() const noexcept { return sources_.size(); }   // column 0, which is NaN in every row, included

  // Rows from `begin` on in tiles; in a tile the kTileRows values of a column are together. The last tile is filled up
  // with copies of the last row. `tiles` has room for count() · rows, rounded up to whole tiles.
  void fill(const BoundTable& table, std::size_t begin, std::size_t rows, float* tiles) const;

  // One row, given as one float per feature with codes as floats; `out` has room for count().
  void fill_row(std::span<const float> row, float* out) const noexcept;

 private:
  enum class Kind : std::uint8_t { nothing, missing_left, missing_right, code };
  struct Source {
    Kind kind = Kind::nothing;
    std::uint32_t feature = 0;
    std::uint32_t labels = 0;
  };
  void fill_column(const Source& source, const ColumnView& column, std::size_t begin, std::size_t rows,
                   float* out) const;

  std::vector<Source> sources_;
  std::vector<std::uint32_t> column_of_;  // by feature and side
  std::uint32_t first_set_ = 0;
};

}  // namespace espalier

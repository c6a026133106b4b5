#include "predict/walk/walk_columns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace espalier {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Missing and unknown codes become the one after the last.
float code_bits(std::uint32_t code, std::uint32_t labels) { return std::bit_cast<float>(std::min(code, labels)); }

}  // namespace

WalkColumns::WalkColumns(const std::vector<Feature>& features, const Forest& forest,
                         std::span<const std::uint32_t> trees)
    : sources_(1), column_of_(2 * features.size()) {
  std::vector<bool> used(column_of_.size());
  for (const std::uint32_t t : trees) {
    const TreeSpan& tree = forest.trees[t];
    for (const Split& split : std::span(forest.splits).subspan(tree.first_split, tree.splits))
      used[2 * split.feature + (split.missing_left ? 1 : 0)] = true;
  }
  const auto add = [&](std::size_t f, Kind kind) {
    sources_.push_back({kind, static_cast<std::uint32_t>(f), static_cast<std::uint32_t>(features[f].labels.size())});
    return static_cast<std::uint32_t>(sources_.size() - 1);
  };
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (features[f].type != ColumnType::numeric) continue;
    if (used[2 * f]) column_of_[2 * f] = add(f, Kind::missing_right);
    if (used[2 * f + 1]) column_of_[2 * f + 1] = add(f, Kind::missing_left);
  }
  first_set_ = static_cast<std::uint32_t>(sources_.size());
  for (std::size_t f = 0; f < features.size(); ++f)
    if (features[f].type == ColumnType::categorical && (used[2 * f] || used[2 * f + 1]))
      column_of_[2 * f] = column_of_[2 * f + 1] = add(f, Kind::code);
}

void WalkColumns::fill(const BoundTable& table, std::size_t begin, std::size_t rows, float* tiles) const {
  for (std::size_t c = 0; c < sources_.size(); ++c)
    for (std::size_t row = 0; row < rows; row += kTileRows) {
      const std::size_t here = std::min(kTileRows, rows - row);
      float* out = tiles + row * sources_.size() + c * kTileRows;
      if (c == 0)
        std::fill_n(out, here, kNaN);
      else
        fill_column(sources_[c], table.columns()[sources_[c].feature], begin + row, here, out);
      std::fill(out + here, out + kTileRows, out[here - 1]);
    }
}

void WalkColumns::fill_column(const Source& source, const ColumnView& column, std::size_t begin, std::size_t rows,
                              float* out) const {
  for (std::size_t i = 0; i < rows; ++i) {
    if (source.kind == Kind::code) {
      out[i] = code_bits(static_cast<std::uint32_t>(column.code(begin + i)), source.labels);
    } else {
      const float value = column.value(begin + i);
      out[i] = source.kind == Kind::missing_right && std::isnan(value) ? kInfinity : value;
    }
  }
}

void WalkColumns::fill_row(std::span<const float> row, float* out) const noexcept {
  out[0] = kNaN;
  for (std::size_t c = 1; c < sources_.size(); ++c) {
    const Source& source = sources_[c];
    const float value = row[source.feature];
    if (source.kind == Kind::code) {
      // NaN, fractions below 0 and numbers that cannot be a code are unknown.
      const bool known = value >= 0 && value < static_cast<float>(source.labels);
      out[c] = code_bits(known ? static_cast<std::uint32_t>(value) : source.labels, source.labels);
    } else {
      out[c] = source.kind == Kind::missing_right && std::isnan(value) ? kInfinity : value;
    }
  }
}

}  // namespace espalier

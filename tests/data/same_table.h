// Tables compared bit by bit, NaN equal to NaN, with the first difference in words.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <string>

#include "espalier/table.h"

namespace espalier {

inline bool same_bits(float a, float b) {
  return (a != a && b != b) || std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

// "" if the tables are the same.
inline std::string difference(const Table& a, const Table& b) {
  if (a.source != b.source) return "sources differ";
  if (a.rows != b.rows) return fmt::format("{} rows against {}", a.rows, b.rows);
  if (a.columns.size() != b.columns.size()) return "numbers of columns differ";
  for (std::size_t c = 0; c < a.columns.size(); ++c) {
    const Column& one = a.columns[c];
    const Column& other = b.columns[c];
    if (one.feature != other.feature) return fmt::format("features {} differ", c);
    if (one.codes != other.codes) return fmt::format("codes of column {} differ", c);
    if (one.values.size() != other.values.size()) return fmt::format("sizes of column {} differ", c);
    for (std::size_t row = 0; row < one.values.size(); ++row) {
      if (!same_bits(one.values[row], other.values[row])) {
        return fmt::format("column {}, row {}: {} against {}", c, row, one.values[row], other.values[row]);
      }
    }
  }
  if (a.targets.size() != b.targets.size()) return "numbers of targets differ";
  for (std::size_t t = 0; t < a.targets.size(); ++t) {
    const TargetColumn& one = a.targets[t];
    const TargetColumn& other = b.targets[t];
    if (one.name != other.name || one.numbers != other.numbers || one.codes != other.codes ||
        one.labels != other.labels) {
      return fmt::format("targets {} differ", t);
    }
  }
  if (a.weights != b.weights) return "weights differ";
  if (a.kept.size() != b.kept.size()) return "numbers of kept columns differ";
  for (std::size_t k = 0; k < a.kept.size(); ++k) {
    if (a.kept[k].name != b.kept[k].name || a.kept[k].cells != b.kept[k].cells) return fmt::format("kept {} differ", k);
  }
  return a.absent_is_zero == b.absent_is_zero ? "" : "absent_is_zero differs";
}

}  // namespace espalier

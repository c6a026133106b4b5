#include "espalier/labelled.h"
#include "espalier/table.h"

namespace espalier {

LabelledRows take_rows(const LabelledView& from, std::span<const std::uint32_t> rows) {
  return {take_rows(from.table, rows), take_rows(from.target, rows)};
}

LabelledRows take_rows(const LabelledRows& from, std::span<const std::uint32_t> rows) {
  return {take_rows(from.table, rows), take_rows(from.target, rows)};
}

}  // namespace espalier

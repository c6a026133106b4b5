#include "method/choose/parts.h"

#include <algorithm>

#include "espalier/folds.h"
#include "espalier/target.h"

namespace espalier {

std::vector<RowPart> make_parts(const Target& target, std::size_t count, std::uint64_t seed) {
  if (target.rows() < 2) return {};
  const auto folds = static_cast<int>(std::min(kFolds, target.rows()));
  const std::vector<std::uint32_t> fold_of = make_folds(target.rows(), folds, target.classes, seed);
  std::vector<RowPart> parts;
  for (std::uint32_t f = 0; f < std::min<std::size_t>(count, static_cast<std::size_t>(folds)); ++f) {
    RowPart part;
    for (std::uint32_t row = 0; row < fold_of.size(); ++row)
      if (target.weight(row) > 0) (fold_of[row] == f ? part.others : part.rows).push_back(row);
    if (!part.rows.empty() && !part.others.empty()) parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace espalier

// The squared combination of more than two classes. A tree changes only those residuals of a row that belong to the
// row's class or to a class of its leaf, and with many classes most leaves have few: adding a tree costs that many
// numbers per row, not all classes.
#pragma once

#include "grow/combined/combination.h"

namespace espalier {

std::unique_ptr<Combination> brier_combination(const CombinedRows& data, std::span<const std::uint32_t> rows);

}  // namespace espalier

// The boundary between two bins that separates a node best: over b, the largest
//
//   GL² / (HL + λ) + GR² / (HR + λ),   GL, HL the sums of the bins up to b,
//
// in whole-number units; 8 boundaries at a time on AVX-512, one division each.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "grow/histogram/packed_gradient.h"

namespace espalier {

struct BinBoundary {
  double score = -std::numeric_limits<double>::infinity();
  std::size_t bin = 0;  // the last one on the left
  bool found() const noexcept { return score > -std::numeric_limits<double>::infinity(); }
};

struct BoundaryLimits {
  double l2 = 0;
  double min_hessian = 1;  // on each side; at least 1, which only an empty side lacks
};

// `sums` holds the bins that can be last on the left; `extra` holds those of missing values if they go left, or none.
// Ties go to the lowest boundary.
BinBoundary best_boundary(std::span<const PackedGradient> sums, PackedGradient extra, PackedGradient total,
                          const BoundaryLimits& limits);

}  // namespace espalier

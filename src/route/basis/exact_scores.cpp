// One look-up and one addition a row and tree. Four trees at a time where their ids are bytes, so that a score is
// loaded and stored once for the four.
#include "route/basis/exact_scores.h"

#include <algorithm>

namespace espalier {
namespace {

constexpr std::size_t kRowsPerBlock = 2048;  // scores of a block stay in the first cache
constexpr std::size_t kTreesAtOnce = 4;

bool are_bytes(const Basis& basis, std::size_t tree) {
  for (std::size_t t = tree; t < tree + kTreesAtOnce; ++t)
    if (t >= basis.trees() || basis.id_bytes(t) != 1) return false;
  return true;
}

template <class Score>
void add_four_trees(const Basis& basis, std::size_t tree, RowRange rows, const float* weights, Score* scores) {
  const std::uint8_t* ids[kTreesAtOnce];
  const float* values[kTreesAtOnce];
  for (std::size_t j = 0; j < kTreesAtOnce; ++j) {
    ids[j] = basis.byte_ids(tree + j) + rows.begin;
    values[j] = weights + basis.offset(tree + j);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Score score = scores[i];
    for (std::size_t j = 0; j < kTreesAtOnce; ++j) score += static_cast<Score>(values[j][ids[j][i]]);
    scores[i] = score;
  }
}

template <class Score>
void add_tree(const Basis& basis, std::size_t tree, RowRange rows, const float* weights, Score* scores) {
  const float* values = weights + basis.offset(tree);
  basis.read(tree, [&](auto ids) {
    for (std::size_t i = 0; i < rows.size(); ++i) scores[i] += static_cast<Score>(values[ids[rows.begin + i]]);
  });
}

template <class Score>
void add_blocks(const Basis& basis, RowRange rows, std::span<const float> weights, std::span<Score> scores) {
  ESPALIER_ASSERT(weights.size() == basis.terminals() && rows.end <= basis.rows() && scores.size() == rows.size());
  for (std::size_t begin = rows.begin; begin < rows.end; begin += kRowsPerBlock) {
    const RowRange block = {begin, std::min(rows.end, begin + kRowsPerBlock)};
    Score* out = scores.data() + (begin - rows.begin);
    for (std::size_t t = 0; t < basis.trees();) {
      const bool four = are_bytes(basis, t);
      if (four)
        add_four_trees(basis, t, block, weights.data(), out);
      else
        add_tree(basis, t, block, weights.data(), out);
      t += four ? kTreesAtOnce : 1;
    }
  }
}

}  // namespace

void add_scores(const Basis& basis, RowRange rows, std::span<const float> weights, std::span<float> scores) {
  add_blocks(basis, rows, weights, scores);
}

void add_scores(const Basis& basis, RowRange rows, std::span<const float> weights, std::span<double> scores) {
  add_blocks(basis, rows, weights, scores);
}

}  // namespace espalier

// One look-up and one addition per row and tree. Trees with few terminals: in registers (register_scores.h), if scores
// are float. Otherwise four trees at a time if their ids are bytes, so that a score is loaded and stored once for the
// four.
#include "basis/scores/exact_scores.h"

#include <algorithm>
#include <type_traits>

#include "basis/scores/register_scores.h"
#include "espalier/pool.h"

namespace espalier {
namespace {

constexpr std::size_t kRowsPerBlock = 4096;  // scores of a block stay in the first-level cache
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

// The trees from `tree` on that fit into registers.
RegisterTrees register_trees(const Basis& basis, std::size_t tree, std::size_t first_row, const float* weights) {
  RegisterTrees result;
  const std::size_t most = most_register_terminals();
  for (; tree < basis.trees() && result.count < RegisterTrees::kTrees && basis.terminals(tree) <= most; ++tree) {
    RegisterTrees::Tree& out = result.trees[result.count++];
    out.ids = basis.byte_ids(tree) + first_row;
    out.terminals = basis.terminals(tree);
    std::copy_n(weights + basis.offset(tree), out.terminals, out.weights.begin());
  }
  return result;
}

// Adds trees from `tree` on while they fit into registers; returns their number.
std::size_t add_in_registers(const Basis& basis, std::size_t tree, RowRange rows, const float* weights, float* scores) {
  const RegisterTrees trees = register_trees(basis, tree, rows.begin, weights);
  if (trees.count == 0) return 0;
  const std::size_t whole = rows.size() / Basis::kTile * Basis::kTile;
  add_register_scores(trees, whole, scores);
  const RowRange rest = {rows.begin + whole, rows.end};
  for (std::size_t t = tree; t < tree + trees.count; ++t) add_tree(basis, t, rest, weights, scores + whole);
  return trees.count;
}

// Adds one tree or more, from `tree` on; returns their number.
template <class Score>
std::size_t add_next(const Basis& basis, std::size_t tree, RowRange rows, const float* weights, Score* scores) {
  if constexpr (std::is_same_v<Score, float>) {
    const std::size_t count = add_in_registers(basis, tree, rows, weights, scores);
    if (count > 0) return count;
  }
  if (are_bytes(basis, tree)) {
    add_four_trees(basis, tree, rows, weights, scores);
    return kTreesAtOnce;
  }
  add_tree(basis, tree, rows, weights, scores);
  return 1;
}

template <class Score>
void add_blocks(const Basis& basis, RowRange rows, std::span<const float> weights, std::span<Score> scores) {
  ESPALIER_ASSERT(weights.size() == basis.terminals() && rows.end <= basis.rows() && scores.size() == rows.size());
  for (std::size_t begin = rows.begin; begin < rows.end; begin += kRowsPerBlock) {
    const RowRange block = {begin, std::min(rows.end, begin + kRowsPerBlock)};
    Score* out = scores.data() + (begin - rows.begin);
    for (std::size_t t = 0; t < basis.trees();) t += add_next(basis, t, block, weights.data(), out);
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

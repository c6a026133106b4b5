// Few terminals: in registers (subset_sums.h). Up to 64: several trees at once (bundle_sums.h). More: one addition in
// memory per row and tree, in four tables in turn, so that one need not wait for the one before it.
#include "basis/sums/quantised_sums.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "basis/sums/block_gradients.h"
#include "basis/sums/bundle_sums.h"
#include "basis/sums/exact_sums.h"
#include "basis/sums/subset_sums.h"

namespace espalier {
namespace {

// For a tree with ids of any width: sums of whole numbers do not depend on the order.
template <class Id>
void add_large_tree(const BlockGradients& rows, const Id* ids, double step, std::span<double> sums) {
  if (sums.size() > kMostByteIds) {
    for (std::size_t i = 0; i < rows.count; ++i) sums[ids[i]] += step * rows.longs[i];
    return;
  }
  std::array<std::array<std::int32_t, kMostByteIds>, 4> tables{};
  for (std::size_t i = 0; i < rows.count; i += tables.size())
    for (std::size_t j = 0; j < tables.size(); ++j) tables[j][ids[i + j]] += rows.longs[i + j];
  for (std::size_t k = 0; k < sums.size(); ++k)
    sums[k] += step * (tables[0][k] + tables[1][k] + tables[2][k] + tables[3][k]);
}

// All trees over one block of rows.
class BlockSums {
 public:
  BlockSums(const Basis& basis, std::size_t first_row, const BlockGradients& rows, double step, std::span<double> sums)
      : basis_(basis), first_row_(first_row), rows_(rows), step_(step), sums_(sums) {}

  void run() {
    const std::size_t most = most_subset_terminals();
    for (std::size_t t = 0; t < basis_.trees(); ++t) {
      const std::uint32_t terminals = basis_.terminals(t);
      if (terminals == 1)
        add(t, &rows_.total);
      else if (terminals <= most)
        add_by_subsets(t);
      else if (terminals <= Bundle::kMostTerminals)
        put_into_bundle(t);
      else
        add_large(t);
    }
    add_bundle();
  }

 private:
  TreeIds ids_of(std::size_t tree, std::size_t next) const {
    const bool has_next = next < basis_.trees() && basis_.id_bytes(next) == 1;
    return {basis_.byte_ids(tree) + first_row_, basis_.byte_ids(has_next ? next : tree) + first_row_,
            basis_.terminals(tree)};
  }

  void add(std::size_t tree, const std::int32_t* sums) {
    double* out = sums_.data() + basis_.offset(tree);
    for (std::size_t k = 0; k < basis_.terminals(tree); ++k) out[k] += step_ * sums[k];
  }

  void add_by_subsets(std::size_t tree) {
    std::array<std::int32_t, kSubsetRoom> sums;
    sum_by_subsets(rows_, ids_of(tree, tree + 1), sums);
    add(tree, sums.data());
  }

  void put_into_bundle(std::size_t tree) {
    if (!bundle_.has_room(basis_.terminals(tree))) add_bundle();
    bundled_[bundle_.count] = tree;
    // An estimate: the next bundle begins where this one ends, and has as many trees as fit.
    const std::size_t ahead = Bundle::kMostBits / std::max<std::size_t>(1, std::bit_width(basis_.terminals(tree) - 1));
    bundle_.push(ids_of(tree, tree + ahead));
  }

  void add_bundle() {
    if (bundle_.count == 0) return;
    std::array<std::int32_t, Bundle::kRoom> sums;
    sum_bundle(rows_, bundle_, sums);
    for (std::size_t t = 0; t < bundle_.count; ++t) add(bundled_[t], sums.data() + bundle_.starts[t]);
    bundle_ = {};
  }

  void add_large(std::size_t tree) {
    const auto out = sums_.subspan(basis_.offset(tree), basis_.terminals(tree));
    basis_.read(tree, [&](auto ids) { add_large_tree(rows_, ids.data() + first_row_, step_, out); });
  }

  const Basis& basis_;
  const std::size_t first_row_;
  const BlockGradients& rows_;
  const double step_;
  const std::span<double> sums_;
  Bundle bundle_;
  std::array<std::size_t, Bundle::kMostBits> bundled_{};
};

// The largest absolute value; infinity or NaN if there is one.
float largest(std::span<const float> gradients) {
  float most = 0;
  for (const float gradient : gradients) {
    if (std::isnan(gradient)) return gradient;
    most = std::max(most, std::abs(gradient));
  }
  return most;
}

// The least power of two, 1 or more, with which a mantissa of at most kMostMantissa gives the gradient in steps. A
// mantissa that would be rounded to 256 is 128 with the next power.
float power_of(float scaled) {
  constexpr std::uint32_t kExponent = 0x7f800000;
  const auto bits = std::bit_cast<std::uint32_t>(scaled * (256 / (kMostMantissa + 0.5F)));
  return std::bit_cast<float>(std::max(bits & kExponent, std::bit_cast<std::uint32_t>(128.0F))) / 128;
}

void quantise(std::span<const float> gradients, double inverse_step, BlockGradients& out) {
  out.total = 0;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    const auto scaled = static_cast<float>(static_cast<double>(gradients[i]) * inverse_step);
    const float power = power_of(scaled);
    const int mantissa = static_cast<int>(std::abs(scaled) / power + 0.5F);
    const int signed_power = static_cast<int>(scaled < 0 ? -power : power);
    out.mantissas[i] = static_cast<std::uint8_t>(mantissa);
    out.powers[i] = static_cast<std::int8_t>(signed_power);
    out.longs[i] = mantissa * signed_power;
    out.total += out.longs[i];
  }
  out.count = (gradients.size() + Basis::kTile - 1) / Basis::kTile * Basis::kTile;
  std::fill(out.mantissas + gradients.size(), out.mantissas + out.count, 0);
  std::fill(out.powers + gradients.size(), out.powers + out.count, 0);
  std::fill(out.longs + gradients.size(), out.longs + out.count, 0);
}

}  // namespace

void add_quantised_sums(const Basis& basis, RowRange rows, std::span<const float> gradients, std::span<double> sums) {
  ESPALIER_ASSERT(rows.begin % Basis::kTile == 0 && rows.end <= basis.rows());
  ESPALIER_ASSERT(sums.size() == basis.terminals() && gradients.size() == rows.size());
  const auto most = static_cast<double>(largest(gradients));
  if (most == 0) return;
  if (!std::isfinite(most)) return add_sums(basis, rows, gradients, sums);
  BlockGradients block;
  for (std::size_t begin = rows.begin; begin < rows.end; begin += kQuantisedBlockRows) {
    const std::size_t count = std::min(rows.end - begin, kQuantisedBlockRows);
    quantise(gradients.subspan(begin - rows.begin, count), kMostQuantised / most, block);
    BlockSums(basis, begin, block, most / kMostQuantised, sums).run();
  }
}

}  // namespace espalier

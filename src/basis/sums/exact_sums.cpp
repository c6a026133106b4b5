// One addition in memory per row and tree. Neighbouring rows are often in the same terminal, and an addition would wait
// for the one before it: four tables of sums per tree, used in turn, keep four additions under way.
#include "basis/sums/exact_sums.h"

#include <algorithm>
#include <array>

namespace espalier {
namespace {

constexpr std::size_t kTables = 4;

using Tables = std::array<std::array<double, kMostByteIds>, kTables>;

void add_byte_tree(const std::uint8_t* ids, std::span<const float> gradients, std::span<double> sums) {
  Tables tables;
  for (auto& table : tables) std::fill_n(table.begin(), sums.size(), 0.0);
  const std::size_t whole = gradients.size() / kTables * kTables;
  for (std::size_t i = 0; i < whole; i += kTables)
    for (std::size_t j = 0; j < kTables; ++j) tables[j][ids[i + j]] += static_cast<double>(gradients[i + j]);
  for (std::size_t i = whole; i < gradients.size(); ++i) tables[i - whole][ids[i]] += static_cast<double>(gradients[i]);
  for (std::size_t k = 0; k < sums.size(); ++k)
    sums[k] += (tables[0][k] + tables[1][k]) + (tables[2][k] + tables[3][k]);
}

// With so many terminals, neighbours are rarely in the same one, and clearing tables would cost more than it saves.
template <class Id>
void add_wide_tree(const Id* ids, std::span<const float> gradients, std::span<double> sums) {
  for (std::size_t i = 0; i < gradients.size(); ++i) sums[ids[i]] += static_cast<double>(gradients[i]);
}

}  // namespace

void add_sums(const Basis& basis, RowRange rows, std::span<const float> gradients, std::span<double> sums) {
  ESPALIER_ASSERT(sums.size() == basis.terminals() && rows.end <= basis.rows() && gradients.size() == rows.size());
  for (std::size_t t = 0; t < basis.trees(); ++t) {
    const auto out = sums.subspan(basis.offset(t), basis.terminals(t));
    if (basis.id_bytes(t) == 1)
      add_byte_tree(basis.byte_ids(t) + rows.begin, gradients, out);
    else
      basis.read(t, [&](auto ids) { add_wide_tree(ids.data() + rows.begin, gradients, out); });
  }
}

}  // namespace espalier

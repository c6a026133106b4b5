// The forward pass over a Basis with weights of 16 bits: several times as fast as exact floats, nearly as fast as the
// ids can be read, at the price of rounding each weight to a multiple of one step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "basis/ids/basis.h"

namespace espalier {

// Weights as whole multiples of one step, which is as small as sums of eight trees in 16 bits allow: about 1/4095 of
// the largest weight if all trees have weights of that size, less if few have. Sums of whole numbers do not depend on
// the order, so that results are the same on any machine. Weights that are not finite make every score NaN.
class QuantisedWeights {
 public:
  QuantisedWeights(const Basis& basis, std::span<const float> weights);

  float step() const noexcept { return step_; }
  int value(std::size_t terminal) const noexcept { return values_[terminal]; }  // weight ≈ step · value

  // Trees looked up eight at a time in tables in registers; the others one at a time.
  struct Group {
    static constexpr std::size_t kTrees = 8;
    std::uint32_t trees[kTrees];
    std::uint32_t count = 0;
    std::uint32_t most_terminals = 0;
  };
  // For a tree in a group: the low bytes of its values, then the high bytes, each padded with zeros.
  static constexpr std::size_t kTableSize = 64;
  const std::vector<Group>& groups() const noexcept { return groups_; }
  const std::uint8_t* tables(std::size_t group) const noexcept {
    return tables_.data() + group * Group::kTrees * 2 * kTableSize;
  }
  const std::vector<std::uint32_t>& large_trees() const noexcept { return large_trees_; }
  const std::int16_t* values() const noexcept { return values_.data(); }

 private:
  void form_groups(const Basis& basis);
  void choose_step(const Basis& basis, std::span<const float> weights);
  void fill_tables(const Basis& basis);

  float step_ = 0;
  std::vector<std::int16_t> values_;
  std::vector<Group> groups_;
  std::vector<std::uint8_t> tables_;
  std::vector<std::uint32_t> large_trees_;
};

// scores[i] += step · Σ_t value[offset(t) + id(t, rows.begin + i)], the sum in whole numbers.
void add_quantised_scores(const Basis& basis, RowRange rows, const QuantisedWeights& weights, std::span<float> scores);

}  // namespace espalier

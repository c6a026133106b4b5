// Rounding of weights to whole multiples of a step, and their tables. O(terminals).
#include <algorithm>
#include <cmath>
#include <limits>

#include "basis/scores/quantised_scores.h"

namespace espalier {
namespace {

// Sums of a group's values must fit into 16 bits; rounding adds up to a half for each value.
constexpr double kMostSum = 32767 - static_cast<double>(QuantisedWeights::Group::kTrees);

double largest(std::span<const float> weights) {
  double most = 0;
  for (const float weight : weights) {
    const double size = std::abs(static_cast<double>(weight));
    if (std::isnan(size)) return size;
    most = std::max(most, size);
  }
  return most;
}

}  // namespace

QuantisedWeights::QuantisedWeights(const Basis& basis, std::span<const float> weights) : values_(weights.size()) {
  ESPALIER_ASSERT(weights.size() == basis.terminals());
  form_groups(basis);
  choose_step(basis, weights);
  if (step_ > 0) {
    const double inverse = 1 / static_cast<double>(step_);
    // To the nearest, by truncating a positive number.
    for (std::size_t i = 0; i < weights.size(); ++i)
      values_[i] = static_cast<std::int16_t>(
          static_cast<std::int32_t>(static_cast<double>(weights[i]) * inverse + 32768.5) - 32768);
  }
  fill_tables(basis);
}

void QuantisedWeights::form_groups(const Basis& basis) {
  for (std::uint32_t t = 0; t < basis.trees(); ++t) {
    if (basis.terminals(t) > kTableSize) {
      large_trees_.push_back(t);
      continue;
    }
    if (groups_.empty() || groups_.back().count == Group::kTrees) groups_.emplace_back();
    Group& group = groups_.back();
    group.trees[group.count++] = t;
    group.most_terminals = std::max(group.most_terminals, basis.terminals(t));
  }
  ESPALIER_ASSERT(groups_.size() + large_trees_.size() < 65536);  // sums of 16-bit sums fit into 32 bits
}

void QuantisedWeights::choose_step(const Basis& basis, std::span<const float> weights) {
  const auto largest_of = [&](std::uint32_t tree) {
    return largest(weights.subspan(basis.offset(tree), basis.terminals(tree)));
  };
  double most = 0;
  const auto take = [&](double sum) {
    most = std::isnan(sum) || std::isnan(most) ? std::numeric_limits<double>::quiet_NaN() : std::max(most, sum);
  };
  for (const Group& group : groups_) {
    double sum = 0;
    for (std::uint32_t j = 0; j < group.count; ++j) sum += largest_of(group.trees[j]);
    take(sum);
  }
  for (const std::uint32_t tree : large_trees_) take(largest_of(tree));
  // A step that is not zero is a normal number, so that dividing by it is accurate enough; weights below it round to
  // zero.
  step_ = std::isfinite(most) ? static_cast<float>(most / kMostSum) : std::numeric_limits<float>::quiet_NaN();
  if (most > 0) step_ = std::max(step_, std::numeric_limits<float>::min());
}

void QuantisedWeights::fill_tables(const Basis& basis) {
  tables_.assign(groups_.size() * Group::kTrees * 2 * kTableSize, 0);
  std::uint8_t* table = tables_.data();
  for (const Group& group : groups_) {
    for (std::size_t j = 0; j < group.count; ++j) {
      const std::int16_t* values = values_.data() + basis.offset(group.trees[j]);
      for (std::size_t k = 0; k < basis.terminals(group.trees[j]); ++k) {
        const auto bits = static_cast<std::uint16_t>(values[k]);
        table[j * 2 * kTableSize + k] = static_cast<std::uint8_t>(bits & 255);
        table[j * 2 * kTableSize + kTableSize + k] = static_cast<std::uint8_t>(bits >> 8);
      }
    }
    table += Group::kTrees * 2 * kTableSize;
  }
}

}  // namespace espalier

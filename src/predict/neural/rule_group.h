// Up to 32 rules of a net in the form that the kernels use: the j-th planes of all of them side by side, so that one
// pass over the inputs computes 32 planes, and the least plane of every rule is found lane by lane. Rules with fewer
// planes than others of their group are filled up with planes that are never the least.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "espalier/neural_rules.h"

namespace espalier {

inline constexpr std::size_t kGroupRules = 32;

struct GroupShape {
  std::size_t rules = 0;   // at most kGroupRules
  std::size_t planes = 0;  // of the rule with the most planes
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  bool deep = false;
};

class RuleGroup {
 public:
  explicit RuleGroup(const GroupShape& shape);

  const GroupShape& shape() const noexcept { return shape_; }

  // Each is kGroupRules numbers, one per rule.
  float* weights(std::size_t plane, std::size_t input) noexcept { return at((plane * shape_.inputs + input)); }
  float* offsets(std::size_t plane) noexcept { return at(first_offset() + plane); }
  float* mixing(std::size_t to, std::size_t from) noexcept { return at(first_mixing() + to * shape_.planes + from); }
  float* shifts(std::size_t to) noexcept { return at(first_mixing() + shape_.planes * shape_.planes + to); }
  float* values(std::size_t output) noexcept { return at(first_value() + output); }
  const float* weights(std::size_t plane, std::size_t input) const noexcept {
    return at(plane * shape_.inputs + input);
  }
  const float* offsets(std::size_t plane) const noexcept { return at(first_offset() + plane); }
  const float* mixing(std::size_t to, std::size_t from) const noexcept {
    return at(first_mixing() + to * shape_.planes + from);
  }
  const float* shifts(std::size_t to) const noexcept { return at(first_mixing() + shape_.planes * shape_.planes + to); }
  const float* values(std::size_t output) const noexcept { return at(first_value() + output); }

  std::size_t planes_of(std::size_t rule) const noexcept { return planes_of_[rule]; }
  void set_planes(std::size_t rule, std::size_t planes);

  // All numbers of the group, for code that treats them alike; groups of one shape have them in the same places.
  std::span<float> numbers() noexcept { return numbers_; }
  std::span<const float> numbers() const noexcept { return numbers_; }
  // Where the parts of numbers() begin and end: offsets are added, those behind them are factors.
  std::size_t first_offset_number() const noexcept { return first_offset() * kGroupRules; }
  std::size_t end_offset_number() const noexcept { return first_mixing() * kGroupRules; }
  std::size_t first_shift_number() const noexcept {
    return (first_mixing() + (shape_.deep ? shape_.planes * shape_.planes : 0)) * kGroupRules;
  }
  std::size_t first_value_number() const noexcept { return first_value() * kGroupRules; }

 private:
  std::size_t first_offset() const noexcept { return shape_.planes * shape_.inputs; }
  std::size_t first_mixing() const noexcept { return first_offset() + shape_.planes; }
  std::size_t first_value() const noexcept {
    return first_mixing() + (shape_.deep ? shape_.planes * (shape_.planes + 1) : 0);
  }
  float* at(std::size_t vector) noexcept { return numbers_.data() + vector * kGroupRules; }
  const float* at(std::size_t vector) const noexcept { return numbers_.data() + vector * kGroupRules; }

  GroupShape shape_;
  std::array<std::uint8_t, kGroupRules> planes_of_{};
  std::vector<float> numbers_;
};

// The rules in their order, 32 to a group; and back.
std::vector<RuleGroup> to_groups(const NeuralNet& net, std::size_t outputs, bool deep);
NeuralNet to_net(std::span<const RuleGroup> groups, std::vector<std::uint32_t> inputs);

}  // namespace espalier

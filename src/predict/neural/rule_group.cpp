#include "predict/neural/rule_group.h"

#include <algorithm>

#include "base/assert.h"

namespace espalier {
namespace {

// More than any plane reaches, and small enough that products with it are finite.
constexpr float kNeverLeast = 1e37F;

}  // namespace

RuleGroup::RuleGroup(const GroupShape& shape) : shape_(shape), numbers_((first_value() + shape.outputs) * kGroupRules) {
  ESPALIER_ASSERT(shape.rules <= kGroupRules && shape.planes <= kMostPlanes);
  for (std::size_t rule = 0; rule < kGroupRules; ++rule) set_planes(rule, 0);
}

void RuleGroup::set_planes(std::size_t rule, std::size_t planes) {
  planes_of_[rule] = static_cast<std::uint8_t>(planes);
  for (std::size_t p = 0; p < shape_.planes; ++p) {
    offsets(p)[rule] = p < planes ? 0 : kNeverLeast;
    if (shape_.deep) shifts(p)[rule] = p < planes ? 0 : kNeverLeast;
  }
  if (planes == 0 && shape_.planes > 0) {  // not a rule: it is never above 0
    offsets(0)[rule] = -kNeverLeast;
    if (shape_.deep) shifts(0)[rule] = -kNeverLeast;
  }
}

std::vector<RuleGroup> to_groups(const NeuralNet& net, std::size_t outputs, bool deep) {
  std::vector<RuleGroup> groups;
  const float* weight = net.weights.data();
  const float* mixing = net.mixing.data();
  for (std::size_t first = 0; first < net.planes.size(); first += kGroupRules) {
    const std::span<const std::uint32_t> planes =
        std::span(net.planes).subspan(first, std::min(kGroupRules, net.planes.size() - first));
    RuleGroup group({planes.size(), std::ranges::max(planes), net.inputs.size(), outputs, deep});
    for (std::size_t r = 0; r < planes.size(); ++r) {
      group.set_planes(r, planes[r]);
      for (std::size_t p = 0; p < planes[r]; ++p) {
        for (std::size_t i = 0; i < net.inputs.size(); ++i) group.weights(p, i)[r] = *weight++;
        group.offsets(p)[r] = *weight++;
      }
      for (std::size_t p = 0; deep && p < planes[r]; ++p)
        for (std::size_t from = 0; from < planes[r]; ++from) group.mixing(p, from)[r] = *mixing++;
      for (std::size_t p = 0; deep && p < planes[r]; ++p) group.shifts(p)[r] = *mixing++;
      for (std::size_t k = 0; k < outputs; ++k) group.values(k)[r] = net.values[(first + r) * outputs + k];
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

NeuralNet to_net(std::span<const RuleGroup> groups, std::vector<std::uint32_t> inputs) {
  NeuralNet net;
  net.inputs = std::move(inputs);
  for (const RuleGroup& group : groups) {
    for (std::size_t r = 0; r < group.shape().rules; ++r) {
      const std::size_t planes = group.planes_of(r);
      net.planes.push_back(static_cast<std::uint32_t>(planes));
      for (std::size_t p = 0; p < planes; ++p) {
        for (std::size_t i = 0; i < net.inputs.size(); ++i) net.weights.push_back(group.weights(p, i)[r]);
        net.weights.push_back(group.offsets(p)[r]);
      }
      for (std::size_t p = 0; group.shape().deep && p < planes; ++p)
        for (std::size_t from = 0; from < planes; ++from) net.mixing.push_back(group.mixing(p, from)[r]);
      for (std::size_t p = 0; group.shape().deep && p < planes; ++p) net.mixing.push_back(group.shifts(p)[r]);
      for (std::size_t k = 0; k < group.shape().outputs; ++k) net.values.push_back(group.values(k)[r]);
    }
  }
  return net;
}

}  // namespace espalier

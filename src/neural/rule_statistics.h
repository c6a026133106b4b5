// The effect of training on rules: the rows that they cover, and the rows that they covered as leaves.
#pragma once

#include "base/threads.h"
#include "espalier/neural_rules.h"
#include "neural/net_rows.h"
#include "predict/neural/rule_kernels.h"

namespace espalier {

// For every rule, in order; `start` are the groups before training.
RuleStatistics rule_statistics(std::span<const RuleGroup> start, std::span<const RuleGroup> groups,
                               std::span<const std::uint32_t> inputs, const NetRows& rows, Threads& threads);

}  // namespace espalier

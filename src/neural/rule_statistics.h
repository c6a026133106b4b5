// What training made of rules: which rows they cover, and which they covered when they were leaves.
#pragma once

#include "base/threads.h"
#include "espalier/neural_rules.h"
#include "neural/net_rows.h"
#include "predict/neural/rule_kernels.h"

namespace espalier {

// Of every rule, in order; `start` are the groups as they began.
RuleStatistics rule_statistics(std::span<const RuleGroup> start, std::span<const RuleGroup> groups,
                               std::span<const std::uint32_t> inputs, const NetRows& rows, Threads& threads);

}  // namespace espalier

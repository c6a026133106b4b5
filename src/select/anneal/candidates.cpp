#include "select/anneal/candidates.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace espalier {
namespace {

double square(const float* weights, std::size_t width) {
  double sum = 0;
  for (std::size_t k = 0; k < width; ++k) sum += static_cast<double>(weights[k]) * static_cast<double>(weights[k]);
  return sum;
}

double worth(const Problem& problem, const Candidates& candidates, std::size_t first, std::size_t count) {
  const std::size_t width = problem.width();
  double plain = 0, weighted = 0;
  for (std::size_t p = first; p < first + count; ++p) {
    const double of = square(candidates.weights.data() + p * width, width);
    plain += of;
    weighted += of * static_cast<double>(problem.row_weight[p]);
  }
  switch (problem.criterion) {
    case RankingCriterion::mean_square:
      return weighted / problem.loss.total_weight();
    case RankingCriterion::norm:
      return std::sqrt(plain);
    case RankingCriterion::norm_per_leaf:
      return std::sqrt(plain) / static_cast<double>(count);
    default:
      return plain / static_cast<double>(count);
  }
}

}  // namespace

std::vector<float> row_weights(const Design& design, const RowLoss& loss, Threads& threads) {
  const std::size_t chunk = chunk_rows(1);
  std::vector<float> weights(design.rows());
  for (std::size_t row = 0; row < design.rows(); ++row) weights[row] = loss.weight(row);
  std::vector<float> result(design.parameters());
  if (design.is_coded()) {
    std::vector<std::uint32_t> all(design.members());
    std::iota(all.begin(), all.end(), 0U);
    DerivativeSums sums;
    sums.assign(design.parameters());
    design.block(all)->add_sums({0, design.rows()}, {weights.data(), weights.data()}, 1, sums);
    std::ranges::transform(sums.hessians, result.begin(), [](double sum) { return static_cast<float>(sum); });
    return result;
  }
  threads.each(design.members(), [&](std::size_t member) {
    const auto index = static_cast<std::uint32_t>(member);
    const std::unique_ptr<Block> block = design.block({&index, 1});
    DerivativeSums sums;
    sums.assign(design.count(member));
    for (std::size_t begin = 0; begin < design.rows(); begin += chunk) {
      const RowRange rows{begin, std::min(design.rows(), begin + chunk)};
      block->add_sums(rows, {weights.data() + begin, weights.data() + begin}, 1, sums);
    }
    std::ranges::transform(sums.hessians, result.begin() + static_cast<std::ptrdiff_t>(design.first(member)),
                           [](double sum) { return static_cast<float>(sum); });
  });
  return result;
}

Candidates all_candidates(const Problem& problem) {
  const Design& design = problem.design;
  Candidates all;
  all.in.assign(design.parameters(), 1);
  all.members.resize(design.members());
  std::iota(all.members.begin(), all.members.end(), 0U);
  all.weights.assign(design.parameters() * problem.width(), 0.0F);
  all.intercept = problem.loss.start();
  std::vector<std::uint32_t> groups;
  if (problem.grouping == Grouping::rules) {
    for (std::size_t p = 0; p < design.parameters(); ++p) {
      const bool allowed = problem.allowed.empty() || problem.allowed[p] != 0;
      if (allowed && problem.row_weight[p] > 0) groups.push_back(static_cast<std::uint32_t>(p));
    }
  } else {
    groups.resize(design.members());
    std::iota(groups.begin(), groups.end(), 0U);
  }
  keep(problem, groups, all);
  return all;
}

std::vector<std::uint32_t> ranked(const Problem& problem, const Candidates& candidates) {
  std::vector<std::pair<double, std::uint32_t>> groups;
  groups.reserve(candidates.groups);
  const auto add = [&](std::size_t group) {
    const auto [first, count] = parameters_of(problem, static_cast<std::uint32_t>(group));
    const double value = worth(problem, candidates, first, count);
    groups.emplace_back(std::isnan(value) ? -1.0 : value, static_cast<std::uint32_t>(group));
  };
  for (const std::uint32_t member : candidates.members) {
    if (problem.grouping != Grouping::rules) {
      add(member);
      continue;
    }
    const std::size_t first = problem.design.first(member);
    for (std::size_t p = first; p < first + problem.design.count(member); ++p) {
      if (candidates.in[p]) add(p);
    }
  }
  std::ranges::sort(groups, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::uint32_t> order(groups.size());
  std::ranges::transform(groups, order.begin(), [](const auto& group) { return group.second; });
  return order;
}

ParameterRange parameters_of(const Problem& problem, std::uint32_t group) {
  if (problem.grouping == Grouping::rules) return {group, 1};
  return {problem.design.first(group), problem.design.count(group)};
}

void keep(const Problem& problem, std::span<const std::uint32_t> groups, Candidates& candidates) {
  const Design& design = problem.design;
  const std::size_t width = problem.width();
  constexpr std::uint8_t kOut = 0, kIn = 1, kStays = 2;
  for (const std::uint32_t group : groups) {
    const auto [first, count] = parameters_of(problem, group);
    std::fill_n(candidates.in.begin() + static_cast<std::ptrdiff_t>(first), count, kStays);
  }
  std::vector<std::uint32_t> members;
  for (const std::uint32_t member : candidates.members) {
    bool stays = false;
    for (std::size_t p = design.first(member); p < design.first(member) + design.count(member); ++p) {
      if (candidates.in[p] == kIn) {
        std::fill_n(candidates.weights.begin() + static_cast<std::ptrdiff_t>(p * width), width, 0.0F);
      }
      stays |= candidates.in[p] == kStays;
      candidates.in[p] = candidates.in[p] == kStays ? kIn : kOut;
    }
    if (stays) members.push_back(member);
  }
  candidates.members = std::move(members);
  candidates.groups = groups.size();
}

double loss_of(const Problem& problem, std::span<const float> scores, Threads& threads) {
  const std::size_t width = problem.width();
  const auto sum_rows = [&](std::size_t begin, std::size_t end) {
    thread_local std::vector<float> scratch;
    const std::size_t count = (end - begin) * width;
    scratch.resize(2 * count);
    return problem.loss.derive({begin, end}, scores.data() + begin * width, scratch.data(), scratch.data() + count);
  };
  return threads.reduce(problem.design.rows(), chunk_rows(width), 0.0, sum_rows,
                        [](double a, double b) { return a + b; });
}

double penalty(const Problem& problem, const Candidates& candidates) {
  const std::size_t width = problem.width();
  double sum = 0;
  for (const std::uint32_t member : candidates.members) {
    sum +=
        square(candidates.weights.data() + problem.design.first(member) * width, problem.design.count(member) * width);
  }
  return 0.5 * problem.ridge() * sum;
}

void score_rows(const Problem& problem, const Candidates& candidates, std::span<float> scores, Threads& threads) {
  const std::size_t width = problem.width();
  const std::unique_ptr<Block> all = problem.design.block(candidates.members);
  std::vector<float> weights;
  for (const std::uint32_t member : candidates.members) {
    const auto first = candidates.weights.begin() + static_cast<std::ptrdiff_t>(problem.design.first(member) * width);
    weights.insert(weights.end(), first, first + static_cast<std::ptrdiff_t>(problem.design.count(member) * width));
  }
  threads.blocks(problem.design.rows(), chunk_rows(width), [&](std::size_t begin, std::size_t end) {
    float* chunk = scores.data() + begin * width;
    for (std::size_t i = 0; i < end - begin; ++i) std::ranges::copy(candidates.intercept, chunk + i * width);
    all->add_scores({begin, end}, weights.data(), width, chunk);
  });
}

}  // namespace espalier

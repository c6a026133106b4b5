#include "data/bin_edges.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "data/float_key.h"
#include "data/radix_sort.h"

namespace espalier {
namespace {

struct Distinct {
  std::uint32_t key;
  double weight;
};

std::vector<Distinct> distinct_values(std::span<const float> values, std::span<const double> weights) {
  std::vector<SortedEntry> entries;
  entries.reserve(values.size());
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    const std::uint32_t key = key_of(values[i]);
    if (key != kMissingKey) entries.push_back({key, i});
  }
  std::vector<SortedEntry> scratch;
  radix_sort(entries, scratch);
  std::vector<Distinct> distinct;
  for (const SortedEntry& entry : entries) {
    const double weight = weights.empty() ? 1 : weights[entry.row];
    if (distinct.empty() || distinct.back().key != entry.key) distinct.push_back({entry.key, 0});
    distinct.back().weight += weight;
  }
  return distinct;
}

// Closes a bin when it holds its share of the rest, or where the next value fills a bin by itself.
std::vector<float> equal_weight_edges(std::span<const Distinct> values, std::size_t most_bins) {
  double rest = 0;
  for (const Distinct& value : values) rest += value.weight;
  const double fair = rest / static_cast<double>(most_bins);
  auto bins = static_cast<double>(most_bins);
  for (const Distinct& value : values) {
    if (value.weight < fair) continue;
    rest -= value.weight;
    bins -= 1;
  }
  std::vector<float> edges;
  double share = rest / std::max(1.0, bins), filled = 0;
  for (std::size_t i = 0; i + 1 < values.size() && edges.size() + 1 < most_bins; ++i) {
    const bool alone = values[i].weight >= fair, next_alone = values[i + 1].weight >= fair;
    if (!alone) rest -= values[i].weight;
    filled += values[i].weight;
    if (!alone && filled < share && !(next_alone && filled >= share / 2)) continue;
    edges.push_back(threshold_between(values[i].key, values[i + 1].key));
    filled = 0;
    if (alone) continue;
    bins -= 1;
    share = rest / std::max(1.0, bins);
  }
  return edges;
}

struct LabelSums {
  double rows = 0;
  double weight = 0;
  double target = 0;
};

// Labels in order of their mean, with the means of rare labels drawn towards the mean of all rows, cut into bins of
// equal weight.
std::vector<std::uint8_t> similar_labels(std::span<const LabelSums> labels, std::vector<std::uint32_t> order,
                                         std::size_t most_bins) {
  LabelSums all;
  for (const LabelSums& label : labels) {
    all = {all.rows + label.rows, all.weight + label.weight, all.target + label.target};
  }
  const double prior = 10 * all.weight / all.rows;  // the weight of ten rows
  std::ranges::stable_sort(order, {}, [&](std::uint32_t label) {
    return (labels[label].target + prior * all.target / all.weight) / (labels[label].weight + prior);
  });
  std::vector<std::uint8_t> bins(labels.size(), kNoBin);
  double below = 0;
  for (const std::uint32_t label : order) {
    const double middle = below + labels[label].weight / 2;
    const auto bin = static_cast<std::size_t>(middle / all.weight * static_cast<double>(most_bins));
    bins[label] = static_cast<std::uint8_t>(std::min(bin, most_bins - 1));
    below += labels[label].weight;
  }
  return bins;
}

}  // namespace

std::vector<float> numeric_edges(std::span<const float> sample, std::span<const double> weights,
                                 std::size_t most_bins) {
  const std::vector<Distinct> values = distinct_values(sample, weights);
  if (values.size() > most_bins) {
    // Infinity keeps a bin of its own, so that the bin below it ends at a finite threshold.
    const bool infinite = values.back().key == key_of(std::numeric_limits<float>::infinity());
    const std::span<const Distinct> finite = std::span(values).first(values.size() - (infinite ? 1 : 0));
    std::vector<float> edges = equal_weight_edges(finite, most_bins - (infinite ? 1 : 0));
    if (infinite) edges.push_back(std::numeric_limits<float>::max());
    return edges;
  }
  std::vector<float> edges;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    edges.push_back(threshold_between(values[i].key, values[i + 1].key));
  }
  return edges;
}

std::vector<std::uint8_t> category_bins(const ColumnView& column, std::span<const std::uint32_t> rows,
                                        std::span<const double> weights, std::span<const double> target,
                                        std::size_t most_bins) {
  std::vector<LabelSums> labels(column.feature->labels.size());
  for (const std::uint32_t row : rows) {
    const std::int32_t code = column.code(row);
    if (code < 0 || static_cast<std::size_t>(code) >= labels.size()) continue;
    const double weight = weights.empty() ? 1 : weights[row];
    LabelSums& label = labels[static_cast<std::size_t>(code)];
    label.rows += 1;
    label.weight += weight;
    if (!target.empty()) label.target += weight * target[row];
  }
  std::vector<std::uint32_t> order;
  for (std::uint32_t label = 0; label < labels.size(); ++label) {
    if (labels[label].weight > 0) order.push_back(label);
  }
  if (!target.empty() && order.size() > most_bins) return similar_labels(labels, std::move(order), most_bins);
  std::ranges::stable_sort(order, std::greater<>{}, [&](std::uint32_t label) { return labels[label].weight; });
  std::vector<std::uint8_t> bins(labels.size(), kNoBin);
  for (std::size_t i = 0; i < order.size(); ++i) bins[order[i]] = static_cast<std::uint8_t>(std::min(i, most_bins - 1));
  return bins;
}

}  // namespace espalier

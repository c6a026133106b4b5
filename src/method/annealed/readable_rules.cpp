#include "method/annealed/readable_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "base/assert.h"
#include "espalier/forest.h"

namespace espalier {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Does nothing if the table has no such column: a saved pool's column may be missing, which is reported elsewhere.
const ColumnView* column_of(const Feature& feature, const TableView& table) {
  const auto found = std::ranges::find_if(table.columns, [&](const ColumnView& column) {
    return column.feature->name == feature.name && column.feature->type == feature.type;
  });
  return found == table.columns.end() ? nullptr : &*found;
}

// Labels that the model does not know count as missing.
bool ever_missing(const Feature& feature, const ColumnView& column, std::size_t rows) {
  std::vector<bool> known;
  for (const std::string& label : column.feature->labels)
    known.push_back(std::ranges::find(feature.labels, label) != feature.labels.end());
  const auto is_missing = [&](std::size_t row) {
    if (column.numeric()) return std::isnan(column.value(row));
    return column.code(row) == kMissingCode || !known[static_cast<std::size_t>(column.code(row))];
  };
  for (std::size_t row = 0; row < rows; ++row) {
    if (is_missing(row)) return true;
  }
  return false;
}

struct Gap {
  float below = -kInfinity;  // the largest value up to the threshold
  float above = kInfinity;   // the smallest beyond it
};

// By threshold. If no value is between two of them, a gap stays open.
using Gaps = std::map<float, Gap>;

void close_gaps(const ColumnView& column, std::size_t rows, Gaps& gaps) {
  for (std::size_t row = 0; row < rows; ++row) {
    const float value = column.value(row);
    if (std::isnan(value)) continue;
    const auto next = gaps.lower_bound(value);  // value <= threshold
    if (next != gaps.end()) next->second.below = std::max(next->second.below, value);
    if (next != gaps.begin()) {
      Gap& gap = std::prev(next)->second;
      gap.above = std::min(gap.above, value);
    }
  }
}

float shortened(float threshold, const Gap& gap) {
  return std::isfinite(gap.below) && std::isfinite(gap.above) ? readable_between(gap.below, gap.above) : threshold;
}

bool is_absent(const Forest& forest, const TreeSpan& tree, std::int32_t child) {
  return child < 0 && forest.absent[tree.first_terminal + static_cast<std::uint32_t>(~child)] != 0;
}

}  // namespace

float readable_between(float a, float b) {
  ESPALIER_ASSERT(a < b);
  const double low = a, high = b, centre = low + (high - low) / 2, margin = (high - low) / 4;
  for (int digits = 1; digits <= std::numeric_limits<float>::max_digits10; ++digits) {
    const std::string text = fmt::format("{:.{}e}", centre, digits - 1);
    double decimal = 0;
    std::from_chars(text.data(), text.data() + text.size(), decimal);
    const auto rounded = static_cast<float>(decimal);
    if (rounded >= low + margin && rounded <= high - margin && rounded < b) return rounded + 0.0F;
  }
  return static_cast<float>(centre) < b ? static_cast<float>(centre) : a;
}

void shorten_thresholds(Pool& pool, const TableView& train) {
  std::vector<Gaps> gaps(pool.features.size());
  const auto of_each_threshold = [&](auto&& use) {
    for (Tree& tree : pool.trees) {
      for (TreeNode& node : tree.nodes) {
        if (node.feature == kNone) continue;
        const auto feature = static_cast<std::size_t>(node.feature);
        if (pool.features[feature].type == ColumnType::numeric) use(gaps[feature], node.threshold);
      }
    }
  };
  of_each_threshold([](Gaps& of_feature, float threshold) { of_feature.try_emplace(threshold); });
  for (std::size_t f = 0; f < gaps.size(); ++f) {
    const ColumnView* column = gaps[f].empty() ? nullptr : column_of(pool.features[f], train);
    if (column != nullptr) close_gaps(*column, train.rows, gaps[f]);
  }
  of_each_threshold(
      [](const Gaps& of_feature, float& threshold) { threshold = shortened(threshold, of_feature.at(threshold)); });
}

void let_missing_values_fail(Model& model, std::span<const TableView> tables) {
  auto& forest = std::get<Forest>(model.body);
  std::vector<bool> whole;  // features that were never missing
  for (const Feature& feature : model.features) {
    whole.push_back(std::ranges::all_of(tables, [&](const TableView& table) {
      const ColumnView* column = column_of(feature, table);
      return column != nullptr && !ever_missing(feature, *column, table.rows);
    }));
  }
  for (const TreeSpan& tree : forest.trees) {
    for (std::uint32_t s = tree.first_split; s < tree.first_split + tree.splits; ++s) {
      Split& split = forest.splits[s];
      const bool left_absent = is_absent(forest, tree, split.left);
      if (whole[split.feature] && left_absent != is_absent(forest, tree, split.right)) split.missing_left = left_absent;
    }
  }
}

}  // namespace espalier

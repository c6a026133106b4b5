// Rows with numbers, categories and missing values, targets of every kind, and sums over all rows by definition.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "espalier/forest.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "grow/combined/combined_tree.h"
#include "support/tables.h"

namespace espalier::test {

// Both kinds of many classes have nine.
enum class CombinedKind { numbers, weighted, binary, classes, many_classes, weighted_many_classes };

inline constexpr std::size_t classes_of(CombinedKind kind) noexcept {
  if (kind == CombinedKind::numbers || kind == CombinedKind::weighted) return 0;
  return kind == CombinedKind::binary ? 2 : kind == CombinedKind::classes ? 3 : 9;
}

struct CombinedSample {
  Table table;
  std::vector<double> numbers;  // rows × width
  std::size_t width = 1;
  std::vector<std::int32_t> classes;
  std::vector<double> weights;
  std::vector<std::uint32_t> all;
  SplitTargets sums;
  Threads threads{1};
  std::vector<ValueTable> values;  // one

  explicit CombinedSample(CombinedKind kind, std::size_t rows = 120) {
    const std::size_t class_count = classes_of(kind);
    Random random(1, "sample");
    std::vector<float> a(rows), b(rows);
    std::vector<std::int32_t> c(rows);
    for (std::uint32_t row = 0; row < rows; ++row) {
      a[row] = static_cast<float>(random.normal());
      b[row] = random.below(10) == 0 ? kNaN : static_cast<float>(random.normal());
      c[row] = static_cast<std::int32_t>(random.below(4));
      const double y = (a[row] > 0 ? 1 : -1) + (b[row] > 0.5F ? 2 : 0) + c[row] % 2 + random.normal();
      all.push_back(row);
      if (kind == CombinedKind::binary) classes.push_back(y > 0.5);
      if (kind == CombinedKind::classes) classes.push_back((y > 0) + (y > 1.5));
      // Rows with a > 0 have two of the classes, so that there are leaves with few; the others have all.
      if (class_count > 3)
        classes.push_back(static_cast<std::int32_t>(a[row] > 0 ? b[row] > 0 : random.below(class_count)));
      if (kind != CombinedKind::numbers) weights.push_back(0.5 + random.uniform());
      if (classes.empty()) numbers.push_back(y);
    }
    if (kind == CombinedKind::binary || kind == CombinedKind::many_classes) weights.clear();
    if (kind == CombinedKind::binary) numbers.assign(classes.begin(), classes.end());
    table = table_of({numeric("a", a), numeric("b", b), categorical("c", {"p", "q", "r", "s"}, c)});
    values.emplace_back(table, threads);
    sums.weights = weights;
    sums.class_count = class_count;
    if (class_count > 2) {
      width = class_count;
      numbers.assign(rows * width, 0.0);
      for (std::size_t row = 0; row < rows; ++row) numbers[row * width + static_cast<std::size_t>(classes[row])] = 1;
      sums.classes = classes;
    } else {
      sums.values = numbers;
    }
  }
  CombinedSample(const CombinedSample&) = delete;
  CombinedSample& operator=(const CombinedSample&) = delete;

  CombinedRows rows() const { return {values[0], sums, numbers, width, classes}; }
  double weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
  double total() const {
    double sum = 0;
    for (const std::uint32_t row : all) sum += weight(row);
    return sum;
  }

  // The leaf's values that the row reaches, by the nodes alone.
  std::span<const double> predict(const Tree& tree, std::uint32_t row) const {
    std::size_t at = 0;
    while (tree.nodes[at].feature != kNone) {
      const TreeNode& node = tree.nodes[at];
      const Column& column = table.columns[static_cast<std::size_t>(node.feature)];
      bool left = node.missing_left;
      if (column.feature.type == ColumnType::categorical)
        left = (tree.category_words[node.categories] >> column.codes[row] & 1U) != 0;
      else if (!std::isnan(column.values[row]))
        left = column.values[row] <= node.threshold;
      at = static_cast<std::size_t>(left ? node.left : node.right);
    }
    return std::span(tree.weights).subspan(at * width, width);
  }

  // The mean of what the trees predict: rows × width.
  std::vector<double> mean_prediction(std::span<const CombinedTree> trees) const {
    std::vector<double> sum(all.size() * width);
    for (const CombinedTree& tree : trees)
      for (const std::uint32_t row : all)
        for (std::size_t k = 0; k < width; ++k) sum[row * width + k] += predict(tree.tree(), row)[k];
    for (double& each : sum) each /= static_cast<double>(trees.size());
    return sum;
  }
  double squared_loss(std::span<const CombinedTree> trees) const {
    const std::vector<double> mean = mean_prediction(trees);
    double sum = 0;
    for (const std::uint32_t row : all)
      for (std::size_t k = 0; k < width; ++k) {
        const double lack = numbers[row * width + k] - mean[row * width + k];
        sum += weight(row) * lack * lack;
      }
    return sum / total();
  }
  double log_loss(std::span<const CombinedTree> trees, double least) const {
    const std::vector<double> mean = mean_prediction(trees);
    double sum = 0;
    for (const std::uint32_t row : all) {
      const auto code = static_cast<std::size_t>(classes[row]);
      const double share = width > 1 ? mean[row * width + code] : code == 1 ? mean[row] : 1 - mean[row];
      sum -= weight(row) * std::log(std::max(least, share));
    }
    return sum / total();
  }

  // A root on two thirds of the rows, others by the number.
  CombinedTree root(std::uint64_t number) const {
    std::vector<std::uint32_t> own, others;
    Random random(number, "root");
    for (const std::uint32_t row : all) (random.below(3) > 0 ? own : others).push_back(row);
    return {rows(), std::move(own), std::move(others), {}};
  }
};

}  // namespace espalier::test

#include "grow/boosting/boost.h"

#include <algorithm>
#include <numeric>

#include "espalier/forest.h"
#include "predict/columns/goes_left.h"

namespace espalier {
namespace {

constexpr std::size_t kRowsPerBlock = 8192;
constexpr std::size_t kPartsPerTask = 4;

// Every row of output k starts from start[k].
std::vector<double> repeated(std::span<const double> start, std::size_t rows) {
  std::vector<double> scores;
  scores.reserve(start.size() * rows);
  for (const double value : start) scores.insert(scores.end(), rows, value);
  return scores;
}

// The node that a row ends in.
std::size_t leaf_of(const Tree& tree, const TableView& table, std::size_t row) noexcept {
  std::size_t node = 0;
  while (tree.nodes[node].feature != kNone) {
    const TreeNode& split = tree.nodes[node];
    const ColumnView& column = table.columns[static_cast<std::size_t>(split.feature)];
    const bool left = goes_left(column, row, split, tree.category_words.data() + split.categories);
    node = static_cast<std::size_t>(left ? split.left : split.right);
  }
  return node;
}

}  // namespace

std::vector<double> constant_start(const Loss& loss, const Target& target) {
  if (const auto* softmax = std::get_if<SoftmaxLoss>(&loss)) {
    return best_constant(*softmax, target.classes, target.weights, static_cast<int>(target.labels.size()));
  }
  if (target.task == Task::regression) return {best_constant(loss, target.values, target.weights)};
  const std::vector<double> y(target.classes.begin(), target.classes.end());
  return {best_constant(loss, y, target.weights)};
}

Booster::Booster(BinnedTable table, const Target& target, const BoosterOptions& options, std::span<const double> start,
                 Threads& threads)
    : target_(target),
      options_(options),
      threads_(threads),
      gradients_(options_.loss, target),
      grower_(std::move(table), target.weights, options.vector_leaves ? gradients_.outputs() : 1, options.tree,
              threads) {
  if (start.empty()) {
    intercept_ = constant_start(options.loss, target);
    scores_ = repeated(intercept_, target.rows());
  } else {
    intercept_.assign(outputs(), 0.0);
    scores_.assign(start.begin(), start.end());
  }
  if (std::ranges::any_of(target.weights, [](double weight) { return !(weight > 0); })) {
    for (const double weight : target.weights) taken_.push_back(weight > 0 ? 1 : 0);
  }
}

void Booster::follow(Followed& rows) {
  rows.scores = repeated(intercept_, rows.table->rows);
  followed_.push_back(&rows);
}

void Booster::round(std::optional<Room> room) {
  const std::size_t number = rounds();
  first_tree_.push_back(trees_.size());
  if (options_.sample < 1) draw_rows();
  gradients_.compute(scores_, threads_);
  if (options_.vector_leaves && outputs() > 1) {
    add_tree({gradients_.row_major(), gradients_.scale()}, kNone, number, room);
  } else {
    for (std::size_t k = 0; k < outputs(); ++k) {
      add_tree({gradients_.of(k), gradients_.scale()}, outputs() > 1 ? static_cast<std::int32_t>(k) : kNone,
               number * outputs() + k, room);
    }
  }
}

void Booster::add_tree(const RowPairs& gradients, std::int32_t output, std::size_t number, std::optional<Room>& room) {
  if (room && room->leaves() < 2) return;
  Random random(options_.seed, "boosted tree", number);
  const std::vector<std::uint32_t> columns = draw_columns(random);
  HistogramTree grown =
      grower_.grow(gradients, {taken_, columns, room ? std::optional(room->leaves()) : std::nullopt}, random);
  if (grown.leaves.size() < 2) return;
  if (room) room->take(grown.leaves.size());
  // The scores change by what the saved model will add: float32.
  std::vector<float> values(grown.values.size());
  std::ranges::transform(grown.values, values.begin(),
                         [&](double value) { return static_cast<float>(options_.rate * value); });
  apply(grown, values, output);
  const std::size_t width = values.size() / grown.leaves.size();
  grown.tree.output = output;
  grown.tree.weights.assign(grown.tree.nodes.size() * width, 0.0);
  for (std::size_t leaf = 0; leaf < grown.leaves.size(); ++leaf) {
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(leaf * width), width,
                grown.tree.weights.begin() + static_cast<std::ptrdiff_t>(grown.leaves[leaf].node * width));
  }
  trees_.push_back(std::move(grown.tree));
}

void Booster::apply(const HistogramTree& grown, std::span<const float> values, std::int32_t output) {
  const std::size_t width = values.size() / grown.leaves.size();
  const std::size_t first = output == kNone ? 0 : static_cast<std::size_t>(output);
  std::vector<std::size_t> leaf_at(grown.tree.nodes.size());
  for (std::size_t leaf = 0; leaf < grown.leaves.size(); ++leaf) leaf_at[grown.leaves[leaf].node] = leaf;
  const auto add = [&](std::vector<double>& scores, std::size_t rows, std::size_t row, std::size_t leaf) {
    for (std::size_t k = 0; k < width; ++k) {
      scores[(first + k) * rows + row] += static_cast<double>(values[leaf * width + k]);
    }
  };
  struct Part {
    std::size_t leaf;
    std::span<const std::uint32_t> rows;
  };
  std::vector<Part> parts;  // leaves differ in size
  for (std::size_t leaf = 0; leaf < grown.leaves.size(); ++leaf) {
    for (std::span<const std::uint32_t> rows = grown.leaves[leaf].rows; !rows.empty();
         rows = rows.subspan(std::min(rows.size(), kRowsPerBlock)))
      parts.push_back({leaf, rows.first(std::min(rows.size(), kRowsPerBlock))});
  }
  threads_.blocks(parts.size(), kPartsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t k = 0; k < width; ++k) {
        double* scores = scores_.data() + (first + k) * target_.rows();
        const auto value = static_cast<double>(values[parts[i].leaf * width + k]);
        for (const std::uint32_t row : parts[i].rows) scores[row] += value;
      }
    }
  });
  const std::span<const std::uint32_t> others = grower_.others();
  threads_.blocks(others.size(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      add(scores_, target_.rows(), others[i], leaf_at[grower_.leaf_of_other(grown, i)]);
    }
  });
  for (Followed* other : followed_) {
    const TableView& table = *other->table;
    threads_.blocks(table.rows, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        add(other->scores, table.rows, row, leaf_at[leaf_of(grown.tree, table, row)]);
      }
    });
  }
}

// Selection sampling: each row with a weight is taken with the probability that leaves exactly the wanted number at the
// end.
void Booster::draw_rows() {
  Random random(options_.seed, "rows of a round", rounds());
  const auto with_weight = [](double weight) { return weight > 0; };
  std::size_t left = target_.weights.empty()
                         ? target_.rows()
                         : static_cast<std::size_t>(std::ranges::count_if(target_.weights, with_weight));
  const double wanted = options_.sample * static_cast<double>(left);
  std::size_t need = std::max<std::size_t>(1, static_cast<std::size_t>(wanted + 0.5));
  taken_.assign(target_.rows(), 0);
  for (std::size_t row = 0; row < target_.rows(); ++row) {
    if (!(target_.weight(row) > 0)) continue;
    taken_[row] = random.below(left) < need ? 1 : 0;
    need -= taken_[row];
    --left;
  }
}

std::vector<std::uint32_t> Booster::draw_columns(Random& random) const {
  std::vector<std::uint32_t> columns(grower_.columns());
  std::iota(columns.begin(), columns.end(), 0U);
  if (!options_.columns || static_cast<std::size_t>(*options_.columns) >= columns.size()) return columns;
  random.shuffle(std::span(columns));
  columns.resize(static_cast<std::size_t>(*options_.columns));
  std::sort(columns.begin(), columns.end());
  return columns;
}

}  // namespace espalier

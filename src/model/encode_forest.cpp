// The forest section: intercepts, one table of distinct thresholds per feature, then a stream of bit fields with the
// nodes of all trees in preorder and the values of all terminals. A threshold or a value costs as many bits as it takes
// to distinguish it from the others, which makes the file small. O(n log n) for the tables.
// Tested by tests/model/encode_test.cpp.
#include <algorithm>
#include <bit>

#include "base/assert.h"
#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "model/format.h"

namespace espalier {
namespace {

// The distinct items in ascending order, and the index of an item. Neighbours are often the same: of many classes, most
// have no share in a leaf. Whenever twice as many items were added as there are distinct ones, the others are dropped,
// so that memory is that of the distinct ones.
template <class T>
class ValueTable {
 public:
  void add(T item) {
    if (!items_.empty() && items_.back() == item) return;
    if (items_.size() >= most_) {
      sort();
      most_ = std::max(most_, 2 * items_.size());
    }
    items_.push_back(item);
  }
  void sort() {
    std::sort(items_.begin(), items_.end());
    items_.erase(std::unique(items_.begin(), items_.end()), items_.end());
  }
  std::size_t index(T item) {
    if (items_[last_] == item) return last_;
    const auto found = std::lower_bound(items_.begin(), items_.end(), item);
    ESPALIER_ASSERT(found != items_.end() && *found == item);
    return last_ = static_cast<std::size_t>(found - items_.begin());
  }
  const std::vector<T>& items() const noexcept { return items_; }

 private:
  std::vector<T> items_;
  std::size_t most_ = std::size_t{1} << 16;
  std::size_t last_ = 0;  // the index that was asked for last
};

// -0 and 0 are the same threshold; adding 0 makes them the same bits.
float canonical(float threshold) noexcept { return threshold + 0.0F; }

NodeKind kind_of(const Forest& forest, const TreeSpan& tree, const Split& split) {
  const auto absent = [&](std::int32_t child) {
    return child < 0 && forest.absent[tree.first_terminal + static_cast<std::uint32_t>(~child)] != 0;
  };
  const bool left = !absent(split.left);
  const bool right = !absent(split.right);
  ESPALIER_ASSERT(left || right);
  return left && right ? NodeKind::both : left ? NodeKind::left_only : NodeKind::right_only;
}

class ForestWriter {
 public:
  ForestWriter(const Model& model, const Forest& forest) : model_(model), forest_(forest) {
    thresholds_.resize(model.features.size());
    for (const Split& split : forest.splits)
      if (model.features[split.feature].type == ColumnType::numeric)
        thresholds_[split.feature].add(canonical(split.threshold));
    for (auto& table : thresholds_) table.sort();
    for (const float value : forest.values) values_.add(std::bit_cast<std::uint32_t>(value));
    values_.sort();
  }

  std::vector<std::byte> write() {
    for (const double intercept : forest_.intercept) out_.f64(intercept);
    write_thresholds();
    out_.varint(static_cast<std::uint32_t>(forest_.trees.size()));
    const ValueCoding coding = write_value_table();
    for (const TreeSpan& tree : forest_.trees) write_tree(tree);
    write_values(coding);
    out_.raw(bits_.finish());
    return out_.take();
  }

 private:
  void write_thresholds() {
    for (std::size_t f = 0; f < model_.features.size(); ++f) {
      if (model_.features[f].type != ColumnType::numeric) continue;
      out_.varint(static_cast<std::uint32_t>(thresholds_[f].items().size()));
      for (const float threshold : thresholds_[f].items()) out_.f32(threshold);
    }
  }

  // A table of the values, if the table and the indices into it take fewer bits than the values themselves.
  ValueCoding write_value_table() {
    const std::size_t count = forest_.values.size();
    const std::size_t distinct = values_.items().size();
    const std::size_t table_bits = 8 * varint_size(static_cast<std::uint32_t>(distinct)) + kFloatBits * distinct;
    const std::size_t index_bits = static_cast<std::size_t>(value_index_bits(distinct)) * count;
    const auto coding = table_bits + index_bits < kFloatBits * count ? ValueCoding::table : ValueCoding::raw;
    out_.u8(static_cast<std::uint8_t>(coding));
    if (coding == ValueCoding::table) {
      out_.varint(static_cast<std::uint32_t>(distinct));
      for (const std::uint32_t value : values_.items()) out_.u32(value);
    }
    return coding;
  }

  void write_tree(const TreeSpan& tree) {
    if (forest_.outputs() > 1)
      bits_.write(static_cast<std::uint64_t>(tree.output + 1), bits_for(forest_.intercept.size() + 1));
    pending_.assign(1, 0);
    while (!pending_.empty()) {
      const std::int32_t node = pending_.back();
      pending_.pop_back();
      if (node < 0) {
        const bool absent = forest_.absent[tree.first_terminal + static_cast<std::uint32_t>(~node)] != 0;
        if (!absent) bits_.write(static_cast<std::uint64_t>(NodeKind::leaf), kNodeKindBits);
        continue;
      }
      const Split& split = forest_.splits[tree.first_split + static_cast<std::uint32_t>(node)];
      bits_.write(static_cast<std::uint64_t>(kind_of(forest_, tree, split)), kNodeKindBits);
      write_condition(split);
      pending_.push_back(split.right);
      pending_.push_back(split.left);
    }
  }

  void write_condition(const Split& split) {
    bits_.write(split.feature, bits_for(model_.features.size()));
    bits_.write(split.missing_left ? 1 : 0, 1);
    const Feature& feature = model_.features[split.feature];
    if (feature.type == ColumnType::numeric) {
      auto& table = thresholds_[split.feature];
      bits_.write(table.index(canonical(split.threshold)), bits_for(table.items().size()));
      return;
    }
    for (std::size_t c = 0; c < feature.labels.size(); c += 32) {
      const std::uint64_t word = forest_.category_words[split.categories + c / 64] >> (c % 64);
      const int count = static_cast<int>(std::min<std::size_t>(32, feature.labels.size() - c));
      bits_.write(word & ((std::uint64_t{1} << count) - 1), count);
    }
  }

  void write_values(ValueCoding coding) {
    const int index_bits = value_index_bits(values_.items().size());
    const auto width = static_cast<std::size_t>(coding == ValueCoding::raw ? kFloatBits : index_bits);
    bits_.reserve((forest_.values.size() * width + 7) / 8);
    for (const float value : forest_.values) {
      const auto bits = std::bit_cast<std::uint32_t>(value);
      if (coding == ValueCoding::raw)
        bits_.write(bits, kFloatBits);
      else
        bits_.write(values_.index(bits), index_bits);
    }
  }

  const Model& model_;
  const Forest& forest_;
  std::vector<ValueTable<float>> thresholds_;
  ValueTable<std::uint32_t> values_;
  ByteWriter out_;
  BitWriter bits_;
  std::vector<std::int32_t> pending_;
};

}  // namespace

std::vector<std::byte> encode_forest(const Model& model, const Forest& forest) {
  return ForestWriter(model, forest).write();
}

}  // namespace espalier

// The forest section back to a Forest. Trees are read with an explicit stack, never by recursion: a file may hold a
// chain of a million nodes. A node takes at least three bits and its values one bit each, so that the arrays stay in
// proportion to the section; the loop over trees ends with the bits, whatever number of trees is claimed.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "model/format.h"

namespace espalier {
namespace {

class ForestReader {
 public:
  ForestReader(const Model& schema, ByteReader& in)
      : schema_(schema), in_(in), feature_bits_(bits_for(schema.features.size())) {}

  Forest read() {
    forest_.intercept.resize(outputs_of(schema_));
    for (double& intercept : forest_.intercept) intercept = in_.f64("an intercept");
    read_thresholds();
    const std::uint32_t trees = in_.varint("the number of trees");
    read_value_table();
    bits_ = BitReader(in_.raw(in_.left(), "the trees"));
    for (std::uint32_t t = 0; t < trees; ++t) read_tree();
    check_all_used();
    read_values();
    return std::move(forest_);
  }

 private:
  // The thresholds of a numeric feature; for a categorical one only whether it is used.
  struct FeatureTable {
    std::vector<float> thresholds;
    std::vector<bool> used;
  };

  struct Open {
    std::int32_t split = 0;
    NodeKind kind = NodeKind::leaf;
    bool left_done = false;
  };

  void read_thresholds() {
    for (const Feature& feature : schema_.features) {
      FeatureTable& table = tables_.emplace_back();
      if (feature.type == ColumnType::numeric) {
        table.thresholds.resize(in_.count("the number of thresholds", sizeof(float)));
        for (float& threshold : table.thresholds) threshold = in_.f32("a threshold");
        check_thresholds(feature, table.thresholds);
      }
      table.used.resize(feature.type == ColumnType::numeric ? table.thresholds.size() : 1);
    }
  }

  void check_thresholds(const Feature& feature, const std::vector<float>& thresholds) {
    if (thresholds.empty()) in_.fail(fmt::format("the feature \"{}\" has no thresholds", feature.name));
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
      if (thresholds[i] == 0 && std::signbit(thresholds[i]))
        in_.fail(fmt::format("a threshold of \"{}\" is -0, must be written 0", feature.name));
      if (i > 0 && !(thresholds[i - 1] < thresholds[i]))
        in_.fail(fmt::format("the thresholds of \"{}\" do not ascend: {} comes after {}", feature.name, thresholds[i],
                             thresholds[i - 1]));
    }
  }

  void read_value_table() {
    const std::uint8_t coding = in_.u8("the coding of the values");
    if (coding > static_cast<std::uint8_t>(ValueCoding::table))
      in_.fail(fmt::format("unknown coding {} of the values", coding));
    coding_ = static_cast<ValueCoding>(coding);
    if (coding_ == ValueCoding::raw) return;
    value_table_.resize(in_.count("the number of distinct values", sizeof(float)));
    for (float& value : value_table_) value = in_.f32("a value");
    for (std::size_t i = 1; i < value_table_.size(); ++i)
      if (std::bit_cast<std::uint32_t>(value_table_[i - 1]) >= std::bit_cast<std::uint32_t>(value_table_[i]))
        in_.fail("the distinct values do not ascend");
  }

  std::uint64_t field(int bits) {
    if (static_cast<std::uint64_t>(bits) > bits_.left()) in_.fail("the trees go on after the end of their section");
    return bits_.read(bits);
  }

  void read_tree() {
    TreeSpan tree;
    tree.first_split = static_cast<std::uint32_t>(forest_.splits.size());
    tree.first_terminal = static_cast<std::uint32_t>(forest_.absent.size());
    tree.first_value = value_count_;
    tree.output = read_output();
    open_.clear();
    if (read_node(tree) < 0) in_.fail("a tree must have at least one split");
    while (!open_.empty()) {
      // Children are read in place: the left one, then the right one, then the split is complete.
      const Open top = open_.back();
      const bool left = !top.left_done;
      const bool absent = top.kind == (left ? NodeKind::right_only : NodeKind::left_only);
      if (left)
        open_.back().left_done = true;
      else
        open_.pop_back();
      const std::int32_t child = absent ? add_terminal(tree, 1) : read_node(tree);
      Split& split = forest_.splits[tree.first_split + static_cast<std::uint32_t>(top.split)];
      (left ? split.left : split.right) = child;
    }
    tree.splits = static_cast<std::uint32_t>(forest_.splits.size()) - tree.first_split;
    value_count_ += (tree.splits + std::uint64_t{1}) * forest_.width(tree);
    forest_.trees.push_back(tree);
  }

  std::int32_t read_output() {
    const std::size_t outputs = forest_.intercept.size();
    if (outputs == 1) return kNone;
    const std::uint64_t code = field(bits_for(outputs + 1));
    if (code > outputs) in_.fail(fmt::format("a tree adds to output {}, there are {}", code - 1, outputs));
    return static_cast<std::int32_t>(code) - 1;
  }

  // The number of the split within its tree, or ~ the number of the terminal.
  std::int32_t read_node(const TreeSpan& tree) {
    const auto kind = static_cast<NodeKind>(field(kNodeKindBits));
    if (kind == NodeKind::leaf) return add_terminal(tree, 0);
    const auto id = static_cast<std::int32_t>(forest_.splits.size() - tree.first_split);
    forest_.splits.push_back(read_condition());
    open_.push_back({id, kind, false});
    return id;
  }

  std::int32_t add_terminal(const TreeSpan& tree, std::uint8_t absent) {
    const auto id = static_cast<std::int32_t>(forest_.absent.size() - tree.first_terminal);
    forest_.absent.push_back(absent);
    return ~id;
  }

  Split read_condition() {
    Split split;
    const std::uint64_t feature = field(feature_bits_);
    if (feature >= schema_.features.size())
      in_.fail(fmt::format("a split on feature {}, there are {}", feature, schema_.features.size()));
    split.feature = static_cast<std::uint32_t>(feature);
    split.missing_left = field(1) != 0;
    FeatureTable& table = tables_[feature];
    std::uint64_t index = 0;
    if (schema_.features[feature].type == ColumnType::categorical) {
      split.categories = read_categories(schema_.features[feature]);
    } else {
      index = field(bits_for(table.thresholds.size()));
      if (index >= table.thresholds.size())
        in_.fail(fmt::format("threshold {} of \"{}\", which has {}", index, schema_.features[feature].name,
                             table.thresholds.size()));
      split.threshold = table.thresholds[index];
    }
    table.used[index] = true;
    return split;
  }

  std::uint32_t read_categories(const Feature& feature) {
    const auto first = static_cast<std::uint32_t>(forest_.category_words.size());
    const std::size_t labels = feature.labels.size();
    if (labels > bits_.left()) in_.fail("the trees go on after the end of their section");
    forest_.category_words.resize(first + words_of(feature));
    for (std::size_t c = 0; c < labels; c += 32)
      forest_.category_words[first + c / 64] |= bits_.read(static_cast<int>(std::min<std::size_t>(32, labels - c)))
                                                << (c % 64);
    return first;
  }

  // Conditions that no split uses could have been left out; a model has only one file.
  void check_all_used() {
    for (std::size_t f = 0; f < tables_.size(); ++f)
      for (const bool used : tables_[f].used)
        if (!used)
          in_.fail(fmt::format("the feature \"{}\" has conditions that no split uses", schema_.features[f].name));
  }

  void read_values() {
    const bool raw = coding_ == ValueCoding::raw;
    const int bits = raw ? kFloatBits : value_index_bits(value_table_.size());
    if (value_count_ > bits_.left() / static_cast<std::uint64_t>(bits))
      in_.fail(fmt::format("{} leaf values of {} bits, {} bits are left", value_count_, bits, bits_.left()));
    forest_.values.resize(value_count_);
    std::vector<bool> used(value_table_.size());
    for (float& value : forest_.values) {
      const std::uint64_t code = bits_.read(bits);
      if (!raw && code >= value_table_.size())
        in_.fail(fmt::format("leaf value {}, there are {}", code, value_table_.size()));
      value = raw ? std::bit_cast<float>(static_cast<std::uint32_t>(code)) : value_table_[code];
      if (!std::isfinite(value)) in_.fail(fmt::format("a leaf value must be finite, is {}", value));
      if (!raw) used[code] = true;
    }
    for (const bool value_used : used)
      if (!value_used) in_.fail("a distinct value is used by no leaf");
    if (bits_.left() >= 8) in_.fail(fmt::format("{} bytes too many in the forest section", bits_.left() / 8));
    if (bits_.read(static_cast<int>(bits_.left())) != 0) in_.fail("the bits after the last leaf value must be 0");
  }

  const Model& schema_;
  ByteReader& in_;
  const int feature_bits_;
  std::vector<FeatureTable> tables_;
  ValueCoding coding_ = ValueCoding::raw;
  std::vector<float> value_table_;
  BitReader bits_{{}};
  Forest forest_;
  std::uint64_t value_count_ = 0;
  std::vector<Open> open_;
};

}  // namespace

Forest decode_forest(const Model& schema, ByteReader& in) { return ForestReader(schema, in).read(); }

}  // namespace espalier

// A forest's scores of one row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "espalier/forest.h"
#include "espalier/model.h"
#include "predict/row/match.h"
#include "predict/row/rank_columns.h"
#include "predict/walk/walk.h"

namespace espalier {

// The model must outlive it, and be a forest.
class ForestRow {
 public:
  explicit ForestRow(const Model& model);
  ForestRow(const ForestRow&) = delete;
  ForestRow& operator=(const ForestRow&) = delete;

  std::size_t outputs() const noexcept { return forest_.intercept.size(); }
  void scores(std::span<const float> row, std::span<double> out) const;  // RowPredictor checks the lengths

 private:
  enum class Kind : std::uint8_t { small, large, walked };
  struct Stretch {  // neighbouring trees of one kind
    Kind kind = Kind::walked;
    std::uint32_t first = 0;
    std::uint32_t trees = 0;
    std::size_t number = 0;  // of the first, among those of its kind
    bool one_sum = true;     // all add to one and the same output
    bool ranks = false;      // the row is ranked before it, by the next of ranks_
  };
  static constexpr std::uint32_t kNoRanks = 0xFFFFFFFF;
  static constexpr std::size_t kStretchTrees = 64;
  static constexpr std::size_t kStackColumns = 4096;

  std::vector<std::uint32_t> small_numeric_trees() const;
  struct TreeRanks {
    std::vector<RankThresholds> thresholds;
    std::vector<std::uint32_t> of_tree;  // which of them; kNoRanks: the tree is walked
  };
  TreeRanks rank_trees() const;
  std::size_t add(Kind kind, std::uint32_t tree, const RankThresholds* thresholds);
  struct RankedRow;
  void find_terminals(const Stretch& stretch, const RankedRow& row, std::uint32_t* terminals) const;
  void add_values(const Stretch& stretch, const std::uint32_t* terminals, std::span<double> out) const noexcept;

  const Forest& forest_;
  WalkColumns columns_;
  std::vector<RankColumns> ranks_;  // those of neighbouring trees that are matched
  std::vector<SmallMatchTree> small_;
  std::vector<LargeMatchTree> large_;
  std::vector<std::uint32_t> walked_;
  std::optional<Walk> walk_;
  std::vector<Stretch> stretches_;
};

}  // namespace espalier

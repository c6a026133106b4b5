// Rows as bytes against a forest's own splits, so that every test of a tree is "byte <= most" and nothing else.
//
// The sorted distinct thresholds of a feature are cut into runs of at most 254. A slot is a run together with the side
// that missing values take; its byte says how many thresholds of the run are below the value, with room for missing
// values below everything or above everything. A set of categories is a slot as well: 0 is left, 1 right. Bytes are
// signed, as that is what every instruction set compares.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "data/edge_search.h"
#include "espalier/forest.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "predict/columns/bound_columns.h"

namespace espalier {

// The row goes left if the slot's byte is at most `most`.
struct SlotTest {
  std::uint16_t slot = 0;
  std::int8_t most = 0;
  bool operator==(const SlotTest&) const = default;
};

class Slots {
 public:
  // A block's bytes: those of slot s are at s · kBlockRows.
  static constexpr std::size_t kBlockRows = 1024;
  // More would push a block's bytes out of the second-level cache; trees that need more are walked.
  static constexpr std::size_t kMost = 1024;

  // For splits of these trees; both must outlive the slots.
  Slots(const std::vector<Feature>& features, const Forest& forest, std::span<const std::uint32_t> trees);

  // The split as a test of a slot, which is made on demand; none if the slots are used up.
  std::optional<SlotTest> test_of(const Split& split);

  std::size_t count() const noexcept { return count_; }

  // The bytes of `rows` rows from `begin` on. Bytes beyond them are left unchanged.
  void fill(const BoundTable& table, std::size_t begin, std::size_t rows, std::int8_t* block) const;

 private:
  static constexpr std::size_t kRun = 254;                // thresholds per slot
  static constexpr std::size_t kRulerEdges = 256 * kRun;  // the most that 16-bit bins can number

  struct Run {
    std::uint16_t missing_left = kUnused;
    std::uint16_t missing_right = kUnused;
  };
  // Up to kRulerEdges neighbouring thresholds of a feature, searched in one go.
  struct Ruler {
    std::uint32_t feature = 0;
    std::vector<float> edges;
    EdgeSearch search;
    std::vector<Run> runs;
    bool used = false;
  };
  struct Set {
    std::uint32_t feature = 0;
    std::uint16_t slot = 0;
    std::vector<std::int8_t> byte_of;  // by code; the last entry is for missing and unknown codes
  };
  static constexpr std::uint16_t kUnused = 65535;

  void add_rulers(std::uint32_t feature, std::vector<float>& thresholds);
  std::optional<SlotTest> threshold_test(const Split& split);
  std::optional<SlotTest> set_test(const Split& split);
  bool take(std::uint16_t& slot);
  void fill_ruler(const Ruler& ruler, const ColumnView& column, std::size_t begin, std::size_t rows,
                  std::int8_t* block) const;

  const std::vector<Feature>& features_;
  const Forest& forest_;
  std::vector<Ruler> rulers_;
  std::vector<std::size_t> first_ruler_;  // by feature
  std::vector<Set> sets_;
  std::map<std::vector<std::uint64_t>, std::uint16_t> slot_of_set_;
  std::size_t count_ = 0;
};

}  // namespace espalier

// Tables of rows through a forest, with the same bits as the reference: small trees as programs over slots, large ones
// walked.
#pragma once

#include <hwy/aligned_allocator.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "espalier/forest.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "predict/batch/program.h"
#include "predict/batch/slots.h"
#include "predict/columns/bound_columns.h"
#include "predict/walk/walk.h"

namespace espalier {

// Receives the terminals that neighbouring rows, the first of them `row`, reach in a tree.
using Terminals = std::variant<std::span<const std::uint8_t>, std::span<const std::uint32_t>>;
using TerminalSink = std::function<void(std::uint32_t tree, std::size_t row, const Terminals& terminals)>;

class Batch {
 public:
  // Both must outlive the batch.
  Batch(const std::vector<Feature>& features, const Forest& forest);

  // The number of a table's rows to work on in one go. Large trees want many, since a tree is read once for all of
  // them; but all threads should have work, and the rows should stay in the cache.
  std::size_t task_rows(std::size_t rows, const Run& run) const;

  // out: rows [begin, end) × outputs.
  void scores(const BoundTable& table, std::size_t begin, std::size_t end, double* out) const;

  // All terminals of rows [begin, end), tree by tree; small trees give bytes.
  void terminals(const BoundTable& table, std::size_t begin, std::size_t end, const TerminalSink& put) const;

 private:
  class Task;
  struct Sums;
  struct Stretch {  // neighbouring trees of one kind
    bool walked = false;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  struct Place {
    std::uint32_t first = 0;  // a program's instructions [first, last), or the tree's number in the walk
    std::uint32_t last = 0;
    std::size_t values = 0;  // a program's tables of values, kMostProgramTerminals per output
  };

  static std::vector<std::uint32_t> small_trees(const Forest& forest);
  void make_tables();
  std::uint32_t group_end(std::uint32_t first, std::uint32_t last) const;
  void add_programs(const Task& task, const Stretch& stretch, const Sums& sums) const;
  void add_walks(const Task& task, const Stretch& stretch, const Sums& sums) const;

  const Forest& forest_;
  Slots slots_;
  std::vector<Instruction> program_;
  hwy::AlignedFreeUniquePtr<float[]> tables_;
  std::vector<Place> places_;  // by tree
  std::vector<Stretch> stretches_;
  std::vector<std::uint32_t> walked_;
  std::optional<Walk> walk_;
};

}  // namespace espalier

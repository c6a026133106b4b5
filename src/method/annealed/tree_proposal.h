// The trees of a pool to select from: as they are, with their leaves refitted, or as single rules.
#pragma once

#include "basis/ids/basis.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "espalier/target.h"
#include "method/annealed/proposal.h"

namespace espalier {

class TreeProposal final : public Proposal {
 public:
  // Leaves out trees without a split, and trees that partition the rows in the same way as an earlier tree. The latter
  // are kept if their leaf values matter: when whole trees are weighted. So many threads route rows; 0 is all cores.
  TreeProposal(Pool pool, const LabelledView& train, const Loss& loss, Grouping grouping, int threads = 0);

  std::size_t trees() const noexcept { return pool_.trees.size(); }
  const Design& design() const override { return *design_; }
  std::unique_ptr<Design> over(const TableView& table) const override;
  Model model(const AnnealedLevel& level, const RowLoss& loss) const override;
  void describe(Problem& problem) const override;
  const Pool* pool() const noexcept override { return &pool_; }

 private:
  void drop_repeated_trees();
  void find_rules();
  Forest with_values(const AnnealedLevel& level, const RowLoss& loss) const;
  Forest of_rules(const AnnealedLevel& level, const RowLoss& loss) const;

  const Target& target_;
  const Loss loss_;
  const Grouping grouping_;
  const Run quiet_;
  Pool pool_;
  Forest forest_;  // of all trees, as they were grown
  Basis basis_;
  std::unique_ptr<TreeDesign> design_;
  std::vector<std::uint8_t> allowed_;  // rules: one per terminal
};

}  // namespace espalier

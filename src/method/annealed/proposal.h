// The candidates of an annealed method, trees or columns, as proposed by some training rows.
#pragma once

#include <functional>
#include <memory>

#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "select/anneal/anneal.h"

namespace espalier {

class Proposal {
 public:
  virtual ~Proposal() = default;

  virtual const Design& design() const = 0;                                        // over the training rows
  virtual std::unique_ptr<Design> over(const TableView& table) const = 0;          // the same members over other rows
  virtual Model model(const AnnealedLevel& level, const RowLoss& loss) const = 0;  // `loss` is over the training rows
  // Further properties of the problem: how it is grouped, and what may be taken.
  virtual void describe(Problem& problem) const = 0;
  // The trees that were grown for it; null if there are none.
  virtual const Pool* pool() const noexcept { return nullptr; }
};

// Candidates from these training rows; if there is a pool, from its trees.
using Propose =
    std::function<std::unique_ptr<Proposal>(const LabelledView& train, const Pool* grown, Threads& threads)>;

}  // namespace espalier

// What an annealed method selects from, proposed by some training rows: trees or columns. The same for the rows of each
// fold and for all rows.
#pragma once

#include <functional>
#include <memory>

#include "espalier/fit.h"
#include "espalier/labelled.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "select/anneal/anneal.h"

namespace espalier {

class Proposal {
 public:
  virtual ~Proposal() = default;

  virtual const Design& design() const = 0;                                        // over the training rows
  virtual std::unique_ptr<Design> over(const TableView& table) const = 0;          // the same members over other rows
  virtual Model model(const AnnealedLevel& level, const RowLoss& loss) const = 0;  // `loss` of the training rows
  // What the problem must know besides: how it is grouped, what may be taken.
  virtual void describe(Problem& problem) const = 0;
};

using Propose = std::function<std::unique_ptr<Proposal>(const LabelledView& train, Threads& threads)>;

}  // namespace espalier

// Splits one node at random, like extremely randomised trees: m columns are drawn, with one cut in each, and the best
// of the cuts is taken, judged by the targets (the paper's local choice) or by the current loss (global).
#pragma once

#include <memory>

#include "base/threads.h"
#include "espalier/pool.h"
#include "grow/criterion/criterion.h"
#include "grow/induced/node_loss.h"
#include "grow/random/draws.h"
#include "grow/random/value_table.h"

namespace espalier {

struct SplitterInputs {
  const ValueTable& table;
  const SplitTargets& targets;  // of all rows
  const NodeLoss* loss;         // none: splits are judged by the targets
  std::size_t features;         // columns drawn per node, constant ones included, but at least one that is not
  std::size_t width = 1;        // numbers per row in targets.values; more than one only with a loss
};

class NodeSplitter {
 public:
  virtual ~NodeSplitter() = default;

  // Writes the split of tree.nodes[id], which has these rows, and moves those that go left to the front. Returns their
  // number; 0 if the node cannot be split: it has one row, one target, or no column with two values. The result depends
  // only on the rows, the draws and the loss; the threads serve large nodes.
  virtual std::size_t split(std::span<std::uint32_t> rows, Draws& draws, Tree& tree, std::size_t id,
                            Threads& threads) = 0;
};

std::unique_ptr<NodeSplitter> make_splitter(const SplitterInputs& inputs);

}  // namespace espalier

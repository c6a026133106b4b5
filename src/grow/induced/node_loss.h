// The losses of globally induced forests (Begon et al. 2017, section 3): each keeps its state of every row under the
// current model, gives the weight of a node that lowers the loss most over the rows that reach it, and adds the node.
// All in O(rows of the node · outputs).
//
// With threads, the rows of a large node are taken in blocks side by side, and the sums of the blocks are joined in
// order, so that they do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/threads.h"

namespace espalier {

// A ridge on the weight that the node already has: none while nodes are added.
struct NodeRidge {
  double penalty = 0;
  std::span<const double> weight;  // one per output, or empty
};

// Rows of a node that are one task. Smaller nodes are not divided.
inline constexpr std::size_t kNodeBlock = 4096;

class NodeLoss {
 public:
  virtual ~NodeLoss() = default;
  virtual std::unique_ptr<NodeLoss> clone() const = 0;

  // The numbers of a weight: one per output, or one per class. Those of classes add up to 0.
  virtual std::size_t width() const = 0;
  // The scores of the model without nodes, one per output.
  virtual std::vector<double> start() const = 0;
  // Everything that matters about a node's rows, summed over them, and the number of these sums.
  virtual std::size_t sum_count() const = 0;
  virtual void add_up(std::span<const std::uint32_t> rows, std::span<double> sums) const = 0;
  // Sets `weight` to the best one for such sums or, for a node that has a weight, to the best change of it; returns the
  // decrease of the loss.
  virtual double best_weight_of(std::span<const double> sums, const NodeRidge& ridge,
                                std::span<double> weight) const = 0;
  double best_weight(std::span<const std::uint32_t> rows, const NodeRidge& ridge, std::span<double> weight) const {
    std::vector<double> added(sum_count());
    add_up(rows, added);
    return best_weight_of(added, ridge, weight);
  }
  double best_weight(std::span<const std::uint32_t> rows, const NodeRidge& ridge, std::span<double> weight,
                     Threads& threads) const;
  // The sums of several nodes, each given by its rows, one node after the other.
  std::vector<double> sums_of(std::span<const std::span<const std::uint32_t>> nodes, Threads& threads) const;
  // Adds the weight to the node's rows.
  virtual void add(std::span<const std::uint32_t> rows, std::span<const double> weight) = 0;
  void add(std::span<const std::uint32_t> rows, std::span<const double> weight, Threads& threads);
  // out[i · width + k]: the decrease of the loss of rows[i] per unit of its score k, whatever its weight.
  virtual void slopes(std::span<const std::uint32_t> rows, std::span<float> out) const = 0;
  void slopes(std::span<const std::uint32_t> rows, std::span<float> out, Threads& threads) const;
};

// The common input of all losses: the rows to fit, and a weight for every row of the table, or none.
struct WeightedRows {
  std::span<const std::uint32_t> rows;
  std::span<const double> weights;
};

// Σ (y - f)²; `values` are rows × width.
std::unique_ptr<NodeLoss> squared_nodes(std::span<const double> values, std::size_t width, const WeightedRows& rows);

// The trimmed exponential loss of the paper's equations 11 to 23: classes whose errors in a node differ by more than a
// factor e^saturation count as if they differed by that. Scores are f / (K - 1), which are log-probabilities up to a
// constant (eq. 21).
std::unique_ptr<NodeLoss> exponential_nodes(std::span<const std::int32_t> classes, std::size_t class_count,
                                            const WeightedRows& rows, double saturation);

// The log-loss, with a Newton step per node. Scores are log-probabilities up to a constant.
std::unique_ptr<NodeLoss> softmax_nodes(std::span<const std::int32_t> classes, std::size_t class_count,
                                        const WeightedRows& rows);

}  // namespace espalier

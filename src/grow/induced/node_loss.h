// The losses of globally induced forests (papers/001, section 3): each keeps what it must know of every row under the
// model so far, gives the weight of a node that lowers the loss most over the rows that reach it, and takes it in.
// All in O(rows of the node · outputs).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace espalier {

// A ridge on the weight that the node has already: none while nodes are added.
struct NodeRidge {
  double penalty = 0;
  std::span<const double> weight;  // one an output, or none
};

class NodeLoss {
 public:
  virtual ~NodeLoss() = default;
  virtual std::unique_ptr<NodeLoss> clone() const = 0;

  // How many numbers a weight has: one an output, one a class. Those of classes add up to 0.
  virtual std::size_t width() const = 0;
  // Of the model without nodes: one an output.
  virtual std::vector<double> start() const = 0;
  // All that counts of a node's rows, added up over them; and how many numbers that is.
  virtual std::size_t sum_count() const = 0;
  virtual void add_up(std::span<const std::uint32_t> rows, std::span<double> sums) const = 0;
  // Sets `weight` to the best one for such sums, or of a node that has one, to what is best added to it; returns by how
  // much that lowers the loss.
  virtual double best_weight_of(std::span<const double> sums, const NodeRidge& ridge,
                                std::span<double> weight) const = 0;
  double best_weight(std::span<const std::uint32_t> rows, const NodeRidge& ridge, std::span<double> weight) const {
    std::vector<double> added(sum_count());
    add_up(rows, added);
    return best_weight_of(added, ridge, weight);
  }
  // The node's rows get the weight.
  virtual void add(std::span<const std::uint32_t> rows, std::span<const double> weight) = 0;
  // out[i · width + k]: by how much the loss of rows[i] falls as its score k rises, whatever its weight.
  virtual void slopes(std::span<const std::uint32_t> rows, std::span<float> out) const = 0;
};

// What all of them are made from: the rows to fit, and of every row there is its weight, or of none.
struct NodeRows {
  std::span<const std::uint32_t> rows;
  std::span<const double> weights;
};

// Σ (y - f)²; `values` are rows × width.
std::unique_ptr<NodeLoss> squared_nodes(std::span<const double> values, std::size_t width, const NodeRows& rows);

// The trimmed exponential loss of the paper's equations 11 to 23: classes whose errors in a node differ more than
// e^saturation count as if they differed by that. Scores are f / (K - 1), which are log-probabilities up to a
// constant (eq. 21).
std::unique_ptr<NodeLoss> exponential_nodes(std::span<const std::int32_t> classes, std::size_t class_count,
                                            const NodeRows& rows, double saturation);

// The log-loss, with a Newton step a node. Scores are log-probabilities up to a constant.
std::unique_ptr<NodeLoss> softmax_nodes(std::span<const std::int32_t> classes, std::size_t class_count,
                                        const NodeRows& rows);

}  // namespace espalier

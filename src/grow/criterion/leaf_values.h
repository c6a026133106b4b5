// The prediction of a leaf (Watt et al., chapter 14, 14.3.2 and 14.4.2), from the sums of its rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espalier/loss.h"
#include "espalier/target.h"

namespace espalier {

enum class LeafValue : std::uint8_t {
  mean,           // regression: the mean; classification: the class shares
  mode,           // the most frequent class, share 1
  balanced_mode,  // the class whose weight here is the largest share of its weight in this leaf and its sibling (14.9)
  perceptron,     // one step on the perceptron cost from 0 (leaf_values.cpp)
  newton,         // one Newton step -G/(H + l2) from the best constant, on the squared, logistic or softmax loss (14.8)
};

// Total weight and, for regression, Σ w (y - centre); for classification the weight of each class.
struct NodeSums {
  double weight = 0;
  double sum = 0;
  std::vector<double> classes;
};

class LeafValues {
 public:
  // `root` holds the sums of all training rows; regression sums are relative to `centre`.
  LeafValues(const Target& target, LeafValue kind, double l2, const NodeSums& root, double centre);

  const std::vector<double>& intercept() const noexcept { return intercept_; }
  Link link() const noexcept { return link_; }
  std::size_t width() const noexcept { return intercept_.size(); }

  // `parent` holds the sums of the leaf and its sibling; for the root itself, its own.
  void value(const NodeSums& leaf, const NodeSums& parent, std::span<double> out) const;

 private:
  Task task_;
  LeafValue kind_;
  double l2_;
  std::vector<double> shares_;  // of the classes in all rows
  std::vector<double> intercept_;
  Link link_ = Link::identity;
};

}  // namespace espalier

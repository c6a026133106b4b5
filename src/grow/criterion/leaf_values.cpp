// The perceptron cost of a leaf's score v is Σ w max(0, -y v), with y = ±1; of K scores, Σ w (max_c v_c - v_y). It is
// least at v = 0 whatever the rows are, and has no second derivative, so the step (14.8) from 0 needs a λ:
//
//   v_c = -G_c / (λ + l2),    G_c = W/K - W_c,    λ = W (K - 1)/K
//
// where G is the derivative halfway between both sides of the kink at 0, W_c the weight of class c in the leaf. With
// this λ the own class of a pure leaf gets 1 and the others -1/(K - 1), and two classes have v = (W⁺ - W⁻)/W.
#include "grow/criterion/leaf_values.h"

#include <algorithm>
#include <utility>

namespace espalier {
namespace {

// The class with the largest share of its weight in `of`; on ties the heavier one, then the first.
std::size_t largest_share(std::span<const double> weights, std::span<const double> of) {
  std::size_t best = 0;
  std::pair<double, double> best_share = {-1, 0};
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const std::pair<double, double> share = {of[k] > 0 ? weights[k] / of[k] : 0, weights[k]};
    if (share > best_share) {
      best_share = share;
      best = k;
    }
  }
  return best;
}

// Class shares as the model keeps them: one number (of class 1) for two classes.
void write_shares(std::span<const double> shares, std::span<double> out) {
  if (out.size() == 1) {
    out[0] = shares[1];
  } else {
    std::copy(shares.begin(), shares.end(), out.begin());
  }
}

}  // namespace

LeafValues::LeafValues(const Target& target, LeafValue kind, double l2, const NodeSums& root, double centre)
    : task_(target.task), kind_(kind), l2_(l2) {
  if (task_ == Task::regression) {
    intercept_ = {centre};
    return;
  }
  const std::size_t classes = target.labels.size();
  for (const double c : root.classes) shares_.push_back(c / root.weight);
  const bool has_scores = kind == LeafValue::newton || kind == LeafValue::perceptron;
  link_ = !has_scores ? Link::probability : classes == 2 ? Link::logistic : Link::softmax;
  intercept_.assign(classes == 2 ? 1 : classes, 0.0);
  if (kind != LeafValue::newton) return;
  if (classes == 2) {
    std::vector<double> y(target.classes.begin(), target.classes.end());
    intercept_ = {best_constant(LogisticLoss{}, y, target.weights)};
  } else {
    intercept_ = best_constant(SoftmaxLoss{}, target.classes, target.weights, static_cast<int>(classes));
  }
}

void LeafValues::value(const NodeSums& leaf, const NodeSums& parent, std::span<double> out) const {
  if (task_ == Task::regression) {
    out[0] = leaf.sum / (leaf.weight + (kind_ == LeafValue::newton ? l2_ : 0));
    return;
  }
  const std::size_t classes = leaf.classes.size();
  std::vector<double> shares(classes, 0.0);
  switch (kind_) {
    case LeafValue::mean:
      for (std::size_t k = 0; k < classes; ++k) shares[k] = leaf.classes[k] / leaf.weight;
      return write_shares(shares, out);
    case LeafValue::mode: {
      const std::vector<double> alike(classes, 1.0);
      shares[largest_share(leaf.classes, alike)] = 1;
      return write_shares(shares, out);
    }
    case LeafValue::balanced_mode:
      shares[largest_share(leaf.classes, parent.classes)] = 1;
      return write_shares(shares, out);
    case LeafValue::perceptron:
      for (std::size_t k = 0; k < classes; ++k) {
        const double each = leaf.weight / static_cast<double>(classes);
        shares[k] = (leaf.classes[k] - each) / (leaf.weight - each + l2_);
      }
      return write_shares(shares, out);
    case LeafValue::newton:
      // At the best constant every row has p_k = the class's share in all rows, so G and H follow from the counts.
      for (std::size_t k = 0; k < classes; ++k) {
        const double gradient = leaf.weight * shares_[k] - leaf.classes[k];
        const double hessian = leaf.weight * shares_[k] * (1 - shares_[k]);
        shares[k] = hessian + l2_ > 0 ? -gradient / (hessian + l2_) : 0;
      }
      return write_shares(shares, out);
  }
}

}  // namespace espalier

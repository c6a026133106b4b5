#pragma once

#include <limits>
#include <utility>

namespace espalier {

inline constexpr double kNever = std::numeric_limits<double>::infinity();  // the cost of a choice that is not allowed

// The cheapest choice so far; on ties the first one wins.
template <class Choice>
struct Best {
  Choice choice{};
  double cost = kNever;

  // Takes another choice if it is cheaper by more than `margin`; returns whether it did.
  bool take(Choice other, double its_cost, double margin = 0) {
    if (!(its_cost < cost - margin)) return false;
    choice = std::move(other);
    cost = its_cost;
    return true;
  }
};

}  // namespace espalier

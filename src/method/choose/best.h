#pragma once

#include <limits>
#include <utility>

namespace espalier {

inline constexpr double kNever = std::numeric_limits<double>::infinity();  // the cost of what must not be chosen

// The choice that costs least so far; of equal ones the first.
template <class Choice>
struct Best {
  Choice choice{};
  double cost = kNever;

  // Whether the other choice costs less, by more than `margin`, and so takes the place of this one.
  bool take(Choice other, double its_cost, double margin = 0) {
    if (!(its_cost < cost - margin)) return false;
    choice = std::move(other);
    cost = its_cost;
    return true;
  }
};

}  // namespace espalier

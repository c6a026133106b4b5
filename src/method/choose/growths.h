// A growing model per fold; all of them grow in step and are measured together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "base/threads.h"

namespace espalier {

inline std::size_t index_of_least(std::span<const double> costs) {
  return static_cast<std::size_t>(std::ranges::min_element(costs) - costs.begin());
}

// The value that was best last and its neighbours in a sorted list: trying all of them on large models takes long.
inline std::span<const double> beside(std::span<const double> values, std::size_t best) {
  const std::size_t begin = best - std::min<std::size_t>(best, 1);
  return values.subspan(begin, std::min(values.size(), best + 2) - begin);
}

template <class Growth>
class Growths {
 public:
  // Several models grow side by side on one thread each; a single model has all threads.
  Growths(std::size_t folds, Threads& threads)
      : threads_(threads), one_(threads.one()), inner_(folds > 1 ? one_ : threads), may_grow_(folds, 1) {}

  // Makes the growth of the next fold from these arguments and its threads.
  template <class... Arguments>
  void add(Arguments&&... arguments) {
    growths_.emplace_back(std::forward<Arguments>(arguments)..., inner_);
  }

  const std::deque<Growth>& all() const noexcept { return growths_; }

  // `grow(growth)` returns whether that model may grow further; returns whether any may.
  template <class Grow>
  bool grow(const Grow& grow) {
    threads_.each(growths_.size(), [&](std::size_t fold) {
      if (may_grow_[fold] != 0) may_grow_[fold] = grow(growths_[fold]) ? 1 : 0;
    });
    return std::ranges::find(may_grow_, 1) != may_grow_.end();
  }

  // The cost of each value, summed over the folds, from `cost(growth, fold, value)`.
  template <class Cost>
  std::vector<double> costs(std::span<const double> values, const Cost& cost) {
    const std::size_t folds = growths_.size();
    std::vector<std::vector<double>> by_fold(folds, std::vector<double>(values.size()));
    threads_.each(values.size() * folds, [&](std::size_t i) {
      const std::size_t fold = i % folds, value = i / folds;
      by_fold[fold][value] = cost(growths_[fold], fold, values[value]);
    });
    return sums(by_fold);
  }

  // The same from `costs(growth, fold)`, which gives the costs of all values at once.
  template <class Costs>
  std::vector<double> costs(const Costs& costs) {
    std::vector<std::vector<double>> by_fold(growths_.size());
    threads_.each(growths_.size(), [&](std::size_t fold) { by_fold[fold] = costs(growths_[fold], fold); });
    return sums(by_fold);
  }

 private:
  static std::vector<double> sums(const std::vector<std::vector<double>>& by_fold) {
    std::vector<double> sums(by_fold[0].size());
    for (const std::vector<double>& costs : by_fold)
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += costs[i];
    return sums;
  }

  Threads& threads_;
  Threads one_;
  Threads& inner_;
  std::deque<Growth> growths_;
  std::vector<std::uint8_t> may_grow_;  // by fold
};

}  // namespace espalier

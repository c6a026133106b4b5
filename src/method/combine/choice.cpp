#include "method/combine/choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>

#include "espalier/target.h"
#include "grow/criterion/centre.h"
#include "method/choose/parts.h"

namespace espalier {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostRowsForFolds = 500;
constexpr std::size_t kFewRounds = 20;     // patience counts from here
constexpr std::size_t kSizesPerRefit = 3;  // a refit is tried at every third size

class Chooser {
 public:
  Chooser(const CombineCandidates& from, Threads& threads) : from_(from), threads_(threads), one_(threads.one()) {}

  void add(std::span<const std::uint32_t> rows, const WatchedRows& watched, bool alone) {
    growths_.emplace_back(from_.data, from_.limits, rows, watched, from_.combiner, from_.seed, alone ? threads_ : one_);
    more_.push_back(1);
  }

  CombineChoice operator()(double more_rows) {
    const bool any_size = from_.options.patience > 0;
    const auto most = static_cast<std::size_t>(from_.options.rounds);
    CombineChoice best{most, from_.options.refit.back()};
    double least = kNever;
    if (any_size) {  // no tree at all may be best
      best.rounds = 0;
      least = costs_of(std::array{best.ridge})[0];
    }
    int worse = 0;
    for (std::size_t rounds = 1, size = 1;; rounds = next_combine_rounds(rounds), ++size) {
      const bool more = grow_to(std::min(rounds, most)) && rounds < most;
      if (more && !any_size) continue;
      const bool last = !more || (any_size && worse + 1 >= from_.options.patience);
      const Measured measured = measure(last || size % kSizesPerRefit == 0);
      const bool better = measured.cost < least;
      if (better) {
        best.ridge = measured.ridge;
        // Trees on all rows may be larger than trees on some of them, by the ratio of the numbers of rows.
        const auto larger = static_cast<std::size_t>(std::lround(static_cast<double>(rounds) * more_rows));
        best.rounds = more ? std::min(larger, most) : most;
      }
      worse = better || rounds < kFewRounds ? 0 : worse + 1;
      least = std::min(least, measured.cost);
      if (!more || (any_size && worse >= from_.options.patience)) return best;
    }
  }

 private:
  // Whether it may grow further.
  bool grow_to(std::size_t rounds) {
    threads_.each(growths_.size(), [&](std::size_t i) {
      while (more_[i] != 0 && growths_[i].rounds() < rounds) {
        more_[i] = growths_[i].grow();
        from_.after_round();
      }
    });
    return std::ranges::find(more_, 1) != more_.end();
  }

  struct Measured {
    double cost = kNever, ridge = 0;
  };

  // The best ridge and its cost; 0 is no refit. Refits are expensive: only ridges next to the last best one are tried.
  Measured measure(bool refits) {
    const std::vector<double>& all = from_.options.refit;
    std::vector<double> ridges;
    if (all[0] == 0) ridges.push_back(0);
    for (std::size_t r = ridges.size(); (refits || all[0] > 0) && r < all.size(); ++r)
      if (!near_ || (r + 1 >= *near_ && r <= *near_ + 1)) ridges.push_back(all[r]);
    const std::vector<double> costs = costs_of(ridges);
    const auto at = static_cast<std::size_t>(std::ranges::min_element(costs) - costs.begin());
    if (ridges.back() > 0) {
      const auto best = std::ranges::min_element(costs.begin() + (ridges[0] == 0 ? 1 : 0), costs.end());
      const double ridge = ridges[static_cast<std::size_t>(best - costs.begin())];
      near_ = static_cast<std::size_t>(std::ranges::find(all, ridge) - all.begin());
    }
    return {costs[at], ridges[at]};
  }

  // By ridge, over all parts.
  std::vector<double> costs_of(std::span<const double> ridges) {
    const std::size_t count = growths_.size();
    std::vector<double> costs(ridges.size() * count), sums(ridges.size());
    threads_.each(costs.size(),
                  [&](std::size_t i) { costs[i] = growths_[i % count].cost(from_.options.loss, ridges[i / count]); });
    for (std::size_t i = 0; i < costs.size(); ++i) sums[i / count] += costs[i];
    return sums;
  }

  const CombineCandidates& from_;
  Threads& threads_;
  Threads one_;
  std::deque<CombineGrowth> growths_;
  std::vector<std::uint8_t> more_;   // by growth
  std::optional<std::size_t> near_;  // in the list of ridges: the best one when they were last tried
};

}  // namespace

std::size_t combine_parts(const CombineData& data) {
  return data.has_validation() || data.target().rows() > kMostRowsForFolds ? 1 : kFolds;
}

CombineChoice choose_combine(const CombineCandidates& from, Threads& threads) {
  Chooser chooser(from, threads);
  const Target& target = from.data.target();
  if (from.data.has_validation()) {
    const std::vector<std::uint32_t> rows = rows_with_weight(target);
    chooser.add(rows, from.data.validation(), true);
    return chooser(1);
  }
  const std::vector<RowPart> parts = make_parts(target, combine_parts(from.data), from.seed);
  if (parts.empty()) return {static_cast<std::size_t>(from.options.rounds), from.options.refit.back()};
  for (const RowPart& part : parts) chooser.add(part.rows, from.data.watched(part.others), parts.size() == 1);
  return chooser(kRowsPerPart);
}

}  // namespace espalier

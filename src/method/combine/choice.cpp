#include "method/combine/choice.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "espalier/target.h"
#include "method/choose/best.h"
#include "method/choose/folds.h"
#include "method/choose/growths.h"
#include "method/choose/ladder.h"

namespace espalier {
namespace {

constexpr FoldRule kFoldRule{500};
constexpr double kNoRidge = 0;
constexpr std::size_t kFewRounds = 20;     // patience counts from here
constexpr std::size_t kSizesPerRefit = 3;  // a refit is tried at every third size

class Chooser {
 public:
  Chooser(const CombineChoiceInput& from, Threads& threads)
      : from_(from),
        folds_(make_folds(from.data.target(), kFoldRule, from.data.has_validation(), from.seed)),
        growths_(folds_.size(), threads),
        ridges_(from.options.refit),
        unrefitted_(ridges_[0] == kNoRidge) {
    if (unrefitted_) ridges_ = ridges_.subspan(1);
    for (const Fold& fold : folds_) {
      const WatchedRows watched = fold.by_validation() ? from.data.validation() : from.data.watched(fold.held_out);
      growths_.add(from.data, from.limits, fold.rows, watched, from.combiner, from.seed);
    }
  }

  CombineChoice operator()() {
    const auto most = static_cast<std::size_t>(from_.options.rounds);
    Best<CombineChoice> best{{most, from_.options.refit.back()}};
    if (folds_.empty()) return best.choice;
    Patience patience(from_.options.patience, kFewRounds);
    if (patience.is_limited()) {  // no tree at all may be best
      best = {{0, best.choice.ridge}, costs_of({&best.choice.ridge, 1})[0]};
      patience.add(0, best.cost);
    }
    for (std::size_t rounds = 1, size = 1;; rounds = next_size(rounds), ++size) {
      const bool more = grow_to(std::min(rounds, most)) && rounds < most;
      if (more && !patience.is_limited()) continue;
      const Best<double> ridge = best_ridge(!more || patience.is_nearly_over() || size % kSizesPerRefit == 0);
      best.take({more ? std::min(on_all_rows(rounds), most) : most, ridge.choice}, ridge.cost);
      patience.add(rounds, ridge.cost);
      if (!more || patience.is_over()) return best.choice;
    }
  }

 private:
  // Whether it may grow further.
  bool grow_to(std::size_t rounds) {
    return growths_.grow([&](CombineGrowth& growth) {
      bool more = true;
      while (more && growth.rounds() < rounds) {
        more = growth.grow();
        from_.after_round();
      }
      return more;
    });
  }

  // Trees on all rows may be larger than trees on some of them, in proportion to the rows.
  std::size_t on_all_rows(std::size_t rounds) const {
    return static_cast<std::size_t>(std::lround(static_cast<double>(rounds) * folds_[0].rows_per_fitted_row()));
  }

  // Refits take long, so only the ridge that was best last and its neighbours are tried.
  Best<double> best_ridge(bool refits) {
    Best<double> best;
    if (unrefitted_) best.take(kNoRidge, costs_of({&kNoRidge, 1})[0]);
    if (ridges_.empty() || (unrefitted_ && !refits)) return best;
    const std::span<const double> tried = near_ ? beside(ridges_, *near_) : ridges_;
    const std::vector<double> costs = costs_of(tried);
    const std::size_t at = index_of_least(costs);
    near_ = static_cast<std::size_t>(&tried[at] - ridges_.data());
    best.take(tried[at], costs[at]);
    return best;
  }

  std::vector<double> costs_of(std::span<const double> ridges) {
    return growths_.costs(ridges, [&](const CombineGrowth& growth, std::size_t, double ridge) {
      return growth.cost(from_.options.loss, ridge);
    });
  }

  const CombineChoiceInput& from_;
  const std::vector<Fold> folds_;
  Growths<CombineGrowth> growths_;
  std::span<const double> ridges_;   // of the refits
  bool unrefitted_;                  // whether the list also has 0, which is no refit
  std::optional<std::size_t> near_;  // the index of the ridge that was best last
};

}  // namespace

std::size_t combine_folds(const CombineData& data) {
  return count_folds(kFoldRule, data.target().rows(), data.has_validation());
}

CombineChoice choose_combine(const CombineChoiceInput& from, Threads& threads) { return Chooser(from, threads)(); }

}  // namespace espalier

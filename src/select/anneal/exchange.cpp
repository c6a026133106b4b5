#include "select/anneal/exchange.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "select/anneal/block_descent.h"

namespace espalier {
namespace {

constexpr int kBriefly = 2, kFully = 10;  // passes over the level's rules
constexpr double kWorthIt = 1.01;         // times the gain of the rule that is in
constexpr std::size_t kMostLooked = 200;  // candidates per exchange that are looked at for overlap

class RuleExchange {
 public:
  RuleExchange(const Problem& problem, double overlap, Threads& threads, AnnealedLevel& level)
      : problem_(problem), design_(problem.design), overlap_(overlap), threads_(threads), level_(level) {
    for (const std::uint32_t rule : level.groups) covers_.push_back(cover_of(rule));
    for (std::size_t p = 0; p < design_.parameters(); ++p) {
      const bool allowed = problem.allowed.empty() || problem.allowed[p] != 0;
      if (allowed && problem.row_weight[p] > 0) candidates_.push_back(static_cast<std::uint32_t>(p));
    }
  }

  // Returns whether any rule was exchanged.
  bool round() {
    std::vector<std::pair<double, std::uint32_t>> order;
    for (std::size_t i = 0; i < level_.groups.size(); ++i) order.emplace_back(size_of(i), level_.groups[i]);
    std::ranges::sort(order);
    bool any = false;
    for (const auto& [size, rule] : order) any |= exchange(rule);
    return any;
  }

  // Until no two rules overlap too much, the weaker of two that do is left out.
  void finish() {
    refit(kFully);
    for (;;) {
      std::optional<std::size_t> weakest;
      for (std::size_t i = 0; i < level_.groups.size(); ++i) {
        if ((!weakest || size_of(i) < size_of(*weakest)) && breaks_overlap(i)) weakest = i;
      }
      if (!weakest) return;
      take_out(*weakest);
      refit(kFully);
    }
  }

 private:
  using Cover = std::vector<std::uint8_t>;  // whether each row is covered

  std::size_t width() const noexcept { return problem_.width(); }
  const float* weights_of(std::size_t i) const noexcept { return level_.weights.data() + i * width(); }

  // How far it moves the scores of the training rows: Σ n β².
  double size_of(std::size_t i) const {
    double sum = 0;
    for (std::size_t k = 0; k < width(); ++k) {
      const double weight = weights_of(i)[k];
      sum += weight * weight;
    }
    return sum * static_cast<double>(problem_.row_weight[level_.groups[i]]);
  }

  // ---- overlap ------------------------------------------------------------------------------------------------------

  std::uint32_t member_of(std::uint32_t rule) const {
    std::size_t member = 0, beyond = design_.members();
    while (beyond - member > 1) {
      const std::size_t middle = member + (beyond - member) / 2;
      (design_.first(middle) <= rule ? member : beyond) = middle;
    }
    return static_cast<std::uint32_t>(member);
  }

  Cover cover_of(std::uint32_t rule) const {
    const std::uint32_t member = member_of(rule);
    std::vector<std::uint32_t> terminals(design_.rows());
    design_.lay_out({&member, 1}, {0, design_.rows()}, terminals.data(), nullptr);
    Cover cover(terminals.size());
    std::ranges::transform(terminals, cover.begin(), [&](std::uint32_t terminal) { return terminal == rule; });
    return cover;
  }

  bool overlap_more(const Cover& a, const Cover& b, double limit) const {
    double both = 0, either = 0;
    for (std::size_t row = 0; row < a.size(); ++row) {
      const double weight = problem_.loss.weight(row);
      both += weight * (a[row] & b[row]);
      either += weight * (a[row] | b[row]);
    }
    return both > limit * either;
  }

  // Whether a rule with this direction overlaps one of the level too much; not the one at `except`.
  bool breaks_overlap(std::uint32_t rule, const Cover& cover, const float* direction, std::size_t except) const {
    for (std::size_t i = 0; i < level_.groups.size(); ++i) {
      if (i == except) continue;
      const double product = std::inner_product(direction, direction + width(), weights_of(i), 0.0);
      const double limit = product < 0 ? overlap_ : kNearDuplicate;
      const auto [less, more] = std::minmax(problem_.row_weight[rule], problem_.row_weight[level_.groups[i]]);
      if (static_cast<double>(less) <= limit * static_cast<double>(more)) continue;  // too different in size
      if (overlap_more(cover, covers_[i], limit)) return true;
    }
    return false;
  }
  bool breaks_overlap(std::size_t i) const { return breaks_overlap(level_.groups[i], covers_[i], weights_of(i), i); }

  // ---- exchanges ----------------------------------------------------------------------------------------------------

  void take_out(std::size_t i) {
    const auto at = static_cast<std::ptrdiff_t>(i), of_weight = static_cast<std::ptrdiff_t>(width());
    level_.groups.erase(level_.groups.begin() + at);
    covers_.erase(covers_.begin() + at);
    level_.weights.erase(level_.weights.begin() + at * of_weight, level_.weights.begin() + (at + 1) * of_weight);
  }

  void put_in(std::uint32_t rule, Cover cover, std::span<const float> weights) {
    const auto at = std::ranges::lower_bound(level_.groups, rule) - level_.groups.begin();
    level_.groups.insert(level_.groups.begin() + at, rule);
    covers_.insert(covers_.begin() + at, std::move(cover));
    level_.weights.insert(level_.weights.begin() + at * static_cast<std::ptrdiff_t>(width()), weights.begin(),
                          weights.end());
  }

  void refit(int passes) { fit_further(problem_, passes, threads_, level_); }

  bool exchange(std::uint32_t rule) {
    const AnnealedLevel before = level_;
    const auto at = static_cast<std::size_t>(std::ranges::lower_bound(level_.groups, rule) - level_.groups.begin());
    const bool may_stay = !breaks_overlap(at);
    Cover cover = covers_[at];
    take_out(at);
    refit(kBriefly);
    add_up();
    const std::uint32_t next = best_candidate(may_stay ? kWorthIt * gain(rule) : 0, rule);
    if (next != rule) {
      Cover of_next = cover_of(next);
      put_in(next, std::move(of_next), step(next));
      refit(kBriefly);
      if (!may_stay || level_.objective < before.objective) return true;
      take_out(static_cast<std::size_t>(std::ranges::lower_bound(level_.groups, next) - level_.groups.begin()));
    } else if (!may_stay) {
      return true;
    }
    put_in(rule, std::move(cover), {});
    level_ = before;
    return false;
  }

  // The first by gain that overlaps none too much; `otherwise` if none gains more than `least`.
  std::uint32_t best_candidate(double least, std::uint32_t otherwise) const {
    std::vector<std::pair<double, std::uint32_t>> best;
    for (const std::uint32_t p : candidates_) {
      const double of = gain(p);
      if (of > least && p != otherwise && !std::ranges::binary_search(level_.groups, p)) best.emplace_back(-of, p);
    }
    const std::size_t looked = std::min(kMostLooked, best.size());
    std::ranges::partial_sort(best, best.begin() + static_cast<std::ptrdiff_t>(looked));
    for (std::size_t i = 0; i < looked; ++i) {
      const std::uint32_t p = best[i].second;
      if (!breaks_overlap(p, cover_of(p), step(p).data(), level_.groups.size())) return p;
    }
    return otherwise;
  }

  // ---- gains --------------------------------------------------------------------------------------------------------

  // The derivatives at the level's scores, by terminal of all members.
  void add_up() {
    const std::size_t rows = design_.rows(), chunk = chunk_rows(width());
    std::vector<float> scores(rows * width()), gradients(rows * width()), hessians(rows * width());
    score_rows(problem_, candidates_of(problem_, level_), scores, threads_);
    threads_.blocks(rows, chunk, [&](std::size_t begin, std::size_t end) {
      const std::size_t at = begin * width();
      problem_.loss.derive({begin, end}, scores.data() + at, gradients.data() + at, hessians.data() + at);
    });
    sums_.assign(design_.parameters() * width());
    constexpr std::size_t kMembersAtOnce = 16;
    threads_.blocks(design_.members(), kMembersAtOnce, [&](std::size_t first, std::size_t last) {
      std::vector<std::uint32_t> members(last - first);
      std::iota(members.begin(), members.end(), static_cast<std::uint32_t>(first));
      const std::size_t begin = design_.first(first), end = design_.first(last - 1) + design_.count(last - 1);
      DerivativeSums sums;
      sums.assign((end - begin) * width());
      const std::unique_ptr<Block> block = design_.block(members);
      for (std::size_t row = 0; row < rows; row += chunk) {
        const std::size_t at = row * width();
        block->add_sums({row, std::min(rows, row + chunk)}, {gradients.data() + at, hessians.data() + at}, width(),
                        sums);
      }
      const auto to = static_cast<std::ptrdiff_t>(begin * width());
      std::ranges::copy(sums.gradients, sums_.gradients.begin() + to);
      std::ranges::copy(sums.hessians, sums_.hessians.begin() + to);
    });
  }

  // 0 where nothing can move.
  double curvature(std::uint32_t rule, std::size_t k) const {
    const double flattest =
        BlockDescent::least_curvature(problem_.loss) * static_cast<double>(problem_.row_weight[rule]);
    return std::max(sums_.hessians[rule * width() + k], flattest) + problem_.ridge();
  }

  double gain(std::uint32_t rule) const {
    double sum = 0;
    for (std::size_t k = 0; k < problem_.loss.outputs(); ++k) {
      const double slope = sums_.gradients[rule * width() + k], steepness = curvature(rule, k);
      if (steepness > 0) sum += slope * slope / (2 * steepness);
    }
    return sum;
  }

  std::vector<float> step(std::uint32_t rule) const {
    std::vector<float> weights(width());
    for (std::size_t k = 0; k < problem_.loss.outputs(); ++k) {
      const double slope = sums_.gradients[rule * width() + k], steepness = curvature(rule, k);
      if (steepness > 0) weights[k] = static_cast<float>(-slope / steepness);
    }
    return weights;
  }

  const Problem& problem_;
  const Design& design_;
  const double overlap_;
  Threads& threads_;
  AnnealedLevel& level_;
  std::vector<Cover> covers_;              // of the level's rules
  std::vector<std::uint32_t> candidates_;  // ascending
  DerivativeSums sums_;
};

}  // namespace

void exchange_rules(const Problem& problem, const Exchange& exchange, Threads& threads, AnnealedLevel& level) {
  if (level.groups.size() > kMostExchanged || (exchange.rounds == 0 && exchange.overlap >= 1)) return;
  RuleExchange rules(problem, exchange.overlap, threads, level);
  for (int round = 0; round < exchange.rounds && rules.round(); ++round) {
  }
  rules.finish();
}

}  // namespace espalier

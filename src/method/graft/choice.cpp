#include "method/graft/choice.h"

#include <algorithm>
#include <array>
#include <utility>

#include "method/choose/best.h"
#include "method/choose/setting_search.h"

namespace espalier {
namespace {

constexpr std::size_t kTooLarge = 3;       // growth ends at this many times the best size so far
constexpr std::size_t kSurelySmall = 256;  // leaves that are grown in any case
constexpr double kWorthGrowing = 0.999;    // as a share of the loss: a smaller fall does not keep growth going
constexpr int kWorseRefits = 2;

// A position in each list, in the order in which the lists are searched, and whether parts of the forest are exchanged.
struct ListPositions {
  enum List : std::size_t { kRidge, kGamma, kNewRoot, kTreeLeaves, kLists };

  std::array<std::size_t, kLists> at{};
  std::size_t lists = 0;  // which lists
  bool exchanges = false;
  bool operator==(const ListPositions&) const = default;
};

using Sizes = std::array<std::size_t, ListPositions::kLists>;

ListPositions first_positions(std::span<const GraftLists> all, std::size_t i) {
  const GraftLists& lists = all[i];
  return {{lists.ridge.first, lists.gamma.first, lists.new_root.first, lists.tree_leaves.first}, i};
}

Sizes sizes(const GraftLists& lists) {
  return {lists.ridge.values.size(), lists.gamma.values.size(), lists.new_root.values.size(),
          lists.tree_leaves.values.size()};
}

GraftChoice choice_at(const ListPositions& positions, const GraftLists& lists) {
  GraftChoice choice;
  choice.setting = {lists.gamma.values[positions.at[ListPositions::kGamma]],
                    lists.ridge.values[positions.at[ListPositions::kRidge]],
                    lists.new_root.values[positions.at[ListPositions::kNewRoot]], lists.tree_classes};
  choice.tree_leaves = lists.tree_leaves.values[positions.at[ListPositions::kTreeLeaves]];
  return choice;
}

// The setting at one position of every list, grown on every fold.
class Trials {
 public:
  Trials(const ListPositions& positions, const std::deque<GraftRows>& folds, const GraftTask& task,
         const GraftLists& lists, Threads& threads)
      : lists_(lists), best_{choice_at(positions, lists)} {
    for (const GraftRows& rows : folds)
      trials_.emplace_back(rows, best_.choice.setting, task, best_.choice.tree_leaves, threads);
  }

  Best<std::optional<ChosenGraft>> operator()(bool exchanges) {
    const std::optional<std::size_t> leaves = grow();
    if (exchanges) exchange(leaves);
    go_back();
    refit();
    go_back();
    return {ChosenGraft{best_.choice, trials_.front().forest()}, best_.cost};
  }

 private:
  // Returns how far it grew, as in GraftChoice::leaves.
  std::optional<std::size_t> grow() {
    const std::size_t start = trials_.front().forest().leaves();
    best_.choice.leaves = start;
    keep_if_better(best_.choice);  // no growth at all may be best
    std::size_t worth = start;
    double at_worth = best_.cost;
    for (std::size_t leaves = trials_.front().next_leaves(start);; leaves = trials_.front().next_leaves(leaves)) {
      bool more = false;
      for (GraftTrial& trial : trials_) more |= trial.grow_to(leaves);
      GraftChoice choice = best_.choice;
      choice.leaves = more ? std::optional(leaves) : std::nullopt;
      if (keep_if_better(choice) && best_.cost < kWorthGrowing * at_worth) {
        worth = leaves;
        at_worth = best_.cost;
      }
      if (!more) return std::nullopt;
      if (leaves > std::max(kSurelySmall, kTooLarge * worth)) return leaves;
    }
  }

  // Begins where growth ended, although fewer leaves may do better without exchanges.
  void exchange(std::optional<std::size_t> leaves) {
    for (int i = 0; i <= lists_.searches; ++i) {
      for (GraftTrial& trial : trials_) i == 0 ? trial.swap() : trial.search();
      GraftChoice choice = best_.choice;
      choice.leaves = leaves;
      choice.swaps = true;
      choice.searches = i;
      keep_if_better(choice);
    }
  }

  void refit() {
    int worse = 0;
    for (const double ridge : lists_.refit) {
      for (GraftTrial& trial : trials_) trial.refit(ridge);
      GraftChoice choice = best_.choice;
      choice.refit = ridge;
      if (keep_if_better(choice))
        worse = 0;
      else if (best_.choice.refit && ++worse >= kWorseRefits)
        return;
    }
  }

  // Keeps the current forests if they are the best so far; returns whether it did.
  bool keep_if_better(const GraftChoice& choice) {
    double sum = 0;
    for (const GraftTrial& trial : trials_) sum += trial.watched_loss();
    if (!best_.take(choice, sum / static_cast<double>(trials_.size()))) return false;
    for (GraftTrial& trial : trials_) trial.keep();
    return true;
  }

  void go_back() {
    for (GraftTrial& trial : trials_) trial.go_back();
  }

  const GraftLists& lists_;
  std::deque<GraftTrial> trials_;  // one per fold
  Best<GraftChoice> best_;
};

}  // namespace

GraftChoice first_choice(const GraftLists& lists) { return choice_at(first_positions({&lists, 1}, 0), lists); }

std::size_t most_trials(std::span<const GraftLists> all) {
  std::size_t most = 0;
  for (const GraftLists& lists : all) {
    std::size_t trials = all.size() + 1;  // the first ones, and the best with exchanges
    for (const std::size_t size : sizes(lists)) trials += size - 1;
    most = std::max(most, trials);
  }
  return most;
}

ChosenGraft choose_graft(const std::deque<GraftRows>& folds, const GraftTask& task, std::span<const GraftLists> all,
                         Reporter& reporter, Threads& threads) {
  SettingSearch<ListPositions, std::optional<ChosenGraft>> search([&](const ListPositions& positions) {
    auto measured = Trials(positions, folds, task, all[positions.lists], threads)(positions.exchanges);
    reporter.advance();
    return measured;
  });
  for (std::size_t i = 0; i < all.size(); ++i) search.improve(first_positions(all, i));
  const GraftLists& lists = all[search.setting().lists];
  // One list after the other: upwards as long as that helps, otherwise downwards.
  for (std::size_t list = 0; list < ListPositions::kLists; ++list) {
    const auto up = [&](ListPositions& positions) { return ++positions.at[list] < sizes(lists)[list]; };
    const auto down = [&](ListPositions& positions) { return positions.at[list]-- > 0; };
    if (!search.climb(up)) search.climb(down);
  }
  // Exchanges take long, so only the setting that is best without them is tried with them; many trees of one class each
  // hardly gain by them.
  ListPositions best = search.setting();
  best.exchanges = lists.tree_classes == TreeClasses::all && (task.swaps > 0 || lists.searches > 0);
  search.improve(best);
  reporter.advance(most_trials(all) - search.trials());
  return *search.best().choice;
}

}  // namespace espalier

#include "method/graft/choice.h"

#include <algorithm>

namespace espalier {
namespace {

constexpr std::size_t kTooLarge = 3;       // growth ends at this many times the best size so far
constexpr std::size_t kSurelySmall = 256;  // leaves that are grown in any case
constexpr double kWorthGrowing = 0.999;    // as a share of the loss: a smaller fall does not keep growth going
constexpr int kWorseRefits = 2;

}  // namespace

GraftChooser::GraftChooser(const std::deque<GraftRows>& parts, const GraftTask& task, const GraftLists& lists,
                           Reporter& reporter, Threads& threads)
    : parts_(parts), task_(task), lists_(lists), reporter_(reporter), threads_(threads) {}

std::size_t GraftChooser::most_trials(const GraftLists& lists) {
  return lists.gamma.values.size() + lists.ridge.values.size() + lists.new_root.values.size() +
         lists.tree_leaves.values.size() - 2;
}

GraftChooser::Place GraftChooser::first() const {
  return {lists_.ridge.first, lists_.gamma.first, lists_.new_root.first, lists_.tree_leaves.first};
}

std::size_t GraftChooser::size(std::size_t list) const {
  return std::array{lists_.ridge.values.size(), lists_.gamma.values.size(), lists_.new_root.values.size(),
                    lists_.tree_leaves.values.size()}[list];
}

GraftChoice GraftChooser::choice_at(const Place& place) const {
  GraftChoice choice;
  choice.setting = {lists_.gamma.values[place[1]], lists_.ridge.values[place[0]], lists_.new_root.values[place[2]]};
  choice.tree_leaves = lists_.tree_leaves.values[place[3]];
  return choice;
}

// One list after the other, from the place of the best result; in each list upwards as long as that helps, or else
// downwards.
GraftChoice GraftChooser::run() {
  try_place(first());
  for (std::size_t list = 0; list < place_.size(); ++list) {
    for (const bool up : {true, false}) {
      bool moved = false;
      while (up ? place_[list] + 1 < size(list) : place_[list] > 0) {
        Place next = place_;
        next[list] = up ? next[list] + 1 : next[list] - 1;
        if (!try_place(next)) break;
        moved = true;
      }
      if (moved) break;
    }
  }
  // Exchanges take long, so only the setting that is best without them gets them.
  if (task_.swaps > 0 || lists_.searches > 0) {
    Result result = measure(place_, true);
    if (result.cost < best_.cost) best_ = std::move(result);
  }
  reporter_.advance(most_trials(lists_) - std::min(most_trials(lists_) - 1, tried_.size()));
  forest_ = std::move(best_.forest);
  return best_.choice;
}

// Whether it is the best.
bool GraftChooser::try_place(const Place& place) {
  if (!tried_.insert(place).second) return false;
  Result result = measure(place, false);
  if (tried_.size() < most_trials(lists_)) reporter_.advance();
  if (!(result.cost < best_.cost)) return false;
  best_ = std::move(result);
  place_ = place;
  return true;
}

double GraftChooser::cost() {
  double sum = 0;
  for (const GraftTrial& trial : trials_) sum += trial.watched_loss();
  return sum / static_cast<double>(trials_.size());
}

// Keeps the state of the trials if it is better.
bool GraftChooser::is_better(Result& result) {
  const double now = cost();
  if (!(now < result.cost)) return false;
  result.cost = now;
  for (GraftTrial& trial : trials_) trial.keep();
  return true;
}

GraftChooser::Result GraftChooser::measure(const Place& place, bool exchanges) {
  Result result;
  result.choice = choice_at(place);
  trials_.clear();
  for (const GraftRows& part : parts_)
    trials_.emplace_back(part, result.choice.setting, task_, result.choice.tree_leaves, threads_);
  const std::optional<std::size_t> leaves = grow(result);
  if (exchanges) exchange(result, leaves);
  go_back();
  refit(result);
  result.forest = trials_.front().forest();
  return result;
}

void GraftChooser::go_back() {
  for (GraftTrial& trial : trials_) trial.go_back();
}

// Returns the best size, in the terms of GraftChoice::leaves.
std::optional<std::size_t> GraftChooser::grow(Result& result) {
  is_better(result);  // no tree at all may be best, or the forest that it began with
  const std::size_t start = trials_.front().forest().leaves();
  result.choice.leaves = start;
  std::size_t best = start;
  double at_best = result.cost;
  for (std::size_t leaves = next_graft_size(start);; leaves = next_graft_size(leaves)) {
    bool more = false;
    for (GraftTrial& trial : trials_) more |= trial.grow_to(leaves);
    if (is_better(result)) {
      result.choice.leaves = more ? std::optional(leaves) : std::nullopt;
      if (result.cost < kWorthGrowing * at_best) {
        best = leaves;
        at_best = result.cost;
      }
    }
    if (!more) return std::nullopt;
    if (leaves > std::max(kSurelySmall, kTooLarge * best)) return leaves;
  }
}

// Starts from as many leaves as growth reached, though fewer may do better without exchanges.
void GraftChooser::exchange(Result& result, std::optional<std::size_t> leaves) {
  for (int i = 0; i <= lists_.searches; ++i) {
    for (GraftTrial& trial : trials_) i == 0 ? trial.swap() : trial.search();
    if (!is_better(result)) continue;
    result.choice.leaves = leaves;
    result.choice.swaps = true;
    result.choice.searches = i;
  }
}

void GraftChooser::refit(Result& result) {
  int worse = 0;
  for (const double ridge : lists_.refit) {
    for (GraftTrial& trial : trials_) trial.refit(ridge);
    if (is_better(result)) {
      result.choice.refit = ridge;
      worse = 0;
    } else if (result.choice.refit && ++worse >= kWorseRefits) {
      break;
    }
  }
  go_back();
}

}  // namespace espalier

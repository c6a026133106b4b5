// The search for the cheapest setting: no setting is tried twice, and the search moves on from the best so far. A
// method says what a setting is, how it is measured, and which changes lead from one setting to its neighbours.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "method/choose/best.h"

namespace espalier {

// Measuring a setting gives a choice, which also holds what was found on the way, such as the best size.
template <class Setting, class Choice = Setting>
class SettingSearch {
 public:
  using Measure = std::function<Best<Choice>(const Setting&)>;

  explicit SettingSearch(Measure measure, std::size_t most_trials = std::numeric_limits<std::size_t>::max())
      : measure_(std::move(measure)), most_trials_(most_trials) {}

  // Measures a setting unless it has been tried or no trials are left; returns whether it is the best now. The first
  // setting is the best until another is cheaper, whatever it costs.
  bool improve(const Setting& setting) { return is_new(setting) && take(setting, measure_(setting)); }

  // The same for each of several settings, which are measured side by side.
  void improve_by_any(std::span<const Setting> settings, Threads& threads) {
    std::vector<Setting> fresh;
    for (const Setting& setting : settings)
      if (is_new(setting) && std::ranges::find(fresh, setting) == fresh.end()) fresh.push_back(setting);
    fresh.resize(std::min(fresh.size(), most_trials_ - tried_.size()));
    std::vector<Best<Choice>> found(fresh.size());
    threads.each(fresh.size(), [&](std::size_t i) { found[i] = measure_(fresh[i]); });
    for (std::size_t i = 0; i < fresh.size(); ++i) take(fresh[i], std::move(found[i]));
  }

  // Repeats a change of the best setting as long as that helps; returns whether it did. `change(setting)` returns false
  // if nothing is left to change.
  template <class Change>
  bool climb(const Change& change) {
    bool helped = false;
    for (Setting next = setting_; change(next) && improve(next); next = setting_) helped = true;
    return helped;
  }

  // Climbs by each change in turn, in at most `passes` passes over all of them, as long as a pass helps.
  template <class Changes>
  void climb_in_turns(const Changes& changes, int passes) {
    bool helped = true;
    for (int pass = 0; pass < passes && helped; ++pass) {
      helped = false;
      for (const auto& change : changes) helped |= climb(change);
    }
  }

  // The best setting so far, and its choice.
  const Setting& setting() const noexcept { return setting_; }
  const Best<Choice>& best() const noexcept { return best_; }
  std::size_t trials() const noexcept { return tried_.size(); }

 private:
  bool is_new(const Setting& setting) const {
    return tried_.size() < most_trials_ && std::ranges::find(tried_, setting) == tried_.end();
  }

  bool take(const Setting& setting, Best<Choice> found) {
    tried_.push_back(setting);
    if (!(found.cost < kNever)) found.cost = kNever;  // a cost that is not a number is no cost
    if (tried_.size() > 1 && !(found.cost < best_.cost)) return false;
    setting_ = setting;
    best_ = std::move(found);
    return true;
  }

  Measure measure_;
  std::size_t most_trials_;
  std::vector<Setting> tried_;
  Setting setting_{};
  Best<Choice> best_;
};

}  // namespace espalier

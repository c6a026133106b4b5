// The search for the setting that costs least: from setting to setting, each tried once, staying with the best. What a
// setting is, how it is measured and where to go from it are the method's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "method/choose/best.h"

namespace espalier {

// A setting comes to a choice, which also has what was found while it was measured, such as the best size.
template <class Setting, class Choice = Setting>
class SettingSearch {
 public:
  using Measure = std::function<Best<Choice>(const Setting&)>;

  explicit SettingSearch(Measure measure, std::size_t most_trials = std::numeric_limits<std::size_t>::max())
      : measure_(std::move(measure)), most_trials_(most_trials) {}

  // Measures a setting, unless it was tried or there are no trials left; whether it is the best now. The first is the
  // best whatever it costs.
  bool improve(const Setting& setting) {
    if (tried_.size() == most_trials_ || std::ranges::find(tried_, setting) != tried_.end()) return false;
    tried_.push_back(setting);
    Best<Choice> found = measure_(setting);
    if (!(found.cost < kNever)) found.cost = kNever;  // not a number is no better
    if (tried_.size() > 1 && !(found.cost < best_.cost)) return false;
    setting_ = setting;
    best_ = std::move(found);
    return true;
  }

  // Repeats a change of the best setting for as long as it helps; whether it did. `change(setting)` is false where
  // there is nothing left to change.
  template <class Change>
  bool climb(const Change& change) {
    bool helped = false;
    for (Setting next = setting_; change(next) && improve(next); next = setting_) helped = true;
    return helped;
  }

  // The best so far, and what it came to.
  const Setting& setting() const noexcept { return setting_; }
  const Best<Choice>& best() const noexcept { return best_; }
  std::size_t trials() const noexcept { return tried_.size(); }

 private:
  Measure measure_;
  std::size_t most_trials_;
  std::vector<Setting> tried_;
  Setting setting_{};
  Best<Choice> best_;
};

}  // namespace espalier

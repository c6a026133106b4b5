// By how much every open candidate would lower the loss, kept up to date while nodes are taken. Each candidate has the
// sums that the loss needs of its rows; when rows change, so do the sums of the one candidate in each tree that has
// them, by the difference. A step then costs the rows of the taken node times the trees, instead of all rows times the
// trees, plus a look at every candidate. Sums that were changed many times carry rounding errors, so a candidate is
// weighed again from its rows before it is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/induced/node_loss.h"

namespace espalier {

class CandidateGains {
 public:
  // Row numbers are below `rows`.
  CandidateGains(const NodeLoss& loss, std::size_t trees, std::size_t rows);

  struct Members {
    std::uint32_t tree;
    std::span<const std::uint32_t> rows;
  };

  std::size_t size() const noexcept { return gains_.size(); }

  // A new candidate, in the last place. No other candidate of its tree has these rows.
  void open(const Members& candidate);
  // The last candidate takes the place of the removed one.
  void close(std::size_t place, const Members& going, const Members& last);

  // Before and after the loss adds a node with these rows.
  void note_rows(std::span<const std::uint32_t> rows);
  void change_rows(std::span<const std::uint32_t> rows);

  // The place of the largest gain; on ties the first from `start` on, with the first place following the last.
  std::size_t best(std::size_t start);
  double gain(std::size_t place) const noexcept { return gains_[place]; }
  // Sums up the rows of the candidate again.
  void refresh(std::size_t place, std::span<const std::uint32_t> rows);

 private:
  std::span<double> sums_of(std::size_t place) { return std::span(sums_).subspan(place * width_, width_); }
  void set_places(const Members& candidate, std::uint32_t place);

  const NodeLoss& loss_;
  const std::size_t trees_, width_;
  std::vector<std::uint32_t> places_;  // rows × trees: the candidate that has the row, kNowhere if none
  std::vector<double> sums_;           // candidates × width
  std::vector<double> gains_;
  std::vector<std::uint8_t> stale_;  // whether the sums changed since the gain was computed
  std::vector<double> noted_;        // of the rows of a node that is taken: rows × width
  std::vector<double> weight_, row_;
};

}  // namespace espalier

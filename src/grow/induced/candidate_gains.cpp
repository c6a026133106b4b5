#include "grow/induced/candidate_gains.h"

#include <algorithm>
#include <limits>

namespace espalier {
namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

}  // namespace

CandidateGains::CandidateGains(const NodeLoss& loss, std::size_t trees, std::size_t rows)
    : loss_(loss),
      trees_(trees),
      width_(loss.sum_count()),
      places_(rows * trees, kNowhere),
      weight_(loss.width()),
      row_(width_) {}

void CandidateGains::set_places(const Members& candidate, std::uint32_t place) {
  for (const std::uint32_t row : candidate.rows) places_[row * trees_ + candidate.tree] = place;
}

void CandidateGains::open(const Members& candidate) {
  const std::size_t place = size();
  set_places(candidate, static_cast<std::uint32_t>(place));
  sums_.resize(sums_.size() + width_);
  gains_.push_back(0);
  stale_.push_back(0);
  refresh(place, candidate.rows);
}

void CandidateGains::close(std::size_t place, const Members& going, const Members& last) {
  const std::size_t end = size() - 1;
  if (place != end) {
    set_places(last, static_cast<std::uint32_t>(place));
    std::ranges::copy(sums_of(end), sums_of(place).begin());
    gains_[place] = gains_[end];
    stale_[place] = stale_[end];
  }
  set_places(going, kNowhere);
  sums_.resize(end * width_);
  gains_.pop_back();
  stale_.pop_back();
}

void CandidateGains::refresh(std::size_t place, std::span<const std::uint32_t> rows) {
  loss_.add_up(rows, sums_of(place));
  stale_[place] = 1;
}

void CandidateGains::note_rows(std::span<const std::uint32_t> rows) {
  noted_.resize(rows.size() * width_);
  for (std::size_t i = 0; i < rows.size(); ++i)
    loss_.add_up(rows.subspan(i, 1), std::span(noted_).subspan(i * width_, width_));
}

void CandidateGains::change_rows(std::span<const std::uint32_t> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    loss_.add_up(rows.subspan(i, 1), row_);
    std::size_t first = width_, last = 0;  // of what changes: often one number of many
    for (std::size_t k = 0; k < width_; ++k) {
      row_[k] -= noted_[i * width_ + k];
      if (row_[k] == 0) continue;
      first = std::min(first, k);
      last = k + 1;
    }
    const std::span<const std::uint32_t> places = std::span(places_).subspan(rows[i] * trees_, trees_);
    for (const std::uint32_t place : places) {
      if (place == kNowhere) continue;
      double* sums = sums_.data() + place * width_;
      for (std::size_t k = first; k < last; ++k) sums[k] += row_[k];
      stale_[place] = 1;
    }
  }
}

std::size_t CandidateGains::best(std::size_t start) {
  std::size_t best = start;
  double most = -std::numeric_limits<double>::infinity();
  const auto look = [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) {
      if (stale_[place] != 0) {
        gains_[place] = loss_.best_weight_of(sums_of(place), {}, weight_);
        stale_[place] = 0;
      }
      if (gains_[place] > most) {
        most = gains_[place];
        best = place;
      }
    }
  };
  look(start, size());
  look(0, start);
  return best;
}

}  // namespace espalier

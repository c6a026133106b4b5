#include "grow/induced/open_gaps.h"

#include <algorithm>
#include <limits>

namespace espalier {
namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

}  // namespace

OpenGaps::OpenGaps(const NodeLoss& loss, std::size_t trees, std::size_t rows)
    : loss_(loss),
      trees_(trees),
      width_(loss.sums()),
      places_(rows * trees, kNowhere),
      weight_(loss.width()),
      row_(width_) {}

void OpenGaps::set_places(const Rows& candidate, std::uint32_t place) {
  for (const std::uint32_t row : candidate.rows) places_[row * trees_ + candidate.tree] = place;
}

void OpenGaps::open(std::uint32_t tree, std::span<const std::uint32_t> rows) {
  const std::size_t place = size();
  set_places({tree, rows}, static_cast<std::uint32_t>(place));
  sums_.resize(sums_.size() + width_);
  gaps_.push_back(0);
  stale_.push_back(0);
  refresh(place, rows);
}

void OpenGaps::close(std::size_t place, const Rows& going, const Rows& last) {
  const std::size_t end = size() - 1;
  if (place != end) {
    set_places(last, static_cast<std::uint32_t>(place));
    std::ranges::copy(sums_of(end), sums_of(place).begin());
    gaps_[place] = gaps_[end];
    stale_[place] = stale_[end];
  }
  set_places(going, kNowhere);
  sums_.resize(end * width_);
  gaps_.pop_back();
  stale_.pop_back();
}

void OpenGaps::refresh(std::size_t place, std::span<const std::uint32_t> rows) {
  loss_.add_up(rows, sums_of(place));
  stale_[place] = 1;
}

void OpenGaps::before(std::span<const std::uint32_t> rows) {
  changes_.resize(rows.size() * width_);
  for (std::size_t i = 0; i < rows.size(); ++i)
    loss_.add_up(rows.subspan(i, 1), std::span(changes_).subspan(i * width_, width_));
}

void OpenGaps::after(std::span<const std::uint32_t> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t* places = places_.data() + std::size_t{rows[i]} * trees_;
    loss_.add_up(rows.subspan(i, 1), row_);
    for (std::size_t k = 0; k < width_; ++k) {
      const double change = row_[k] - changes_[i * width_ + k];
      if (change == 0) continue;
      for (std::size_t t = 0; t < trees_; ++t) {
        if (places[t] == kNowhere) continue;
        sums_[places[t] * width_ + k] += change;
        stale_[places[t]] = 1;
      }
    }
  }
}

std::size_t OpenGaps::best(std::size_t start) {
  std::size_t best = start;
  double most = -std::numeric_limits<double>::infinity();
  const auto look = [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) {
      if (stale_[place] != 0) {
        gaps_[place] = loss_.best_weight_of(sums_of(place), {}, weight_);
        stale_[place] = 0;
      }
      if (gaps_[place] > most) {
        most = gaps_[place];
        best = place;
      }
    }
  };
  look(start, size());
  look(0, start);
  return best;
}

}  // namespace espalier

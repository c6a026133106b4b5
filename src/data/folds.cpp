// Random partitions of the rows. Rows are shuffled, then stably sorted by class: every class is a run of random rows.
// Dealing that sequence out round-robin gives folds whose sizes differ by at most one, in total and in every class,
// since both are runs of the sequence. A split takes the first rows of every run, in the number of the class's share.
// Linear, apart from the sort.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/random.h"
#include "espalier/error.h"
#include "espalier/folds.h"

namespace espalier {
namespace {

void check_rows(std::size_t rows, std::span<const std::int32_t> classes) {
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (rows > kMost) throw Error(ErrorCode::usage, fmt::format("rows must be at most {}, got {}", kMost, rows));
  if (!classes.empty() && classes.size() != rows) {
    throw Error(ErrorCode::usage,
                fmt::format("classes must have one entry per row ({}), got {}", rows, classes.size()));
  }
}

std::vector<std::uint32_t> shuffled_by_class(std::size_t rows, std::span<const std::int32_t> classes, Random random) {
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  if (!classes.empty()) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return classes[a] < classes[b]; });
  }
  return order;
}

// The rows of one class, as a part of the sequence, and the number of them that is held out.
struct ClassRun {
  std::size_t begin = 0;
  std::size_t size = 0;
  std::size_t held_out = 0;
  double rest = 0;  // the part of its share that rounding down removed
};

std::vector<ClassRun> class_runs(const std::vector<std::uint32_t>& order, std::span<const std::int32_t> classes) {
  std::vector<ClassRun> runs;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool begins = i == 0 || (!classes.empty() && classes[order[i]] != classes[order[i - 1]]);
    if (begins) runs.push_back({i, 0, 0, 0});
    ++runs.back().size;
  }
  return runs;
}

// Shares by largest remainder: rounded down, then one more for the classes that lost most, until the total is right.
void share_out(std::vector<ClassRun>& runs, double fraction, std::size_t total) {
  std::size_t given = 0;
  for (ClassRun& run : runs) {
    const double share = fraction * static_cast<double>(run.size);
    run.held_out = static_cast<std::size_t>(std::floor(share));
    run.rest = share - std::floor(share);
    given += run.held_out;
  }
  std::vector<ClassRun*> by_rest;
  for (ClassRun& run : runs) by_rest.push_back(&run);
  std::stable_sort(by_rest.begin(), by_rest.end(),
                   [](const ClassRun* a, const ClassRun* b) { return a->rest > b->rest; });
  for (std::size_t i = 0; i < by_rest.size() && given < total; ++i, ++given) ++by_rest[i]->held_out;
}

}  // namespace

RowSplit split_rows(std::size_t rows, double fraction, std::span<const std::int32_t> classes, std::uint64_t seed) {
  check_rows(rows, classes);
  if (!(fraction > 0 && fraction < 1)) {
    throw Error(ErrorCode::usage, fmt::format("fraction must be between 0 and 1, got {}", fraction));
  }
  const auto held_out = static_cast<std::size_t>(std::floor(fraction * static_cast<double>(rows) + 0.5));
  if (held_out == 0 || held_out >= rows) {
    throw Error(ErrorCode::usage,
                fmt::format("fraction must leave a row on each side, got {} of {} row{}, which holds out {}", fraction,
                            rows, rows == 1 ? "" : "s", held_out));
  }
  const std::vector<std::uint32_t> order = shuffled_by_class(rows, classes, Random(seed, "split rows"));
  std::vector<ClassRun> runs = class_runs(order, classes);
  share_out(runs, fraction, held_out);
  RowSplit split;
  for (const ClassRun& run : runs) {
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(run.begin);
    const auto middle = begin + static_cast<std::ptrdiff_t>(run.held_out);
    split.validation.insert(split.validation.end(), begin, middle);
    split.train.insert(split.train.end(), middle, begin + static_cast<std::ptrdiff_t>(run.size));
  }
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.validation.begin(), split.validation.end());
  return split;
}

std::vector<std::uint32_t> make_folds(std::size_t rows, int folds, std::span<const std::int32_t> classes,
                                      std::uint64_t seed, int repeat) {
  check_rows(rows, classes);
  if (folds < 2 || static_cast<std::size_t>(folds) > rows) {
    throw Error(ErrorCode::usage, fmt::format("folds must be in [2, {}], the number of rows, got {}", rows, folds));
  }
  if (repeat < 0) throw Error(ErrorCode::usage, fmt::format("repeat must not be negative, got {}", repeat));
  const auto order = shuffled_by_class(rows, classes, Random(seed, "folds", static_cast<std::uint64_t>(repeat)));
  std::vector<std::uint32_t> fold_of(rows);
  for (std::size_t i = 0; i < rows; ++i)
    fold_of[order[i]] = static_cast<std::uint32_t>(i % static_cast<std::size_t>(folds));
  return fold_of;
}

}  // namespace espalier

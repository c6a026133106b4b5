#include "cli/curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/report.h"

namespace espalier::cli {
namespace {

constexpr int kLines = 11;         // of the plot itself
constexpr std::size_t kLabel = 9;  // columns before the axis

struct Signs {
  std::string_view held_out, train, kept, axis, tick, corner, line, below;
};
constexpr Signs kUnicode = {"●", "·", "◆", "│", "┤", "└", "─", "┬"};
constexpr Signs kPlain = {"o", ".", "#", "|", "+", "+", "-", "+"};

double size_in(const Size& size, Unit unit) {
  const std::size_t sizes[] = {size.trees, size.nodes, size.leaves, size.rules, size.features, size.bytes};
  return static_cast<double>(sizes[static_cast<std::size_t>(unit)]);
}

struct CurvePoint {
  double size;
  double train;
  std::optional<double> held_out;
};

// In order of size, the last point of each size.
std::vector<CurvePoint> points_of(std::span<const PathPoint> path, Unit unit) {
  std::vector<CurvePoint> points;
  for (const PathPoint& point : path) {
    const double size = size_in(point.size, unit);
    if (point.size.features > 0 && size > 0) points.push_back({size, point.train_error, point.validation_error});
  }
  std::ranges::stable_sort(points, {}, &CurvePoint::size);
  std::vector<CurvePoint> last;
  for (const CurvePoint& point : points) {
    if (!last.empty() && last.back().size == point.size) last.pop_back();
    last.push_back(point);
  }
  return last;
}

class CurvePlot {
 public:
  CurvePlot(std::vector<CurvePoint> points, Task task, const CurveOptions& options)
      : points_(std::move(points)),
        task_(task),
        options_(options),
        signs_(options.unicode ? kUnicode : kPlain),
        columns_(std::max(10, options.width - static_cast<int>(kLabel) - 2)),
        cells_(kLines, std::vector<std::string_view>(static_cast<std::size_t>(columns_), " ")) {
    for (const CurvePoint& point : points_) {
      for (const double value : {point.train, point.held_out.value_or(point.train)}) {
        low_ = std::min(low_, value);
        high_ = std::max(high_, value);
      }
    }
  }

  std::string text(double kept) {
    const bool held_out = points_[0].held_out.has_value();
    draw(signs_.train, [](const CurvePoint& point) { return point.train; });
    if (held_out) draw(signs_.held_out, [](const CurvePoint& point) { return *point.held_out; });
    for (const CurvePoint& point : points_)
      if (point.size == kept) put(column_of(point.size), point.held_out.value_or(point.train), signs_.kept);
    std::string text = title(held_out);
    for (int line = 0; line < kLines; ++line) text += row(line);
    return text + axis();
  }

 private:
  int column_of(double size) const {
    const double share = std::log(size / points_[0].size) / std::log(points_.back().size / points_[0].size);
    return static_cast<int>(std::lround(share * (columns_ - 1)));
  }
  int line_of(double value) const {
    const double share = high_ > low_ ? (high_ - value) / (high_ - low_) : 1;
    return static_cast<int>(std::lround(share * (kLines - 1)));
  }
  void put(int column, double value, std::string_view sign) {
    cells_[static_cast<std::size_t>(line_of(value))][static_cast<std::size_t>(column)] = sign;
  }

  // A straight line from each point to the next.
  template <class Value>
  void draw(std::string_view sign, Value value) {
    for (std::size_t i = 1; i < points_.size(); ++i) {
      const int from = column_of(points_[i - 1].size), to = column_of(points_[i].size);
      const double first = value(points_[i - 1]), last = value(points_[i]);
      for (int column = from; column <= to; ++column) {
        const double share = to == from ? 1 : static_cast<double>(column - from) / (to - from);
        put(column, first + share * (last - first), sign);
      }
    }
  }

  std::string title(bool held_out) const {
    const std::string name = task_ == Task::regression ? "mse" : "error";
    const std::string both = held_out ? fmt::format("{} held-out rows   ", signs_.held_out) : "";
    return fmt::format("{:>{}}   {}{} training rows   {} kept\n", name, kLabel - 1, both, signs_.train, signs_.kept);
  }

  std::string row(int line) const {
    const double value = high_ - (high_ - low_) * line / (kLines - 1);
    const bool labelled = line % 5 == 0;
    const std::string label = labelled ? short_text(task_ == Task::regression ? "mse" : "error", value) : "";
    std::string text = fmt::format("{:>{}} {}", label, kLabel - 1, labelled ? signs_.tick : signs_.axis);
    for (const std::string_view cell : cells_[static_cast<std::size_t>(line)]) text += cell;
    return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }

  // Powers of two, as far as their labels have room, and the largest size.
  std::vector<double> ticks() const {
    const int room = 2 * static_cast<int>(fmt::format("{:.0f}", points_.back().size).size()) + 2;
    std::vector<double> ticks = {points_.back().size};
    for (double size = std::exp2(std::floor(std::log2(points_.back().size))); size >= points_[0].size; size /= 2)
      if (column_of(ticks.back()) - column_of(size) >= room) ticks.push_back(size);
    std::ranges::reverse(ticks);
    return ticks;
  }

  std::string axis() const {
    std::vector<std::string_view> line(static_cast<std::size_t>(columns_), signs_.line);
    std::string labels(kLabel + 1, ' ');
    for (const double size : ticks()) {
      const auto column = static_cast<std::size_t>(column_of(size));
      line[column] = signs_.below;
      const std::string label = fmt::format("{:.0f}", size);
      // Each label is under its tick, and the last one stays within the width.
      const std::size_t last = kLabel + 1 + static_cast<std::size_t>(columns_);
      labels.resize(std::max(labels.size(), std::min(kLabel + 1 + column, last - label.size())), ' ');
      labels += label;
    }
    const std::string unit = unit_name(options_.unit);
    labels.replace(0, std::min(unit.size(), kLabel), unit.substr(0, kLabel));
    std::string text(kLabel, ' ');
    text += signs_.corner;
    for (const std::string_view cell : line) text += cell;
    return text + "\n" + labels + "\n";
  }

  const std::vector<CurvePoint> points_;
  const Task task_;
  const CurveOptions& options_;
  const Signs& signs_;
  const int columns_;
  std::vector<std::vector<std::string_view>> cells_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

std::string draw_curve(std::span<const PathPoint> path, const Size& kept, Task task, const CurveOptions& options) {
  std::vector<CurvePoint> points = points_of(path, options.unit);
  if (points.size() < 2) return "";
  return CurvePlot(std::move(points), task, options).text(size_in(kept, options.unit));
}

}  // namespace espalier::cli

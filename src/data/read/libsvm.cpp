// Two passes over the lines, both parallel over chunks: the first counts rows and finds the largest index, the second
// writes the values into dense columns that begin as zeros. Memory: the table.
#include "data/read/libsvm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "base/progress.h"
#include "base/threads.h"
#include "data/read/labels.h"
#include "data/read/libsvm_line.h"
#include "data/read/plan.h"
#include "espalier/error.h"

namespace espalier {
namespace {

constexpr std::string_view kTarget = "target";

// The findings of the first pass.
struct Extent {
  std::vector<Chunk> chunks;  // with their rows
  std::size_t rows = 0;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most = 0;

  bool named_any() const noexcept { return least <= most; }
  std::uint64_t first() const noexcept { return least == 0 ? 0 : 1; }
};

// The fault that comes first in the text, whichever thread finds it first.
class FirstFault {
 public:
  void consider(std::optional<Fault> fault) {
    const std::lock_guard lock(mutex_);
    if (fault && (!first_ || fault->at < first_->at)) first_ = std::move(fault);
  }
  void raise(const Source& source) const {
    if (first_) throw error_at(source, first_->at, first_->what);
  }

 private:
  std::mutex mutex_;
  std::optional<Fault> first_;
};

std::vector<Chunk> cut_lines(const Source& source, Threads& threads) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view text = source.text;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  CutRules rules;
  rules.quotes = CutRules::Quotes::plain;
  rules.chunk_bytes = source.chunk_bytes;
  return cut_records(text, rules, threads).chunks;
}

std::uint64_t bytes_of(const Chunk& chunk) noexcept { return static_cast<std::uint64_t>(chunk.end - chunk.begin); }

Extent measure(const Source& source, std::uint64_t max_index, Threads& threads, Reporter& reporter) {
  Extent extent;
  extent.chunks = cut_lines(source, threads);
  FirstFault fault;
  std::mutex mutex;
  threads.each(extent.chunks.size(), [&](std::size_t i) {
    Chunk& chunk = extent.chunks[i];
    chunk.first_row = 0;
    chunk.rows = 0;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max(), most = 0;
    fault.consider(walk_lines(chunk, max_index, [&](std::size_t, const LibsvmLine& line) -> std::optional<Fault> {
      ++chunk.rows;
      for (const LibsvmEntry& entry : line.entries) {
        least = std::min(least, entry.index);
        most = std::max(most, entry.index);
      }
      return std::nullopt;
    }));
    {
      const std::lock_guard lock(mutex);
      extent.least = std::min(extent.least, least);
      extent.most = std::max(extent.most, most);
    }
    reporter.advance(bytes_of(chunk));
  });
  fault.raise(source);
  for (Chunk& chunk : extent.chunks) {
    chunk.first_row = extent.rows;
    extent.rows += chunk.rows;
  }
  if (extent.rows == 0) throw Error(ErrorCode::data, fmt::format("{} has no rows", source.name));
  return extent;
}

// "x17" is 17.
std::optional<std::uint64_t> index_in(std::string_view name, std::uint64_t max_index) {
  const bool canonical = name.size() >= 2 && name.size() <= 12 && name[0] == 'x' && (name[1] != '0' || name == "x0");
  if (!canonical) return std::nullopt;
  std::uint64_t index = 0;
  for (const char c : name.substr(1)) {
    if (c < '0' || c > '9') return std::nullopt;
    index = 10 * index + static_cast<std::uint64_t>(c - '0');
  }
  return index <= max_index ? std::optional(index) : std::nullopt;
}

// The columns of the file, the columns that only the model names, and the target.
std::vector<std::string> column_names(const Extent& extent, const ReadOptions& options, std::uint64_t max_index) {
  std::vector<std::string> names;
  if (extent.named_any()) {
    for (std::uint64_t i = extent.first(); i <= extent.most; ++i) names.push_back(fmt::format("x{}", i));
  }
  const std::size_t in_file = names.size();
  if (options.schema) {
    for (const Feature& feature : *options.schema) {
      const auto index = index_in(feature.name, max_index);
      if (index && (*index < extent.first() || *index - extent.first() >= in_file)) names.push_back(feature.name);
    }
  }
  names.emplace_back(kTarget);
  return names;
}

void check_options(const Source& source, const ReadOptions& options) {
  if (!options.keep.empty()) {
    throw Error(ErrorCode::usage, fmt::format("keep: {} is LibSVM, which has no text to keep", source.name));
  }
  for (const std::string& name : options.categorical) {
    if (name == kTarget) throw Error(ErrorCode::usage, "categorical: the target of LibSVM data is numeric");
  }
  for (const std::string& name : options.targets) {
    if (name == kTarget) continue;
    throw Error(ErrorCode::data, fmt::format("{} has no column \"{}\": the target of LibSVM data is \"{}\"",
                                             source.name, name, kTarget));
  }
}

void check_size(const Source& source, std::uint64_t rows, std::uint64_t columns, const LibsvmLimits& limits) {
  const std::uint64_t for_its_bytes = limits.cells_always + limits.cells_per_byte * source.text.size();
  const std::uint64_t max_cells = std::min(limits.cells, for_its_bytes);
  if (columns == 0 || rows <= max_cells / columns) return;
  throw Error(ErrorCode::data,
              fmt::format("{}: rows × columns must be at most {} for {} bytes, since the table is dense, got {} × {}",
                          source.name, max_cells, source.text.size(), rows, columns));
}

// Writes the rows into the table.
class Filler {
 public:
  Filler(const Extent& extent, const Plan& plan, Table& table) : extent_(extent), plan_(plan), table_(table) {}

  std::optional<Fault> operator()(std::size_t row, const LibsvmLine& line) {
    double label = 0;
    if (!parse_number(line.label, label)) {
      return Fault{line.label.data(), fmt::format("the label must be one number, got {}", shown(line.label))};
    }
    if (!std::isfinite(label)) {
      return Fault{line.label.data(), fmt::format("the label must be finite, got {}", shown(line.label))};
    }
    table_.targets[0].numbers[row] = label;
    for (const LibsvmEntry& entry : line.entries) {
      if (auto fault = put(row, entry, plan_.columns[entry.index - extent_.first()])) return fault;
    }
    return std::nullopt;
  }

 private:
  std::optional<Fault> put(std::size_t row, const LibsvmEntry& entry, const ColumnPlan& column) {
    const bool is_weight = column.role == Role::weight;
    float value = std::numeric_limits<float>::quiet_NaN();
    double weight = std::numeric_limits<double>::quiet_NaN();
    const bool is_number = is_weight ? parse_number(entry.value, weight) : parse_number(entry.value, value);
    if (!is_number && !is_missing(entry.value)) {
      return Fault{entry.value.data(),
                   fmt::format("column \"{}\": {} is not a number", column.name, shown(entry.value))};
    }
    if (is_weight && !(std::isfinite(weight) && weight >= 0)) {
      return Fault{entry.value.data(), fmt::format("column \"{}\": the weight must be finite and not negative, got {}",
                                                   column.name, shown(entry.value))};
    }
    if (is_weight) table_.weights[row] = weight;
    if (column.role == Role::feature) {
      table_.columns[column.slot].values[row] = is_number ? value : std::numeric_limits<float>::quiet_NaN();
    }
    return std::nullopt;
  }

  const Extent& extent_;
  const Plan& plan_;
  Table& table_;
};

Table make_table(const Source& source, const Plan& plan, std::size_t rows, Threads& threads) {
  Table table;
  table.source = source.name;
  table.rows = rows;
  table.absent_is_zero = true;
  table.columns.resize(plan.features);
  table.targets.resize(1);
  table.targets[0].name = kTarget;
  table.targets[0].numbers.resize(rows);
  threads.each(plan.columns.size(), [&](std::size_t c) {
    const ColumnPlan& column = plan.columns[c];
    if (column.role == Role::weight) table.weights.resize(rows);
    if (column.role != Role::feature) return;
    table.columns[column.slot].feature.name = column.name;
    table.columns[column.slot].values.resize(rows);
  });
  return table;
}

// A column of numbers that is read as categories: the labels are the numbers as text.
void make_categorical(Column& column, const Feature* expected, const std::string& source) {
  std::vector<float> distinct;
  std::copy_if(column.values.begin(), column.values.end(), std::back_inserter(distinct),
               [](float value) { return !std::isnan(value); });
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());

  Feature feature{column.feature.name, ColumnType::categorical, {}};
  if (expected != nullptr) {
    feature = *expected;
  } else {
    for (const float value : distinct) feature.labels.push_back(fmt::format("{}", value));
    std::sort(feature.labels.begin(), feature.labels.end());
  }
  const LabelMatcher matcher(feature);
  if (!feature.labels.empty() && !matcher.has_numbers()) throw expects_categories(source, feature);
  column.codes.reserve(column.values.size());
  for (const float value : column.values) {
    column.codes.push_back(std::isnan(value) ? kMissingCode : matcher.code(fmt::format("{}", value)));
  }
  column.values = {};
  column.feature = std::move(feature);
}

}  // namespace

Table read_libsvm(const Source& source, const LibsvmLimits& limits, const ReadOptions& options, const Run& run) {
  check_options(source, options);
  ReadOptions with_target = options;
  if (options.targets.empty()) with_target.targets = {std::string(kTarget)};

  Threads threads(run.threads);
  Reporter reporter(run, "reading " + source.name, 2 * source.text.size());
  const Extent extent = measure(source, limits.index, threads, reporter);
  const Plan plan = plan_columns(column_names(extent, options, limits.index), source.name, with_target);
  if (plan.features == 0 && !options.schema) {
    throw Error(ErrorCode::data, fmt::format("{} names no features", source.name));
  }
  check_size(source, extent.rows, plan.features, limits);

  Table table = make_table(source, plan, extent.rows, threads);
  FirstFault fault;
  threads.each(extent.chunks.size(), [&](std::size_t i) {
    fault.consider(walk_lines(extent.chunks[i], limits.index, Filler(extent, plan, table)));
    reporter.advance(bytes_of(extent.chunks[i]));
  });
  fault.raise(source);
  threads.each(plan.columns.size(), [&](std::size_t c) {
    const ColumnPlan& column = plan.columns[c];
    const bool categorical = column.role == Role::feature && column.typing == Typing::categorical;
    if (categorical) make_categorical(table.columns[column.slot], column.expected, source.name);
  });
  return table;
}

}  // namespace espalier

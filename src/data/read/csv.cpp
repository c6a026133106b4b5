// Text to table, without a copy of the text and without an object per cell:
//   1. the text is cut into chunks between records and the rows are counted (records.cpp);
//   2. every column that may be numeric is parsed into its float32 values, targets and weights into float64
//      (csv_numbers.cpp), counting the cells that are missing and those that are not numbers;
//   3. the counts decide which columns are numeric, by the 99% rule or by the options;
//   4. the other columns are read by a second pass over the text (csv_text.cpp).
// Steps 1, 2 and 4 are parallel over chunks. Memory: the table itself, and for step 4 the dictionaries.
#include "data/read/csv.h"

#include <fmt/format.h>

#include <deque>
#include <limits>
#include <utility>

#include "base/assert.h"
#include "data/read/cell.h"
#include "data/read/csv_header.h"
#include "data/read/csv_numbers.h"
#include "data/read/csv_text.h"
#include "data/read/csv_walk.h"
#include "data/read/plan.h"
#include "espalier/error.h"

namespace espalier {
namespace {

constexpr std::size_t kMaxRows = std::numeric_limits<std::uint32_t>::max();

Cut cut_body(const Header& header, const Source& source, Threads& threads) {
  if (header.body.empty()) throw Error(ErrorCode::data, fmt::format("{} has a header but no rows", source.name));
  CutRules rules;
  rules.chunk_bytes = source.chunk_bytes;
  // With one column an empty line is a missing cell.
  if (header.names.size() == 1) rules.empty_lines = CutRules::EmptyLines::records;
  Cut cut = cut_records(header.body, rules, threads);
  if (cut.rows > kMaxRows) throw Error(ErrorCode::data, fmt::format("{}: more than {} rows", source.name, kMaxRows));
  return cut;
}

NumberStyle style_of(const ReadOptions& options) {
  constexpr std::string_view kThousands = ",. '";
  if (options.decimal != '.' && options.decimal != ',')
    throw Error(ErrorCode::usage, fmt::format("decimal must be a point or a comma, got \"{}\"", options.decimal));
  const bool known = options.thousands == '\0' || kThousands.find(options.thousands) != std::string_view::npos;
  if (!known || options.thousands == options.decimal)
    throw Error(ErrorCode::usage, fmt::format("thousands must be a comma, point, space or apostrophe other than the "
                                              "decimal mark, got \"{}\"",
                                              options.thousands));
  return {options.decimal, options.thousands};
}

// A cell takes at least its separator, so a text too short for rows × columns has a row that is too short. It is found
// before memory is asked for.
void check_shape(const CsvBody& body, std::size_t columns, std::size_t bytes, Threads& threads) {
  if (body.cut.rows <= (bytes + 1) / columns) return;
  const Run unwatched;
  Reporter silent(unwatched, "", 0);
  read_numbers(body, std::vector<NumberSink>(columns), threads, silent);
  ESPALIER_ASSERT(!"a row is too short");
}

// Columns that are forced to be categories are not parsed as numbers, except for targets, which are checked for missing
// cells.
bool reads_numbers(const ColumnPlan& column) {
  return column.role == Role::target || (column.role != Role::unused && column.typing != Typing::categorical);
}

Table make_table(const Plan& plan, const Source& source, std::size_t rows) {
  Table table;
  table.source = source.name;
  table.rows = rows;
  table.columns.resize(plan.features);
  table.targets.resize(plan.targets);
  table.kept.resize(plan.kept);
  for (const ColumnPlan& column : plan.columns) {
    if (column.role == Role::feature) table.columns[column.slot].feature.name = column.name;
    if (column.role == Role::target) table.targets[column.slot].name = column.name;
    if (column.kept) table.kept[column.kept_slot].name = column.name;
  }
  return table;
}

std::vector<NumberSink> number_sinks(const Plan& plan, Table& table, Threads& threads) {
  std::vector<NumberSink> sinks(plan.columns.size());
  threads.each(sinks.size(), [&](std::size_t c) {
    const ColumnPlan& column = plan.columns[c];
    if (!reads_numbers(column)) return;
    if (column.role == Role::feature) {
      table.columns[column.slot].values.resize(table.rows);
      sinks[c].floats = table.columns[column.slot].values.data();
      return;
    }
    const bool is_weight = column.role == Role::weight;
    std::vector<double>& numbers = is_weight ? table.weights : table.targets[column.slot].numbers;
    numbers.resize(table.rows);
    sinks[c].doubles = numbers.data();
    sinks[c].least = is_weight ? 0 : std::numeric_limits<double>::lowest();
  });
  return sinks;
}

ColumnType decide_type(const ColumnPlan& column, const NumberSummary& summary, std::size_t rows) {
  if (column.typing == Typing::categorical) return ColumnType::categorical;
  const std::uint64_t numbers = rows - summary.missing - summary.texts;
  const bool numeric = column.typing == Typing::numeric || mostly_numbers(numbers, summary.texts);
  return numeric ? ColumnType::numeric : ColumnType::categorical;
}

std::string no_number(const std::string& cell, const NumberStyle& style) {
  const std::string options = options_that_read(style, [&](const NumberStyle& other) {
    double number = 0;
    return parse_number(cell, other, number);
  });
  return shown(cell) + " is not a number" + (options.empty() ? "" : fmt::format(" (with {} it is)", options));
}

// The first invalid cell of the column.
Fault first_bad_cell(const CsvBody& body, const ColumnPlan& column, const NumberSummary& summary, ColumnType type) {
  const auto text = [&](const char* at) {
    return cell_text(scan_cell(at, body.cut.chunks.back().end, body.separator));
  };
  Fault first;
  const auto consider = [&](const char* at, auto&& what) {
    if (at != nullptr && (first.at == nullptr || at < first.at)) {
      first = {at, fmt::format("column \"{}\": {}", column.name, what(at))};
    }
  };
  const std::string_view role = column.role == Role::weight ? "weight" : "target";
  const std::string_view rule = column.role == Role::weight ? "finite and not negative" : "finite";
  if (column.role != Role::feature) {
    consider(summary.first_missing, [&](const char*) { return fmt::format("the {} is missing", role); });
  }
  if (type == ColumnType::numeric) {
    consider(summary.first_text, [&](const char* at) { return no_number(text(at), body.style); });
    consider(summary.first_unfit,
             [&](const char* at) { return fmt::format("the {} must be {}, got {}", role, rule, shown(text(at))); });
  }
  return first;
}

std::vector<ColumnType> decide_types(const CsvBody& body, const Plan& plan,
                                     const std::vector<NumberSummary>& summaries) {
  std::vector<ColumnType> types(plan.columns.size());
  Fault first;
  for (std::size_t c = 0; c < types.size(); ++c) {
    types[c] = decide_type(plan.columns[c], summaries[c], body.cut.rows);
    if (!reads_numbers(plan.columns[c])) continue;
    Fault fault = first_bad_cell(body, plan.columns[c], summaries[c], types[c]);
    if (fault.at != nullptr && (first.at == nullptr || fault.at < first.at)) first = std::move(fault);
  }
  if (first.at != nullptr) throw error_at(body.source, first.at, first.what);
  return types;
}

void renumber(std::vector<std::int32_t>& codes, const std::vector<std::int32_t>& renumbered, Threads& threads) {
  threads.blocks(codes.size(), std::size_t{1} << 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      if (codes[row] != kMissingCode) codes[row] = renumbered[static_cast<std::size_t>(codes[row])];
    }
  });
}

// The columns that are read as text, and the labels found in them.
class TextColumns {
 public:
  TextColumns(const Plan& plan, const std::vector<ColumnType>& types, Table& table)
      : plan_(plan), types_(types), table_(table), sinks_(types.size()) {
    for (std::size_t c = 0; c < sinks_.size(); ++c) prepare(c);
  }

  void read(const CsvBody& body, Threads& threads, const Run& run) {
    if (!used_) return;
    Reporter reporter(run, "reading the text columns of " + body.source.name, body.bytes());
    read_text(body, sinks_, threads, reporter);
    for (std::size_t c = 0; c < sinks_.size(); ++c) {
      if (sinks_[c].labels != nullptr) finish(c, body.style, threads);
    }
  }

 private:
  bool is_categorical(std::size_t c) const {
    const Role role = plan_.columns[c].role;
    return types_[c] == ColumnType::categorical && (role == Role::feature || role == Role::target);
  }

  std::vector<std::int32_t>& codes_of(const ColumnPlan& column) {
    return column.role == Role::feature ? table_.columns[column.slot].codes : table_.targets[column.slot].codes;
  }

  void prepare(std::size_t c) {
    const ColumnPlan& column = plan_.columns[c];
    if (is_categorical(c)) {
      // The numbers of the first pass are freed before their replacement is allocated.
      if (column.role == Role::feature) table_.columns[column.slot].values = {};
      if (column.role == Role::target) table_.targets[column.slot].numbers = {};
      codes_of(column).resize(table_.rows);
      sinks_[c].codes = codes_of(column).data();
      sinks_[c].labels = &labels_.emplace_back();
    }
    if (column.kept) {
      table_.kept[column.kept_slot].cells.resize(table_.rows);
      sinks_[c].cells = table_.kept[column.kept_slot].cells.data();
    }
    used_ = used_ || sinks_[c].used();
  }

  void finish(std::size_t c, const NumberStyle& style, Threads& threads) {
    const ColumnPlan& column = plan_.columns[c];
    if (column.typing == Typing::inferred) warn_of_numbers(column.name, *sinks_[c].labels, style);
    std::vector<std::int32_t> renumbered;
    if (column.expected != nullptr) {
      renumbered = sinks_[c].labels->match(*column.expected, table_.source);
    } else {
      std::vector<std::string> labels = sinks_[c].labels->sort(renumbered);
      if (column.role == Role::target) {
        table_.targets[column.slot].labels = std::move(labels);
      } else {
        table_.columns[column.slot].feature.labels = std::move(labels);
      }
    }
    renumber(codes_of(column), renumbered, threads);
  }

  void warn_of_numbers(const std::string& name, const Labels& labels, const NumberStyle& style) {
    const std::string options =
        options_that_read(style, [&](const NumberStyle& o) { return labels.mostly_numbers(o); });
    if (options.empty()) return;
    table_.warnings.push_back(fmt::format(
        "column \"{}\" is read as categories, such as {}; give {} if they are numbers, or --categorical if not", name,
        shown(labels.some()), options));
  }

  const Plan& plan_;
  const std::vector<ColumnType>& types_;
  Table& table_;
  std::vector<TextSink> sinks_;
  std::deque<Labels> labels_;
  bool used_ = false;
};

}  // namespace

Table read_csv(const Source& source, char separator, const ReadOptions& options, const Run& run) {
  Threads threads(run.threads);
  const Header header = read_header(source, separator, options);
  const Plan plan = plan_columns(header.names, source.name, options);
  const Cut cut = cut_body(header, source, threads);
  const CsvBody body{source, cut, header.separator, style_of(options)};
  check_shape(body, header.names.size(), header.body.size(), threads);

  Table table = make_table(plan, source, cut.rows);
  Reporter reporter(run, "reading " + source.name, body.bytes());
  const auto summaries = read_numbers(body, number_sinks(plan, table, threads), threads, reporter);
  const auto types = decide_types(body, plan, summaries);
  TextColumns(plan, types, table).read(body, threads, run);
  for (std::size_t c = 0; c < types.size(); ++c) {
    const ColumnPlan& column = plan.columns[c];
    if (column.role != Role::feature) continue;
    Feature& feature = table.columns[column.slot].feature;
    feature.type = types[c];
    if (column.expected != nullptr) feature = *column.expected;
  }
  return table;
}

}  // namespace espalier

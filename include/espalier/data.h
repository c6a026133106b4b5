// Tables of named, typed columns; reading and writing them; splitting their rows; the built-in generators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/base.h"

namespace espalier {

enum class ColumnType : std::uint8_t { numeric, categorical };

struct Feature {
  std::string name;
  ColumnType type = ColumnType::numeric;
  std::vector<std::string> labels;  // categorical: the label of code 0, 1, …
  bool operator==(const Feature&) const = default;
};

inline constexpr std::int32_t kMissingCode = -1;

// A column owns `values` (numeric, NaN is missing) or `codes` (categorical, kMissingCode is missing), never both.
struct Column {
  Feature feature;
  std::vector<float> values;
  std::vector<std::int32_t> codes;
};

// What is to be predicted: float64 where the column is numeric, otherwise codes into `labels`.
struct TargetColumn {
  std::string name;
  std::vector<double> numbers;
  std::vector<std::int32_t> codes;
  std::vector<std::string> labels;
};

// A column copied through as it stood in the file.
struct TextColumn {
  std::string name;
  std::vector<std::string> cells;
};

struct Table {
  std::string source;  // the file, for messages
  std::size_t rows = 0;
  std::vector<Column> columns;
  std::vector<TargetColumn> targets;
  std::vector<double> weights;  // empty: every row counts 1
  std::vector<TextColumn> kept;
  bool absent_is_zero = false;  // LibSVM: a feature that the file does not name is 0
};

// A numeric column is an array of float32 or of float64, which is used as its values narrowed to float32 would be.
struct ColumnView {
  const Feature* feature = nullptr;
  const float* values = nullptr;        // numeric
  const std::int32_t* codes = nullptr;  // categorical
  std::ptrdiff_t stride = 1;            // in elements: 1 of a contiguous column, the row's length of a row-major matrix
  const double* doubles = nullptr;      // numeric, where there are no `values`

  bool numeric() const noexcept { return feature->type == ColumnType::numeric; }
  float value(std::size_t row) const noexcept {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row) * stride;
    return values != nullptr ? values[at] : static_cast<float>(doubles[at]);
  }
  std::int32_t code(std::size_t row) const noexcept { return codes[static_cast<std::ptrdiff_t>(row) * stride]; }
};

// Columns that somebody else owns: a Table, or arrays of the caller.
struct TableView {
  std::vector<ColumnView> columns;
  std::size_t rows = 0;
  bool absent_is_zero = false;

  TableView() = default;
  TableView(const Table& table);  // NOLINT: a table is usable wherever a view is
};

// ---- reading -------------------------------------------------------------------------------------------------------

enum class FileFormat : std::uint8_t { automatic, csv, tsv, libsvm };

struct ReadOptions {
  FileFormat format = FileFormat::automatic;  // by suffix: .tsv .tab, .libsvm .svm .svmlight, else CSV
  std::vector<std::string> targets;           // must be there, complete and finite
  bool split_targets = false;                 // whether a target that is no column is several, with commas between them
  std::string weight;                         // must be there, finite and not negative
  std::vector<std::string> ignore;
  std::vector<std::string> numeric;      // read as numbers, whatever inference says
  std::vector<std::string> categorical;  // read as categories, whatever inference says
  std::vector<std::string> keep;         // also copied through as text

  // If given, just these columns are read, by name, in this order, with these types. Labels that a feature does not
  // know become kMissingCode. A column that is not there, or is of another type, is an error.
  std::optional<std::vector<Feature>> schema;
};

// Reads CSV, TSV or LibSVM, gzip or not; "-" is stdin. A column is numeric if at least 99% of its cells that are not
// missing are numbers (the others are then errors), otherwise categorical. Missing: empty, NA, NaN, null, ?.
Table read_table(const std::string& path, const ReadOptions& options, const Run& run = {});

// The same from memory; `name` stands for the file in messages.
Table parse_table(std::string_view bytes, const std::string& name, const ReadOptions& options, const Run& run = {});

// ---- rows ----------------------------------------------------------------------------------------------------------

// The rows named, in that order, as a table of its own.
Table take_rows(const Table& table, std::span<const std::uint32_t> rows);
Table take_rows(const TableView& table, std::span<const std::uint32_t> rows);

struct RowSplit {
  std::vector<std::uint32_t> train;  // ascending
  std::vector<std::uint32_t> validation;
};

// Holds out `fraction` of the rows. With `classes` not empty the split keeps the shares of the classes.
RowSplit split_rows(std::size_t rows, double fraction, std::span<const std::int32_t> classes, std::uint64_t seed);

// The fold (0 … folds-1) of every row; fold sizes differ by at most one, with `classes` within each class too.
// `repeat` numbers independent partitions of the same seed.
std::vector<std::uint32_t> make_folds(std::size_t rows, int folds, std::span<const std::int32_t> classes,
                                      std::uint64_t seed, int repeat = 0);

// ---- generators ----------------------------------------------------------------------------------------------------

struct Generator {
  std::string_view name;
  std::string_view summary;  // one line: what it is, inputs, task
  std::string_view formula;  // how a row is drawn
  std::string_view noise;    // what --noise means here
  double default_noise = 0;  // sd of the Gaussian, or share of flipped labels
  std::string_view optimum;  // the Bayes error or the smallest mean squared error, where known
};

std::span<const Generator> generators();

// Columns x1 … xp and the target "target" (numeric; classes are numbers too). Row i depends on (name, seed, i) alone,
// so more rows extend a table. kDefaultNoise stands for the generator's default; any other negative noise is an error.
inline constexpr double kDefaultNoise = -1;
Table generate(std::string_view name, std::size_t rows, std::uint64_t seed, double noise = kDefaultNoise,
               const Run& run = {});

// Header line and all columns of the table, the targets last. Numbers are written so that they read back the same.
void write_csv(const Table& table, std::ostream& out, const Run& run = {});

}  // namespace espalier

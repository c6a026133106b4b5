// Matches columns by name and categories by label. O(columns log columns), and O(rows) for each categorical column
// whose labels differ from the model's.
// Tested by tests/predict/predict_test.cpp.
#include "predict/columns/bound_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "espalier/error.h"

namespace espalier {
namespace {

constexpr float kZero = 0;

std::string_view name_of(ColumnType type) { return type == ColumnType::numeric ? "numeric" : "categorical"; }

// Positions of texts, by text; for equal ones the first.
class TextIndex {
 public:
  template <class Texts, class TextOf>
  TextIndex(const Texts& items, TextOf text_of) {
    entries_.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) entries_.push_back({text_of(items[i]), i});
    std::sort(entries_.begin(), entries_.end());
  }

  const std::size_t* find(std::string_view text) const {
    const auto found = std::lower_bound(entries_.begin(), entries_.end(), Entry{text, 0});
    return found != entries_.end() && found->first == text ? &found->second : nullptr;
  }

 private:
  using Entry = std::pair<std::string_view, std::size_t>;
  std::vector<Entry> entries_;
};

// Codes mean the same as far as both lists go; codes beyond the feature's own labels are missing anyway.
bool same_codes(const Feature& feature, const Feature& column) {
  const std::size_t common = std::min(feature.labels.size(), column.labels.size());
  return std::equal(feature.labels.begin(), feature.labels.begin() + static_cast<std::ptrdiff_t>(common),
                    column.labels.begin());
}

}  // namespace

BoundTable::BoundTable(const std::vector<Feature>& features, const TableView& table) : rows_(table.rows) {
  const TextIndex index(table.columns, [](const ColumnView& column) { return std::string_view(column.feature->name); });
  columns_.reserve(features.size());
  for (const Feature& feature : features) {
    const std::size_t* found = index.find(feature.name);
    if (!found && table.absent_is_zero && feature.type == ColumnType::numeric) {
      columns_.push_back({&feature, &kZero, nullptr, 0});
      continue;
    }
    if (!found)
      throw Error(ErrorCode::data, fmt::format("the data has no column \"{}\", which the model needs", feature.name));
    const ColumnView& column = table.columns[*found];
    if (column.feature->type != feature.type)
      throw Error(ErrorCode::data, fmt::format("column \"{}\" must be {}, is {}", feature.name, name_of(feature.type),
                                               name_of(column.feature->type)));
    const bool as_is = feature.type == ColumnType::numeric || same_codes(feature, *column.feature);
    columns_.push_back(as_is ? ColumnView{&feature, column.values, column.codes, column.stride, column.doubles}
                             : recoded(feature, column));
  }
}

ColumnView BoundTable::recoded(const Feature& feature, const ColumnView& column) {
  const std::vector<std::string>& labels = column.feature->labels;
  const TextIndex index(feature.labels, [](const std::string& label) { return std::string_view(label); });
  std::vector<std::int32_t> code_of(labels.size(), kMissingCode);
  for (std::size_t c = 0; c < labels.size(); ++c)
    if (const std::size_t* found = index.find(labels[c])) code_of[c] = static_cast<std::int32_t>(*found);
  std::vector<std::int32_t>& codes = recoded_.emplace_back(rows_, kMissingCode);
  for (std::size_t row = 0; row < rows_; ++row) {
    const std::int32_t code = column.code(row);
    if (code >= 0 && static_cast<std::size_t>(code) < labels.size())
      codes[row] = code_of[static_cast<std::size_t>(code)];
  }
  return {&feature, nullptr, codes.data(), 1};
}

}  // namespace espalier

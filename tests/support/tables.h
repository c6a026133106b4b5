// Small tables and targets for tests.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "espalier/budget.h"
#include "espalier/table.h"
#include "espalier/target.h"

namespace espalier::test {

inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

inline Column numeric(std::string name, std::vector<float> values) {
  Column column;
  column.feature = {std::move(name), ColumnType::numeric, {}};
  column.values = std::move(values);
  return column;
}

inline Column categorical(std::string name, std::vector<std::string> labels, std::vector<std::int32_t> codes) {
  Column column;
  column.feature = {std::move(name), ColumnType::categorical, std::move(labels)};
  column.codes = std::move(codes);
  return column;
}

inline Table table_of(std::vector<Column> columns) {
  Table table;
  table.rows = columns[0].feature.type == ColumnType::numeric ? columns[0].values.size() : columns[0].codes.size();
  table.columns = std::move(columns);
  return table;
}

inline Target regression(std::vector<double> values, std::vector<double> weights = {}) {
  Target target;
  target.names = {"y"};
  target.values = std::move(values);
  target.weights = std::move(weights);
  return target;
}

inline Target classes(std::vector<std::int32_t> codes, int count = 2, std::vector<double> weights = {}) {
  Target target;
  target.names = {"y"};
  target.task = Task::classification;
  target.classes = std::move(codes);
  for (int k = 0; k < count; ++k) target.labels.push_back("c" + std::to_string(k));
  target.weights = std::move(weights);
  return target;
}

// The folder of real data sets, or an empty path where there is none: ESPALIER_DATA, by default ../shared/data seen
// from the project's root.
inline std::filesystem::path data_folder() {
  const char* named = std::getenv("ESPALIER_DATA");
  const std::filesystem::path folder =
      named ? std::filesystem::path(named) : std::filesystem::path(ESPALIER_TESTS) / ".." / ".." / "shared" / "data";
  return std::filesystem::exists(folder) ? folder : std::filesystem::path();
}

}  // namespace espalier::test

// The use of each column of a file: feature, target, weight or nothing, kept as text or not, and how its type is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "espalier/error.h"
#include "espalier/read_table.h"
#include "espalier/table.h"

namespace espalier {

enum class Role : std::uint8_t { unused, feature, target, weight };
enum class Typing : std::uint8_t { inferred, numeric, categorical };

struct ColumnPlan {
  std::string name;
  Role role = Role::unused;
  std::size_t slot = 0;  // of Table::columns or Table::targets
  Typing typing = Typing::inferred;
  const Feature* expected = nullptr;  // of the schema
  bool kept = false;
  std::size_t kept_slot = 0;  // of Table::kept
};

struct Plan {
  std::vector<ColumnPlan> columns;  // one per column of the file
  std::size_t features = 0;
  std::size_t targets = 0;
  std::size_t kept = 0;
};

// Names in the options that the file lacks, and options that contradict each other, are errors. The plan points into
// `options`.
Plan plan_columns(const std::vector<std::string>& names, const std::string& source, const ReadOptions& options);

// Whether the targets, the weight and the columns of the schema that the options name are among the names.
bool has_named_columns(const std::vector<std::string>& names, const ReadOptions& options);

// `test.csv has no column "age", which the model needs (did you mean "Age"?)`
Error missing_schema_column(const std::string& source, const std::string& name, const std::vector<std::string>& names);

}  // namespace espalier

// Sizes of models, and budgets that limit them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace espalier {

struct Model;

struct Size {
  std::size_t trees = 0;
  std::size_t nodes = 0;     // existing nodes, roots included; absent children do not count
  std::size_t leaves = 0;    // terminals; a vector leaf counts once; the constant model has none
  std::size_t rules = 0;     // paths to leaves, and to absent children that have a value; for neural rules, the rules
  std::size_t features = 0;  // columns that the model uses
  std::size_t bytes = 0;     // of the saved file
};

Size size_of(const Model& model);

enum class Unit : std::uint8_t { trees, nodes, leaves, rules, features, bytes };

// An upper limit, never exceeded.
struct Budget {
  std::size_t amount = 0;
  Unit unit = Unit::leaves;
};

Budget parse_budget(std::string_view text);  // "16KB" (1024 bytes each), "900bytes", "200nodes", "64leaves", …
std::string to_string(const Budget& budget);
std::string unit_name(Unit unit);  // "leaves"
bool fits(const Size& size, const Budget& budget);

}  // namespace espalier

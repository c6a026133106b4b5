#include "predict/walk/walk.h"

#include <gtest/gtest.h>

#include <numeric>
#include <optional>

#include "espalier/model.h"
#include "espalier/pool.h"
#include "support/forests.h"

namespace espalier {
namespace {

constexpr std::size_t kTile = WalkColumns::kTileRows;

struct Walked {
  explicit Walked(const Model& model) : forest(std::get<Forest>(model.body)), trees(forest.trees.size()) {
    std::iota(trees.begin(), trees.end(), 0U);
    walk.emplace(model.features, forest, trees, WalkColumns(model.features, forest, trees));
  }
  const Forest& forest;
  std::vector<std::uint32_t> trees;
  std::optional<Walk> walk;
};

void expect_reference_terminals(const Model& model, std::size_t rows) {
  const Table table = test::make_rows(model, rows, 1);
  const std::vector<std::uint32_t> expected = test::reference_terminals(model, table);
  const Walked walked(model);
  const std::size_t columns = walked.walk->columns().count();
  const std::size_t room = (rows + kTile - 1) / kTile * kTile;
  std::vector<float> tiles(room * columns);
  walked.walk->columns().fill(BoundTable(model.features, table), 0, rows, tiles.data());
  std::vector<std::uint32_t> terminals(room);
  const std::size_t trees = walked.trees.size();
  for (std::size_t t = 0; t < trees; ++t) {
    walked.walk->run(t, tiles.data(), rows, terminals.data());
    for (std::size_t row = 0; row < rows; ++row) ASSERT_EQ(terminals[row], expected[row * trees + t]) << row;
  }
  // The same rows one by one: a tile's column is a row's column, kTile apart.
  std::vector<std::uint32_t> of_row(trees);
  std::vector<float> one(columns);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < columns; ++c) one[c] = tiles[(row / kTile * columns + c) * kTile + row % kTile];
    walked.walk->run_row(0, trees, one.data(), of_row.data());
    for (std::size_t t = 0; t < trees; ++t) ASSERT_EQ(of_row[t], expected[row * trees + t]) << row;
  }
}

TEST(Walk, FindsTheTerminalsOfTheReference) {
  for (const auto& [name, shape] : test::telling_shapes()) {
    SCOPED_TRACE(name);
    for (const std::size_t rows : {1U, 16U, 200U}) expect_reference_terminals(test::make_forest(shape, 2), rows);
  }
}

TEST(Walk, ColumnsBeyondAByteHaveTheirOwnLinks) {
  expect_reference_terminals(test::make_forest({.numeric = 400, .terminals = std::vector<int>(9, 300)}, 1), 50);
}

TEST(Walk, TreesTooLargeForTheirLinksAreWalkedAsTheyAre) {
  // 70000 columns take 17 bits and leave 15 for the nodes; 40000 splits have 80001 nodes.
  const Model model = test::make_forest({.numeric = 40000, .categorical = 1, .terminals = {60000, 60000, 60000, 3}}, 1);
  ASSERT_GT(model.features.size(), 32768U);
  expect_reference_terminals(model, 17);
}

}  // namespace
}  // namespace espalier

#include "predict/terminals.h"

#include <gtest/gtest.h>

#include "espalier/model.h"
#include "espalier/pool.h"
#include "support/forests.h"

namespace espalier {
namespace {

TEST(Terminals, FillsBytesAndWordsAndLongWordsTreeByTree) {
  const Model model = test::make_forest({.categorical = 1, .terminals = {64, 256, 257, 20}}, 1);
  const Table table = test::make_rows(model, 3000, 1);
  const std::size_t rows = table.rows;
  std::vector<std::uint8_t> bytes(2 * rows);
  std::vector<std::uint16_t> words(rows);
  std::vector<std::uint32_t> long_words(rows);
  const TerminalArray arrays[] = {bytes.data(), bytes.data() + rows, words.data(), long_words.data()};
  const std::vector<std::uint32_t> expected = test::reference_terminals(model, table);
  for (const int threads : {1, 2, 7}) {
    espalier::Run run;
    run.threads = threads;
    fill_terminals(model.features, std::get<Forest>(model.body), table, arrays, run);
    for (std::size_t row = 0; row < rows; ++row) {
      EXPECT_EQ(bytes[row], expected[4 * row]);
      EXPECT_EQ(bytes[rows + row], expected[4 * row + 1]);
      EXPECT_EQ(words[row], expected[4 * row + 2]);
      EXPECT_EQ(long_words[row], expected[4 * row + 3]);
    }
  }
}

TEST(Terminals, ArraysTooNarrowForATreeAreABug) {
  const Model model = test::make_forest({.terminals = {257}}, 1);
  const Table table = test::make_rows(model, 1, 1);
  std::uint8_t byte = 0;
  const TerminalArray arrays[] = {&byte};
  EXPECT_THROW(fill_terminals(model.features, std::get<Forest>(model.body), table, arrays), std::logic_error);
}

}  // namespace
}  // namespace espalier

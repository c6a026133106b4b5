// Sorting a column's rows by value: the radix sort of SortedColumns beside std::sort of the same entries.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "espalier/budget.h"
#include "espalier/table.h"
#include "grow/cart/sorted_columns.h"

namespace espalier {
namespace {

Table column_of(std::size_t rows) {
  Table table;
  table.rows = rows;
  Column& column = table.columns.emplace_back();
  column.feature.name = "x";
  Random random(1, "bench");
  for (std::size_t i = 0; i < rows; ++i) column.values.push_back(static_cast<float>(random.normal()));
  return table;
}

void sorted_columns(benchmark::State& state) {
  const Table table = column_of(static_cast<std::size_t>(state.range(0)));
  const TableView view(table);
  std::vector<std::uint32_t> rows(table.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  Threads threads(1);
  for (auto _ : state) {
    SortedColumns sorted(view, rows, threads);
    benchmark::DoNotOptimize(sorted.entries(0, 0, 1).data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void standard_sort(benchmark::State& state) {
  const Table table = column_of(static_cast<std::size_t>(state.range(0)));
  std::vector<SortedEntry> entries(table.rows);
  for (auto _ : state) {
    for (std::uint32_t row = 0; row < table.rows; ++row) entries[row] = {key_of(table.columns[0].values[row]), row};
    std::sort(entries.begin(), entries.end(), [](SortedEntry a, SortedEntry b) { return a.key < b.key; });
    benchmark::DoNotOptimize(entries.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(sorted_columns)->Arg(20000)->Arg(1000000)->Unit(benchmark::kMillisecond);
BENCHMARK(standard_sort)->Arg(20000)->Arg(1000000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace espalier

BENCHMARK_MAIN();

// Prediction on one thread, in nanoseconds a row and tree; batches with preparation and binning.
#include <benchmark/benchmark.h>
#include <hwy/targets.h>

#include "espalier/budget.h"
#include "espalier/forest.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/predict.h"
#include "espalier/row_predictor.h"
#include "espalier/run.h"
#include "espalier/table.h"
#include "predict/columns/bound_columns.h"
#include "predict/reference/reference.h"
#include "predict/terminals.h"
#include "synthetic_forest.h"

namespace espalier {
namespace {

void report(benchmark::State& state, std::size_t rows, std::size_t trees) {
  state.counters["per_row_tree"] = benchmark::Counter(
      static_cast<double>(rows * trees), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

bench::ForestShape shape_of(const benchmark::State& state) {
  bench::ForestShape shape;
  shape.trees = static_cast<std::size_t>(state.range(0));
  shape.leaves = static_cast<std::size_t>(state.range(1));
  shape.thresholds = static_cast<std::size_t>(state.range(3));
  return shape;
}

// Arguments: trees, leaves, rows, distinct thresholds a feature.
void batch(benchmark::State& state) {
  const Model model = bench::make_forest(shape_of(state));
  const Table table = bench::make_rows(model, static_cast<std::size_t>(state.range(2)));
  Run run;
  run.threads = 1;
  for (auto _ : state) benchmark::DoNotOptimize(predict_scores(model, table, run).data());
  report(state, table.rows, static_cast<std::size_t>(state.range(0)));
}

void reference(benchmark::State& state) {
  const Model model = bench::make_forest(shape_of(state));
  const Table table = bench::make_rows(model, static_cast<std::size_t>(state.range(2)));
  const BoundTable bound(model.features, table);
  double score = 0;
  for (auto _ : state)
    for (std::size_t row = 0; row < table.rows; ++row) {
      scores_of(std::get<Forest>(model.body), bound, row, std::span(&score, 1));
      benchmark::DoNotOptimize(score);
    }
  report(state, table.rows, static_cast<std::size_t>(state.range(0)));
}

void single_row(benchmark::State& state) {
  const Model model = bench::make_forest(shape_of(state));
  const Table table = bench::make_rows(model, static_cast<std::size_t>(state.range(2)));
  std::vector<float> rows;
  for (std::size_t row = 0; row < table.rows; ++row)
    for (const Column& column : table.columns) rows.push_back(column.values[row]);
  const RowPredictor predictor(model);
  const std::size_t features = predictor.features();
  double score = 0;
  for (auto _ : state)
    for (std::size_t row = 0; row < table.rows; ++row) {
      predictor.scores(std::span(rows).subspan(row * features, features), std::span(&score, 1));
      benchmark::DoNotOptimize(score);
    }
  report(state, table.rows, static_cast<std::size_t>(state.range(0)));
}

void terminals(benchmark::State& state) {
  const Model model = bench::make_forest(shape_of(state));
  const Table table = bench::make_rows(model, static_cast<std::size_t>(state.range(2)));
  const auto& forest = std::get<Forest>(model.body);
  std::vector<std::uint8_t> ids(table.rows * forest.trees.size());
  std::vector<TerminalArray> arrays;
  for (std::size_t t = 0; t < forest.trees.size(); ++t) arrays.emplace_back(ids.data() + t * table.rows);
  Run run;
  run.threads = 1;
  for (auto _ : state) fill_terminals(model.features, forest, table, arrays, run);
  report(state, table.rows, forest.trees.size());
}

// The same kernels as a machine without AVX-512 chooses them.
template <void (*body)(benchmark::State&)>
void on_avx2(benchmark::State& state) {
  hwy::SetSupportedTargetsForTest(HWY_AVX2);
  hwy::GetChosenTarget().DeInit();
  body(state);
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
}

BENCHMARK(on_avx2<single_row>)->Name("single_row_avx2")->Args({100, 31, 1000, 254})->Unit(benchmark::kMillisecond);
BENCHMARK(on_avx2<batch>)
    ->Name("batch_avx2")
    ->Args({100, 31, 100000, 254})
    ->Args({1000, 31, 100000, 254})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(single_row)
    ->Args({100, 31, 1000, 254})
    ->Args({1000, 31, 1000, 254})
    ->Args({100, 64, 1000, 254})
    ->Args({100, 20000, 1000, 0})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(batch)
    ->Args({100, 31, 100000, 254})
    ->Args({1000, 31, 100000, 254})
    ->Args({100, 64, 100000, 254})
    ->Args({1000, 31, 100000, 4000})
    ->Args({100, 20000, 100000, 0})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(batch)->ArgsProduct({{100}, {31}, {1, 10, 30, 100, 1000}, {254}})->Unit(benchmark::kMicrosecond);
BENCHMARK(batch)->ArgsProduct({{100}, {20000}, {30, 100, 300, 1000, 10000}, {0}})->Unit(benchmark::kMillisecond);
BENCHMARK(terminals)->Args({100, 31, 100000, 254})->Args({1000, 31, 100000, 254})->Unit(benchmark::kMillisecond);
BENCHMARK(reference)
    ->Args({100, 31, 100, 254})
    ->Args({100, 31, 1000, 254})
    ->Args({100, 20000, 1000, 0})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace espalier

BENCHMARK_MAIN();

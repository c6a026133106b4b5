// The kernels of histogram trees: bins of values, sums by bin, parting rows, and the best boundary.
#include <benchmark/benchmark.h>

#include <numeric>

#include "base/random.h"
#include "data/edge_search.h"
#include "grow/histogram/bin_boundary.h"
#include "grow/histogram/histogram.h"
#include "grow/partition/partition.h"
#include "micro/every_target.h"

namespace espalier {
namespace {

constexpr std::size_t kRows = 200000;

std::vector<std::uint8_t> random_bins(std::size_t rows, std::uint64_t hot_percent) {
  Random random(1, "bins");
  std::vector<std::uint8_t> bins(rows);
  for (std::uint8_t& bin : bins)
    bin = random.below(100) < hot_percent ? 7 : static_cast<std::uint8_t>(random.below(255));
  return bins;
}

void set_time(benchmark::State& state, double items) {
  state.counters["ns"] = benchmark::Counter(items * static_cast<double>(state.iterations()) * 1e-9,
                                            benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// ns a value
void find_bin(benchmark::State& state, std::size_t count) {
  Random random(1, "values");
  std::vector<float> edges(count), values(kRows);
  std::iota(edges.begin(), edges.end(), 0.0F);
  for (float& value : values) value = static_cast<float>(random.uniform()) * static_cast<float>(edges.size());
  const EdgeSearch search(edges);
  std::vector<std::uint8_t> bins(kRows);
  for (auto _ : state) {
    search.bins(values.data(), 1, bins, 255);
    benchmark::DoNotOptimize(bins.data());
  }
  set_time(state, kRows);
}

// ns an addition; argument: percent of the rows that are in one bin
void sum_bins(benchmark::State& state) {
  const std::vector<std::uint8_t> bins = random_bins(kRows, static_cast<std::uint64_t>(state.range(0)));
  const std::vector<PackedGradient> pairs(kRows, pack(-3, 2));
  std::vector<ColumnBins> columns(kColumnsPerRun);
  for (ColumnBins& column : columns) column.bins = 255;
  const HistogramLayout layout(columns, 1);
  const std::uint32_t numbers[] = {0, 1, 2, 3};
  const ColumnRun run = {numbers, {bins.data(), bins.data(), bins.data(), bins.data()}};
  std::vector<PackedGradient> histogram(layout.size());
  for (auto _ : state) {
    sum_by_bin(run, pairs, layout, histogram);
    benchmark::DoNotOptimize(histogram.data());
  }
  set_time(state, kRows * kColumnsPerRun);
}
BENCHMARK(sum_bins)->Arg(0)->Arg(80);

// ns a row
template <class Item>
void part_rows(benchmark::State& state) {
  const std::vector<std::uint8_t> bins = random_bins(kRows, 0);
  const std::vector<Item> items(kRows, 1);
  std::vector<Item> left(kRows + 64), right(kRows + 64);
  RowBits bits(words_of(kRows));
  mark_at_most(bins, 127, kNoOther, bits.data());
  for (auto _ : state) {
    part(std::span(items), bits.data(), left.data(), right.data());
    benchmark::DoNotOptimize(left.data());
    benchmark::DoNotOptimize(right.data());
  }
  set_time(state, kRows);
}

// ns a row
void mark_rows(benchmark::State& state, bool by_set) {
  const std::vector<std::uint8_t> bins = random_bins(kRows, 0);
  const std::vector<std::uint64_t> set = {0x5a5a5a5a5a5a5a5a, 3, ~std::uint64_t{0}, 0};
  RowBits bits(words_of(kRows));
  for (auto _ : state)
    benchmark::DoNotOptimize(by_set ? mark_in_set(bins, set, bits.data()) : mark_at_most(bins, 127, 255, bits.data()));
  set_time(state, kRows);
}

// ns a boundary
void best_of_boundaries(benchmark::State& state) {
  const std::vector<PackedGradient> sums(254, pack(-3, 20));
  for (auto _ : state) benchmark::DoNotOptimize(best_boundary(sums, 0, 255 * pack(-3, 20), {1, 1}));
  set_time(state, 254);
}

void on_every_target() {
  benchmark_on_every_target("find_bin/15", [](benchmark::State& state) { find_bin(state, 15); });
  benchmark_on_every_target("find_bin/254", [](benchmark::State& state) { find_bin(state, 254); });
  benchmark_on_every_target("part_bytes", part_rows<std::uint8_t>);
  benchmark_on_every_target("part_words", part_rows<std::uint32_t>);
  benchmark_on_every_target("part_pairs", part_rows<std::uint64_t>);
  benchmark_on_every_target("mark_at_most", [](benchmark::State& state) { mark_rows(state, false); });
  benchmark_on_every_target("mark_in_set", [](benchmark::State& state) { mark_rows(state, true); });
  benchmark_on_every_target("best_of_boundaries", best_of_boundaries);
}

}  // namespace
}  // namespace espalier

int main(int argc, char** argv) {
  espalier::on_every_target();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

// count_kernels KERNEL TIMES [SET]: runs a kernel so many times, by no better instruction set than SET, and prints how
// many items it goes through each time. count.py counts its instructions: those of many times less those of one, so
// that what comes before does not count.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "data/edge_search.h"
#include "espalier/instruction_sets.h"
#include "espalier/predict.h"
#include "espalier/row_predictor.h"
#include "espalier/run.h"
#include "grow/histogram/bin_boundary.h"
#include "grow/histogram/histogram.h"
#include "grow/partition/partition.h"
#include "micro/synthetic_forest.h"

namespace {

using namespace espalier;

constexpr std::size_t kRows = 16384;

struct Kernel {
  std::size_t items = 0;  // per run
  std::function<void()> run;
};

std::vector<std::uint8_t> random_bins() {
  Random random(1, "bins");
  std::vector<std::uint8_t> bins(kRows);
  for (std::uint8_t& bin : bins) bin = static_cast<std::uint8_t>(random.below(255));
  return bins;
}

Kernel find_bins() {
  Random random(1, "values");
  std::vector<float> edges(254), values(kRows);
  std::iota(edges.begin(), edges.end(), 0.0F);
  for (float& value : values) value = static_cast<float>(254 * random.uniform());
  return {kRows, [search = EdgeSearch(edges), values, bins = std::vector<std::uint8_t>(kRows)]() mutable {
            search.bins(values.data(), 1, bins, 255);
          }};
}

Kernel sum_bins() {
  std::vector<ColumnBins> columns(kColumnsPerRun);
  for (ColumnBins& column : columns) column.bins = 255;
  const HistogramLayout layout(columns, 1);
  return {kRows * kColumnsPerRun,
          [layout, bins = random_bins(), pairs = std::vector<PackedGradient>(kRows, pack(-3, 2)),
           histogram = std::vector<PackedGradient>(layout.size())]() mutable {
            const std::uint32_t numbers[] = {0, 1, 2, 3};
            sum_by_bin({numbers, {bins.data(), bins.data(), bins.data(), bins.data()}}, pairs, layout, histogram);
          }};
}

Kernel find_boundary() {
  return {254, [sums = std::vector<PackedGradient>(254, pack(-3, 20))] {
            best_boundary(sums, 0, 255 * pack(-3, 20), {1, 1});
          }};
}

Kernel mark_rows(bool by_set) {
  return {kRows, [by_set, bins = random_bins(), bits = RowBits(words_of(kRows))]() mutable {
            constexpr std::uint64_t kSet[] = {0x5a5a5a5a5a5a5a5a, 3, ~std::uint64_t{0}, 0};
            std::fill(bits.begin(), bits.end(), 0);
            by_set ? mark_in_set(bins, kSet, bits.data()) : mark_at_most(bins, 127, kNoOther, bits.data());
          }};
}

template <class Item>
Kernel part_items() {
  RowBits bits(words_of(kRows));
  mark_at_most(random_bins(), 127, kNoOther, bits.data());
  return {kRows, [bits, items = std::vector<Item>(kRows, 1), left = std::vector<Item>(kRows + 64),
                  right = std::vector<Item>(kRows + 64)]() mutable {
            part(std::span<const Item>(items), bits.data(), left.data(), right.data());
          }};
}

bench::ForestShape shape_with(std::size_t leaves) {
  bench::ForestShape shape;
  shape.leaves = leaves;
  shape.thresholds = 254;
  return shape;
}

Kernel predict_batch(std::size_t leaves) {
  const bench::ForestShape shape = shape_with(leaves);
  Model model = bench::make_forest(shape);
  Table table = bench::make_rows(model, kRows);
  return {kRows * shape.trees, [model = std::move(model), table = std::move(table)] {
            Run run;
            run.threads = 1;
            predict_scores(model, table, run);
          }};
}

Kernel predict_row(std::size_t leaves) {
  constexpr std::size_t kSingleRows = 1024;
  const bench::ForestShape shape = shape_with(leaves);
  const auto model = std::make_shared<const Model>(bench::make_forest(shape));
  const Table table = bench::make_rows(*model, kSingleRows);
  std::vector<float> rows;
  for (std::size_t row = 0; row < table.rows; ++row)
    for (const Column& column : table.columns) rows.push_back(column.values[row]);
  return {kSingleRows * shape.trees, [model, rows, predictor = std::make_shared<const RowPredictor>(*model)] {
            const std::size_t features = predictor->features();
            double score = 0;
            for (std::size_t row = 0; row < kSingleRows; ++row)
              predictor->scores(std::span(rows).subspan(row * features, features), std::span(&score, 1));
          }};
}

const std::map<std::string, std::function<Kernel()>> kKernels = {
    {"find_bins", find_bins},
    {"sum_bins", sum_bins},
    {"find_boundary", find_boundary},
    {"mark_at_most", [] { return mark_rows(false); }},
    {"mark_in_set", [] { return mark_rows(true); }},
    {"part_bytes", part_items<std::uint8_t>},
    {"part_words", part_items<std::uint32_t>},
    {"part_pairs", part_items<std::uint64_t>},
    {"predict_batch", [] { return predict_batch(31); }},
    {"predict_batch_20000", [] { return predict_batch(20000); }},
    {"predict_row", [] { return predict_row(31); }},
    {"predict_row_64", [] { return predict_row(64); }},
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3 || argc > 4 || !kKernels.contains(argv[1])) {
    std::fprintf(stderr, "usage: count_kernels KERNEL TIMES [SET]\n");
    return 2;
  }
  limit_instruction_sets(argc == 4 ? argv[3] : "");
  const Kernel kernel = kKernels.at(argv[1])();
  for (int i = 0; i < std::atoi(argv[2]); ++i) kernel.run();
  std::printf("%zu\n", kernel.items);
  return 0;
} catch (const std::exception& problem) {
  std::fprintf(stderr, "count_kernels: %s\n", problem.what());
  return 1;
}

// A task's rows are converted to bytes and tiles once; then tree after tree adds to the sums, so that every row's
// additions are in the order of the reference. Sums are kept by output, and transposed to rows at the end.
#include "predict/batch/batch.h"

#include <algorithm>

#include "base/threads.h"
#include "predict/batch/blend.h"

namespace espalier {

Batch::Batch(const std::vector<Feature>& features, const Forest& forest)
    : forest_(forest), slots_(features, forest, small_trees(forest)), places_(forest.trees.size()) {
  std::vector<std::uint8_t> is_program(forest.trees.size());
  for (const std::uint32_t t : small_trees(forest)) {
    places_[t].first = static_cast<std::uint32_t>(program_.size());
    is_program[t] = compile(forest, forest.trees[t], slots_, program_);
    places_[t].last = static_cast<std::uint32_t>(program_.size());
  }
  for (std::uint32_t t = 0; t < is_program.size(); ++t) {
    const bool walked = !is_program[t];
    if (walked) {
      places_[t].first = static_cast<std::uint32_t>(walked_.size());
      walked_.push_back(t);
    }
    if (stretches_.empty() || stretches_.back().walked != walked) stretches_.push_back({walked, t, t});
    stretches_.back().last = t + 1;
  }
  if (!walked_.empty()) walk_.emplace(features, forest, walked_, WalkColumns(features, forest, walked_));
  make_tables();
}

// Each output of a tree gets a table of kMostProgramTerminals values, however few the tree has: not for so many stumps
// that the tables take much more than the forest.
std::vector<std::uint32_t> Batch::small_trees(const Forest& forest) {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  const std::size_t most_values = std::max(kMostBytes / sizeof(float), 2 * forest.values.size());
  std::size_t values = 0;
  std::vector<std::uint32_t> trees;
  for (std::uint32_t t = 0; t < forest.trees.size(); ++t) {
    if (forest.trees[t].splits >= kMostProgramTerminals) continue;
    values += kMostProgramTerminals * forest.width(forest.trees[t]);
    if (values > most_values) break;
    trees.push_back(t);
  }
  return trees;
}

std::size_t Batch::task_rows(std::size_t rows, const Run& run) const {
  if (!walk_) return Slots::kBlockRows;
  constexpr std::size_t kMostRows = 16384;
  constexpr std::size_t kMostBytes = std::size_t{4} << 20;
  const auto tasks = static_cast<std::size_t>(2 * Threads(run.threads).count());
  const std::size_t row_bytes = slots_.count() + sizeof(float) * walk_->columns().count();
  const std::size_t wanted = std::min({rows / tasks, kMostRows, kMostBytes / row_bytes});
  return std::max<std::size_t>(1, wanted / Slots::kBlockRows) * Slots::kBlockRows;
}

void Batch::make_tables() {
  std::size_t tables = 0;
  for (const Stretch& stretch : stretches_)
    for (std::uint32_t t = stretch.first; t < stretch.last && !stretch.walked; ++t) {
      places_[t].values = tables * kMostProgramTerminals;
      tables += forest_.width(forest_.trees[t]);
    }
  if (tables == 0) return;
  tables_ = hwy::AllocateAligned<float>(tables * kMostProgramTerminals);
  std::fill_n(tables_.get(), tables * kMostProgramTerminals, 0.0F);
  for (const Stretch& stretch : stretches_)
    for (std::uint32_t t = stretch.first; t < stretch.last && !stretch.walked; ++t) {
      const TreeSpan& tree = forest_.trees[t];
      const std::size_t width = forest_.width(tree);
      const float* values = forest_.values.data() + tree.first_value;
      for (std::size_t i = 0; i < (tree.splits + 1) * width; ++i)
        tables_[places_[t].values + i % width * kMostProgramTerminals + i / width] = values[i];
    }
}

// The rows [begin, end) in the forms that the trees read.
class Batch::Task {
 public:
  static constexpr std::size_t kBlock = Slots::kBlockRows;
  static constexpr std::size_t kPadding = 64;  // kernels go on to the end of their vectors, and of a tile
  static_assert(kPadding % WalkColumns::kTileRows == 0);

  Task(const Batch& batch, const BoundTable& table, std::size_t begin, std::size_t end)
      : batch_(batch), rows_(end - begin), blocks_((rows_ + kBlock - 1) / kBlock) {
    const std::size_t bytes = batch.slots_.count() * kBlock;
    if (bytes > 0) block_bytes_ = hwy::AllocateAligned<std::int8_t>(blocks_ * bytes);
    for (std::size_t b = 0; b < blocks_ && bytes > 0; ++b) {
      // Zeros behind the last row, so that all computations there have defined input.
      if (rows_in(b) < kBlock) std::fill_n(block_bytes_.get() + b * bytes, bytes, std::int8_t{0});
      batch.slots_.fill(table, begin + b * kBlock, rows_in(b), block_bytes_.get() + b * bytes);
    }
    if (batch.walk_) {
      tiles_ = hwy::AllocateAligned<float>(padded_rows() * batch.walk_->columns().count());
      // Block by block, so that the cache lines that columns of a row-major matrix share are still there for the next
      // column.
      const std::size_t width = batch.walk_->columns().count();
      for (std::size_t b = 0; b < blocks_; ++b) {
        batch.walk_->columns().fill(table, begin + b * kBlock, rows_in(b), tiles_.get() + b * kBlock * width);
      }
    }
  }

  std::size_t rows() const noexcept { return rows_; }
  std::size_t padded_rows() const noexcept { return (rows_ + kPadding - 1) / kPadding * kPadding; }
  std::size_t blocks() const noexcept { return blocks_; }
  std::size_t rows_in(std::size_t block) const noexcept { return std::min(kBlock, rows_ - block * kBlock); }

  // The terminals of one block of rows, with room for whole vectors.
  void run_program(std::uint32_t tree, std::size_t block, std::uint8_t* ids) const {
    const Place& place = batch_.places_[tree];
    espalier::run_program(std::span(batch_.program_).subspan(place.first, place.last - place.first),
                          block_bytes_.get() + block * batch_.slots_.count() * kBlock, rows_in(block), ids);
  }
  // The terminals of all rows, with room for whole tiles.
  void run_walk(std::uint32_t tree, std::uint32_t* ids) const {
    batch_.walk_->run(batch_.places_[tree].first, tiles_.get(), rows_, ids);
  }

 private:
  const Batch& batch_;
  std::size_t rows_;
  std::size_t blocks_;
  hwy::AlignedFreeUniquePtr<std::int8_t[]> block_bytes_;
  hwy::AlignedFreeUniquePtr<float[]> tiles_;
};

// Sums of a task's rows: those of output k are at k · stride.
struct Batch::Sums {
  hwy::AlignedFreeUniquePtr<double[]> values;
  std::size_t stride = 0;
  double* of(std::size_t output) const noexcept { return values.get() + output * stride; }
};

void Batch::scores(const BoundTable& table, std::size_t begin, std::size_t end, double* out) const {
  const Task task(*this, table, begin, end);
  const std::size_t outputs = forest_.intercept.size();
  const std::size_t stride = task.padded_rows();
  const Sums sums{hwy::AllocateAligned<double>(outputs * stride), stride};
  for (std::size_t k = 0; k < outputs; ++k) std::fill_n(sums.of(k), stride, forest_.intercept[k]);
  for (const Stretch& stretch : stretches_)
    if (stretch.walked)
      add_walks(task, stretch, sums);
    else
      add_programs(task, stretch, sums);
  for (std::size_t row = 0; row < task.rows(); ++row)
    for (std::size_t k = 0; k < outputs; ++k) out[row * outputs + k] = sums.of(k)[row];
}

// The number of trees from `first` on that add to the same output and so may be added together.
std::uint32_t Batch::group_end(std::uint32_t first, std::uint32_t last) const {
  const TreeSpan& tree = forest_.trees[first];
  if (forest_.width(tree) > 1) return first + 1;
  std::uint32_t end = first + 1;
  while (end < last && end - first < kGroupTrees && forest_.trees[end].output == tree.output) ++end;
  return end;
}

void Batch::add_programs(const Task& task, const Stretch& stretch, const Sums& sums) const {
  alignas(HWY_ALIGNMENT) std::uint8_t ids[kGroupTrees * Slots::kBlockRows];
  for (std::size_t block = 0; block < task.blocks(); ++block)
    for (std::uint32_t first = stretch.first, last = 0; first < stretch.last; first = last) {
      last = group_end(first, stretch.last);
      std::uint32_t splits = 0;
      for (std::uint32_t t = first; t < last; ++t) {
        task.run_program(t, block, ids + (t - first) * Slots::kBlockRows);
        splits = std::max(splits, forest_.trees[t].splits);
      }
      const TreeSpan& tree = forest_.trees[first];
      const std::size_t output = tree.output == kNone ? 0 : static_cast<std::size_t>(tree.output);
      for (std::size_t k = 0; k < forest_.width(tree); ++k)
        add_values({ids, tables_.get() + places_[first].values + k * kMostProgramTerminals, last - first, splits + 1},
                   task.rows_in(block), sums.of(output + k) + block * Slots::kBlockRows);
    }
}

void Batch::add_walks(const Task& task, const Stretch& stretch, const Sums& sums) const {
  std::vector<std::uint32_t> ids(task.blocks() * Slots::kBlockRows);
  for (std::uint32_t t = stretch.first; t < stretch.last; ++t) {
    task.run_walk(t, ids.data());
    const TreeSpan& tree = forest_.trees[t];
    const std::size_t width = forest_.width(tree);
    const std::size_t output = tree.output == kNone ? 0 : static_cast<std::size_t>(tree.output);
    const float* values = forest_.values.data() + tree.first_value;
    for (std::size_t row = 0; row < task.rows(); ++row)
      for (std::size_t k = 0; k < width; ++k)
        sums.of(output + k)[row] += static_cast<double>(values[ids[row] * width + k]);
  }
}

void Batch::terminals(const BoundTable& table, std::size_t begin, std::size_t end, const TerminalSink& put) const {
  const Task task(*this, table, begin, end);
  alignas(HWY_ALIGNMENT) std::uint8_t bytes[Slots::kBlockRows];
  std::vector<std::uint32_t> words(walk_ ? task.blocks() * Slots::kBlockRows : 0);
  for (const Stretch& stretch : stretches_)
    for (std::uint32_t t = stretch.first; t < stretch.last; ++t) {
      if (stretch.walked) {
        task.run_walk(t, words.data());
        put(t, begin, std::span<const std::uint32_t>(words).first(task.rows()));
        continue;
      }
      for (std::size_t block = 0; block < task.blocks(); ++block) {
        task.run_program(t, block, bytes);
        put(t, begin + block * Slots::kBlockRows, std::span<const std::uint8_t>(bytes).first(task.rows_in(block)));
      }
    }
}

}  // namespace espalier

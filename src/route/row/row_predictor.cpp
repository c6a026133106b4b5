// One row at a time: small numeric trees are matched where the machine has the vectors for it, others are walked,
// several trees side by side. Terminals are found for a few dozen trees at a time and their values added in the order
// of the trees, as the reference does.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "espalier/route.h"
#include "route/row/match.h"
#include "route/walk/walk.h"

namespace espalier {
namespace {

std::vector<std::uint32_t> all_trees(const Forest& forest) {
  std::vector<std::uint32_t> trees(forest.trees.size());
  std::iota(trees.begin(), trees.end(), 0U);
  return trees;
}

void require_length(const char* what, std::size_t must, std::size_t is) {
  if (must != is) throw Error(ErrorCode::usage, fmt::format("{} must have {} entries, has {}", what, must, is));
}

}  // namespace

class RowPredictor::Engine {
 public:
  explicit Engine(const Model& model);

  std::size_t features() const noexcept { return features_; }
  std::size_t outputs() const noexcept { return forest_.intercept.size(); }
  void scores(std::span<const float> row, std::span<double> out) const;

 private:
  enum class Kind : std::uint8_t { small, large, walked };
  struct Stretch {  // neighbouring trees of one kind
    Kind kind = Kind::walked;
    std::uint32_t first = 0;
    std::uint32_t trees = 0;
    std::size_t number = 0;  // of the first, among those of its kind
    bool one_sum = true;     // all add to one and the same output
  };
  static constexpr std::size_t kStretchTrees = 64;
  static constexpr std::size_t kStackColumns = 4096;

  Kind kind_of(const TreeSpan& tree) const;
  std::size_t add(Kind kind, std::uint32_t tree);
  void find_terminals(const Stretch& stretch, const float* columns, std::uint32_t* terminals) const;
  void add_values(const Stretch& stretch, const std::uint32_t* terminals, std::span<double> out) const noexcept;

  std::size_t features_;
  const Forest& forest_;
  WalkColumns columns_;
  std::vector<SmallMatchTree> small_;
  std::vector<LargeMatchTree> large_;
  std::vector<std::uint32_t> walked_;
  std::optional<Walk> walk_;
  std::vector<Stretch> stretches_;
};

RowPredictor::Engine::Engine(const Model& model)
    : features_(model.features.size()),
      forest_(std::get<Forest>(model.body)),
      columns_(model.features, forest_, all_trees(forest_)) {
  for (std::uint32_t t = 0; t < forest_.trees.size(); ++t) {
    const Kind kind = kind_of(forest_.trees[t]);
    const std::size_t number = add(kind, t);
    if (stretches_.empty() || stretches_.back().kind != kind || stretches_.back().trees == kStretchTrees)
      stretches_.push_back({kind, t, 0, number, true});
    Stretch& stretch = stretches_.back();
    ++stretch.trees;
    stretch.one_sum &=
        forest_.width(forest_.trees[t]) == 1 && forest_.trees[t].output == forest_.trees[stretch.first].output;
  }
  walk_.emplace(model.features, forest_, walked_, columns_);
}

RowPredictor::Engine::Kind RowPredictor::Engine::kind_of(const TreeSpan& tree) const {
  const auto is_set = [&](const Split& split) { return columns_.column_of(split) >= columns_.first_set(); };
  if (!matching_pays() || columns_.count() > kMostMatchColumns || tree.splits >= LargeMatchTree::kTerminals ||
      std::ranges::any_of(std::span(forest_.splits).subspan(tree.first_split, tree.splits), is_set))
    return Kind::walked;
  return tree.splits < SmallMatchTree::kTerminals ? Kind::small : Kind::large;
}

// The number that the tree gets among those of its kind.
std::size_t RowPredictor::Engine::add(Kind kind, std::uint32_t tree) {
  if (kind == Kind::small) {
    small_.push_back(make_match_tree<std::uint32_t>(forest_, forest_.trees[tree], columns_));
    return small_.size() - 1;
  }
  if (kind == Kind::large) {
    large_.push_back(make_match_tree<std::uint64_t>(forest_, forest_.trees[tree], columns_));
    return large_.size() - 1;
  }
  walked_.push_back(tree);
  return walked_.size() - 1;
}

void RowPredictor::Engine::find_terminals(const Stretch& stretch, const float* columns,
                                          std::uint32_t* terminals) const {
  if (stretch.kind == Kind::small)
    match(std::span(small_).subspan(stretch.number, stretch.trees), columns, columns_.count(), terminals);
  else if (stretch.kind == Kind::large)
    match(std::span(large_).subspan(stretch.number, stretch.trees), columns, columns_.count(), terminals);
  else
    walk_->run_row(stretch.number, stretch.number + stretch.trees, columns, terminals);
}

void RowPredictor::Engine::add_values(const Stretch& stretch, const std::uint32_t* terminals,
                                      std::span<double> out) const noexcept {
  const TreeSpan* trees = forest_.trees.data() + stretch.first;
  if (stretch.one_sum) {  // in a register: through memory every addition would wait for the last one's store
    double& out_sum = out[trees->output == kNone ? 0 : static_cast<std::size_t>(trees->output)];
    double sum = out_sum;
    for (std::uint32_t i = 0; i < stretch.trees; ++i)
      sum += static_cast<double>(forest_.values[trees[i].first_value + terminals[i]]);
    out_sum = sum;
    return;
  }
  for (std::uint32_t i = 0; i < stretch.trees; ++i) {
    const TreeSpan& tree = trees[i];
    const std::size_t width = forest_.width(tree);
    const std::size_t output = tree.output == kNone ? 0 : static_cast<std::size_t>(tree.output);
    const float* values = forest_.values.data() + tree.first_value + terminals[i] * width;
    for (std::size_t k = 0; k < width; ++k) out[output + k] += static_cast<double>(values[k]);
  }
}

void RowPredictor::Engine::scores(std::span<const float> row, std::span<double> out) const {
  require_length("row", features_, row.size());
  require_length("out", outputs(), out.size());
  alignas(64) float on_stack[kStackColumns];
  std::vector<float> on_heap(columns_.count() > kStackColumns ? columns_.count() : 0);
  float* columns = on_heap.empty() ? on_stack : on_heap.data();
  columns_.fill_row(row, columns);
  std::copy(forest_.intercept.begin(), forest_.intercept.end(), out.begin());
  std::uint32_t terminals[kStretchTrees];
  for (const Stretch& stretch : stretches_) {
    find_terminals(stretch, columns, terminals);
    add_values(stretch, terminals, out);
  }
}

RowPredictor::RowPredictor(const Model& model) : engine_(std::make_unique<Engine>(model)) {}
RowPredictor::~RowPredictor() = default;
RowPredictor::RowPredictor(RowPredictor&&) noexcept = default;
RowPredictor& RowPredictor::operator=(RowPredictor&&) noexcept = default;

std::size_t RowPredictor::features() const noexcept { return engine_->features(); }
std::size_t RowPredictor::outputs() const noexcept { return engine_->outputs(); }

void RowPredictor::scores(std::span<const float> row, std::span<double> out) const { engine_->scores(row, out); }

}  // namespace espalier

// With G_jk = Σ_i w_i p_j(x_i) p_k(x_i), the loss of b trees is (yy - 2/b Σ_j y·p_j + 1/b² Σ_jk G_jk) / Σ w. A proposal
// differs from its tree f by d in the rows of one leaf: p_j·p_k = f·g + f·d_k + g·d_j + d_j·d_k. The products of trees
// are known from the round before; d_j·d_k is summed over the rows of both leaves.
#include <algorithm>
#include <utility>

#include "grow/combined/best_extensions.h"
#include "grow/combined/search.h"

namespace espalier {
namespace {

// A square matrix.
class Matrix {
 public:
  void reset(std::size_t size) {
    size_ = size;
    values_.assign(size * size, 0.0);
  }
  std::size_t size() const noexcept { return size_; }
  double* row(std::size_t i) noexcept { return values_.data() + i * size_; }
  const double* row(std::size_t i) const noexcept { return values_.data() + i * size_; }

 private:
  std::size_t size_ = 0;
  std::vector<double> values_;
};

// A proposal among those of all trees.
struct Numbered {
  Pick pick;
  const SplitProposal* proposal = nullptr;
};

struct GreedyState {
  std::vector<std::uint32_t> picks;  // numbers of proposals
  std::vector<std::uint8_t> has;     // by proposal
  std::vector<double> with;          // by proposal: Σ of G over those that are picked
  std::uint64_t set = 0;
  double targets = 0;  // Σ y·p
  double squares = 0;  // Σ G
  double loss = 0;
};

class GreedySearch final : public CombinationSearch {
 public:
  GreedySearch(const CombinedRows& data, double total, const CombinationSearchOptions& options, Threads& threads)
      : data_(data), total_(total), options_(options), threads_(threads) {}

  Picked search(std::span<const CombinedTree> trees, const Proposals& proposals, std::uint64_t round) override {
    const std::vector<Numbered> all = numbered(proposals);
    predict(trees);
    if (between_trees_.size() != trees.size()) multiply_trees(trees.size());
    multiply_proposals(trees, all);
    const std::uint64_t seed = Random(options_.seed, "pick", round).bits();
    const GreedyState best = choose(trees.size(), all.size(), square_targets(trees[0]), seed);
    Picked picked;
    for (const std::uint32_t j : best.picks) picked.picks.push_back(all[j].pick);
    picked.loss = best.loss;
    Matrix chosen;
    chosen.reset(best.picks.size());
    for (std::size_t a = 0; a < best.picks.size(); ++a)
      for (std::size_t b = 0; b < best.picks.size(); ++b)
        chosen.row(a)[b] = products_.row(best.picks[a])[best.picks[b]];
    between_trees_ = std::move(chosen);
    return picked;
  }

 private:
  static std::vector<Numbered> numbered(const Proposals& proposals) {
    std::vector<Numbered> all;
    for (std::uint32_t t = 0; t < proposals.size(); ++t)
      for (std::uint32_t p = 0; p < proposals[t].size(); ++p) all.push_back({{t, p}, &proposals[t][p]});
    return all;
  }

  // ---- products ----------------------------------------------------------------------------------------------------

  // predictions_[row · width + k][tree], so that a row's predictions are contiguous.
  void predict(std::span<const CombinedTree> trees) {
    const std::size_t width = data_.width, count = trees.size();
    predictions_.resize(data_.targets.size() * count);
    for (std::size_t t = 0; t < count; ++t) {
      for (const CombinedLeaf& leaf : trees[t].leaves()) {
        const std::span<const double> mean = trees[t].mean(leaf);
        trees[t].each_row(leaf, [&](std::uint32_t row, std::size_t) {
          for (std::size_t k = 0; k < width; ++k) predictions_[(row * width + k) * count + t] = mean[k];
        });
      }
    }
  }

  // For the first round: all trees have the same rows.
  void multiply_trees(std::size_t count) {
    between_trees_.reset(count);
    threads_.each(count, [&](std::size_t a) {
      double* out = between_trees_.row(a);
      for (std::size_t i = 0; i < data_.targets.size(); ++i) {
        const double* row = predictions_.data() + i * count;
        const double scaled = data_.weight(static_cast<std::uint32_t>(i / data_.width)) * row[a];
        for (std::size_t b = 0; b < count; ++b) out[b] += scaled * row[b];
      }
    });
  }

  void multiply_proposals(std::span<const CombinedTree> trees, const std::vector<Numbered>& all) {
    const std::size_t count = trees.size();
    std::vector<double> of_trees(count);
    threads_.each(count, [&](std::size_t t) { of_trees[t] = with_targets(trees[t]); });
    with_targets_.resize(all.size());
    with_trees_.assign(all.size() * count, 0.0);
    threads_.each(all.size(), [&](std::size_t j) {
      with_targets_[j] = of_trees[all[j].pick.tree];
      multiply_change(trees, all[j], j);
    });
    products_.reset(all.size());
    threads_.each(all.size(), [&](std::size_t j) {
      const std::size_t a = all[j].pick.tree;
      for (std::size_t k = 0; k < all.size(); ++k) {
        const std::size_t b = all[k].pick.tree;
        products_.row(j)[k] = between_trees_.row(a)[b] + (with_trees_[k * count + a] + with_trees_[j * count + b]);
      }
    });
    add_common_rows(trees, all);
  }

  // y·p
  double with_targets(const CombinedTree& tree) const {
    double sum = 0;
    for (const CombinedLeaf& leaf : tree.leaves()) {
      const std::span<const double> mean = tree.mean(leaf);
      tree.each_row(leaf, [&](std::uint32_t row, std::size_t) {
        for (std::size_t k = 0; k < mean.size(); ++k)
          sum += data_.weight(row) * mean[k] * data_.targets[row * mean.size() + k];
      });
    }
    return sum;
  }

  // The products of the proposal's change with the targets and with all trees.
  void multiply_change(std::span<const CombinedTree> trees, const Numbered& numbered, std::size_t j) {
    const std::size_t count = trees.size(), width = data_.width;
    double* out = with_trees_.data() + j * count;
    each_change(trees[numbered.pick.tree], *numbered.proposal, [&](std::uint32_t row, std::span<const double> change) {
      for (std::size_t k = 0; k < width; ++k) {
        const double scaled = data_.weight(row) * change[k];
        with_targets_[j] += scaled * data_.targets[row * width + k];
        const double* predictions = predictions_.data() + (row * width + k) * count;
        for (std::size_t t = 0; t < count; ++t) out[t] += scaled * predictions[t];
      }
    });
  }

  // For each row, the proposals that change it with each other.
  void add_common_rows(std::span<const CombinedTree> trees, const std::vector<Numbered>& all) {
    const std::size_t width = data_.width;
    struct Change {
      std::uint32_t proposal;
      std::span<const double> by;
    };
    std::vector<std::vector<Change>> changes(data_.targets.size() / width);
    for (std::uint32_t j = 0; j < all.size(); ++j) {
      each_change(trees[all[j].pick.tree], *all[j].proposal, [&](std::uint32_t row, std::span<const double> change) {
        changes[row].push_back({j, change});
      });
    }
    constexpr std::size_t kPerBlock = 64;  // proposals; each block adds to rows of its own
    threads_.blocks(all.size(), kPerBlock, [&](std::size_t begin, std::size_t end) {
      for (std::uint32_t row = 0; row < changes.size(); ++row) {
        const std::vector<Change>& here = changes[row];
        const double weight = data_.weight(row);
        auto first = std::ranges::lower_bound(here, begin, {}, &Change::proposal);
        for (; first != here.end() && first->proposal < end; ++first) {
          double* out = products_.row(first->proposal);
          for (const Change& other : here)
            for (std::size_t k = 0; k < width; ++k) out[other.proposal] += weight * first->by[k] * other.by[k];
        }
      }
    });
  }

  template <class Visit>
  static void each_change(const CombinedTree& tree, const SplitProposal& proposal, Visit&& visit) {
    if (!proposal.is_split()) return;
    tree.each_row(tree.leaves()[proposal.leaf],
                  [&](std::uint32_t row, std::size_t at) { visit(row, proposal.change_of(proposal.sides[at] != 0)); });
  }

  // ---- beam --------------------------------------------------------------------------------------------------------

  GreedyState choose(std::size_t trees, std::size_t proposals, double squared_targets, std::uint64_t seed) {
    std::vector<std::uint64_t> keys(proposals);
    for (std::size_t j = 0; j < proposals; ++j) keys[j] = Random(seed, "key", j).bits();
    std::vector<GreedyState> beam(1);
    beam[0].has.assign(proposals, 0);
    beam[0].with.assign(proposals, 0.0);
    for (std::size_t b = 1; b <= trees; ++b) {
      const double share = 1 / static_cast<double>(b);
      BestExtensions best(options_.beam);
      for (std::uint32_t s = 0; s < beam.size(); ++s) {
        const GreedyState& state = beam[s];
        const std::vector<std::uint32_t> open = unpicked(state);
        const auto some = draw_some(open.size(), options_.pick, Random(seed, "pick", b * options_.beam + s));
        for (const std::uint32_t at : some) {
          const std::uint32_t j = open[at];
          const double squares = state.squares + 2 * state.with[j] + products_.row(j)[j];
          const double sum = squared_targets - 2 * share * (state.targets + with_targets_[j]) + share * share * squares;
          best.offer({sum / total_, s, j, state.set + keys[j]});
        }
      }
      beam = extended(beam, best.best());
    }
    return std::move(beam[0]);
  }

  static std::vector<std::uint32_t> unpicked(const GreedyState& state) {
    std::vector<std::uint32_t> open;
    for (std::uint32_t j = 0; j < state.has.size(); ++j)
      if (state.has[j] == 0) open.push_back(j);
    return open;
  }

  std::vector<GreedyState> extended(const std::vector<GreedyState>& beam, const std::vector<Extension>& best) const {
    std::vector<GreedyState> next;
    for (const Extension& extension : best) {
      const std::uint32_t j = extension.proposal;
      GreedyState& state = next.emplace_back(beam[extension.from]);
      state.squares += 2 * state.with[j] + products_.row(j)[j];
      state.targets += with_targets_[j];
      state.picks.push_back(j);
      state.has[j] = 1;
      for (std::size_t k = 0; k < state.with.size(); ++k) state.with[k] += products_.row(j)[k];
      state.set = extension.set;
      state.loss = extension.loss;
    }
    return next;
  }

  // Over the rows of the trees, which are the same for all.
  double square_targets(const CombinedTree& tree) const {
    double sum = 0;
    for (const CombinedLeaf& leaf : tree.leaves()) {
      tree.each_row(leaf, [&](std::uint32_t row, std::size_t) {
        for (std::size_t k = 0; k < data_.width; ++k) {
          const double target = data_.targets[row * data_.width + k];
          sum += data_.weight(row) * target * target;
        }
      });
    }
    return sum;
  }

  const CombinedRows data_;
  const double total_;
  const CombinationSearchOptions options_;
  Threads& threads_;
  Matrix between_trees_, products_;
  std::vector<double> predictions_;
  std::vector<double> with_targets_;  // by proposal
  std::vector<double> with_trees_;    // by proposal and tree: products of the proposal's change
};

}  // namespace

std::unique_ptr<CombinationSearch> greedy_search(const CombinedRows& data, double total_weight,
                                                 const CombinationSearchOptions& options, Threads& threads) {
  return std::make_unique<GreedySearch>(data, total_weight, options, threads);
}

}  // namespace espalier

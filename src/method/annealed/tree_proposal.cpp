#include "method/annealed/tree_proposal.h"

#include <algorithm>
#include <unordered_set>

#include "base/assert.h"
#include "base/random.h"
#include "basis/ids/fill_basis.h"
#include "espalier/fit.h"
#include "espalier/forest.h"
#include "espalier/labelled.h"
#include "espalier/loss.h"
#include "espalier/model.h"
#include "espalier/pool.h"
#include "espalier/table.h"
#include "method/annealed/round_weights.h"

namespace espalier {
namespace {

bool splits(const Tree& tree) {
  return !tree.nodes.empty() && (tree.nodes[0].left != kNone || tree.nodes[0].right != kNone);
}

// One random number per row: sets of rows are told apart by the sum of their numbers.
std::vector<std::uint64_t> row_marks(std::size_t rows) {
  Random random(0, "marks of rows");
  std::vector<std::uint64_t> marks(rows);
  for (std::uint64_t& mark : marks) mark = random.bits();
  return marks;
}

// The node of every terminal, from left to right; kNone if the terminal is an absent child.
std::vector<std::int32_t> terminal_nodes(const Tree& tree) {
  std::vector<std::int32_t> nodes;
  std::vector<std::int32_t> pending = {0};
  while (!pending.empty()) {
    const std::int32_t at = pending.back();
    pending.pop_back();
    const bool absent = at == kNone;
    const TreeNode* node = absent ? nullptr : &tree.nodes[static_cast<std::size_t>(at)];
    if (absent || (node->left == kNone && node->right == kNone)) {
      nodes.push_back(at);
      continue;
    }
    pending.push_back(node->right);
    pending.push_back(node->left);
  }
  return nodes;
}

}  // namespace

TreeProposal::TreeProposal(Pool pool, const LabelledView& train, const Loss& loss, Grouping grouping, int threads)
    : target_(train.target), loss_(loss), grouping_(grouping), quiet_{1, threads, {}}, pool_(std::move(pool)) {
  std::erase_if(pool_.trees, [](const Tree& tree) { return !splits(tree); });
  forest_ = make_forest(pool_, pool_.grown_weights());
  basis_ = make_basis(forest_, pool_.features, train.table, quiet_);
  if (grouping_ != Grouping::responses) drop_repeated_trees();
  design_ = std::make_unique<TreeDesign>(basis_);
  if (grouping_ == Grouping::rules) find_rules();
}

void TreeProposal::drop_repeated_trees() {
  const std::vector<std::uint64_t> marks = row_marks(basis_.rows());
  std::unordered_set<std::uint64_t> seen;
  std::vector<std::uint32_t> first;
  for (std::size_t t = 0; t < basis_.trees(); ++t) {
    std::vector<std::uint64_t> sums(basis_.terminals(t));
    basis_.read(t, [&](auto ids) {
      for (std::size_t row = 0; row < ids.size(); ++row) sums[ids[row]] += marks[row];
    });
    std::uint64_t partition = 0;  // the same whatever the order of the terminals
    for (const std::uint64_t sum : sums) partition += sum * (sum >> 32 | 1);
    if (seen.insert(partition).second) first.push_back(static_cast<std::uint32_t>(t));
  }
  if (first.size() == basis_.trees()) return;
  basis_ = basis_.subset(first);
  std::vector<Tree> trees;
  for (const std::uint32_t t : first) trees.push_back(std::move(pool_.trees[t]));
  pool_.trees = std::move(trees);
  forest_ = make_forest(pool_, pool_.grown_weights());
}

// Among rules that cover the same rows, the first is taken; an absent child is not a rule.
void TreeProposal::find_rules() {
  const std::vector<std::uint64_t> marks = row_marks(basis_.rows());
  std::unordered_set<std::uint64_t> seen;
  allowed_.assign(basis_.terminals(), 0);
  for (std::size_t t = 0; t < basis_.trees(); ++t) {
    std::vector<std::uint64_t> sums(basis_.terminals(t));
    basis_.read(t, [&](auto ids) {
      for (std::size_t row = 0; row < ids.size(); ++row) sums[ids[row]] += marks[row];
    });
    for (std::size_t id = 0; id < sums.size(); ++id) {
      const bool absent = forest_.absent[forest_.trees[t].first_terminal + id] != 0;
      if (!absent && seen.insert(sums[id]).second) allowed_[basis_.offset(t) + id] = 1;
    }
  }
}

std::unique_ptr<Design> TreeProposal::over(const TableView& table) const {
  return std::make_unique<TreeDesign>(make_basis(forest_, pool_.features, table, quiet_));
}

void TreeProposal::describe(Problem& problem) const {
  problem.grouping = grouping_;
  problem.allowed = allowed_;
  if (grouping_ != Grouping::responses) return;
  const std::size_t width = problem.width();
  problem.responses.assign(basis_.terminals() * width, 0.0F);
  for (std::size_t t = 0; t < basis_.trees(); ++t) {
    const TreeSpan& span = forest_.trees[t];
    const std::size_t own = forest_.width(span),
                      first = span.output == kNone ? 0 : static_cast<std::size_t>(span.output);
    for (std::size_t id = 0; id < basis_.terminals(t); ++id) {
      for (std::size_t k = 0; k < own; ++k) {
        const double value = forest_.values[span.first_value + id * own + k];
        problem.responses[(basis_.offset(t) + id) * width + first + k] =
            static_cast<float>(value / problem.loss.scale());
      }
    }
  }
}

Model TreeProposal::model(const AnnealedLevel& level, const RowLoss& loss) const {
  Forest forest = grouping_ == Grouping::rules ? of_rules(level, loss) : with_values(level, loss);
  for (std::size_t k = 0; k < loss.outputs(); ++k) {
    forest.intercept[k] +=
        rounded(loss.offset() + loss.scale() * static_cast<double>(level.intercept[k]), level.decimals);
  }
  Model model = make_model(target_, link_of(loss_), pool_.features, std::move(forest));
  if (grouping_ == Grouping::rules) return model;
  const Pool pool = to_pool(model);
  return make_model(target_, model.link, pool.features, make_forest(pool, pool.grown_weights(), EqualLeaves::merged));
}

Forest TreeProposal::with_values(const AnnealedLevel& level, const RowLoss& loss) const {
  Pool chosen;
  chosen.features = pool_.features;
  chosen.intercept.assign(loss.outputs(), 0.0);
  for (const std::uint32_t t : level.groups) {
    chosen.trees.push_back(pool_.trees[t]);
    chosen.trees.back().output = kNone;
    chosen.trees.back().weights.assign(chosen.trees.back().nodes.size() * loss.outputs(), 0.0);
  }
  Forest forest = make_forest(chosen, chosen.grown_weights());
  const std::size_t outputs = loss.outputs(), width = loss.width();
  ESPALIER_ASSERT(forest.values.size() * width == level.weights.size() * outputs);
  for (std::size_t to = 0; to < forest.values.size(); ++to) {
    const double weight = level.weights[to / outputs * width + to % outputs];
    forest.values[to] = static_cast<float>(loss.scale() * weight) + 0.0F;
  }
  return forest;
}

Forest TreeProposal::of_rules(const AnnealedLevel& level, const RowLoss& loss) const {
  Selection selection;
  selection.intercept.assign(loss.outputs(), 0.0);
  Pool pool;
  pool.features = pool_.features;
  pool.intercept = selection.intercept;
  std::size_t at = 0;
  for (std::size_t t = 0; t < basis_.trees() && at < level.groups.size(); ++t) {
    if (level.groups[at] >= basis_.offset(t) + basis_.terminals(t)) continue;
    const std::vector<std::int32_t> nodes = terminal_nodes(pool_.trees[t]);
    std::vector<std::pair<std::uint32_t, std::size_t>> named;  // node, group
    for (; at < level.groups.size() && level.groups[at] < basis_.offset(t) + basis_.terminals(t); ++at) {
      named.emplace_back(static_cast<std::uint32_t>(nodes[level.groups[at] - basis_.offset(t)]), at);
    }
    std::ranges::sort(named);
    Selection::Part part;
    part.tree = static_cast<std::uint32_t>(pool.trees.size());
    for (const auto& [node, group] : named) {
      part.nodes.push_back(node);
      for (std::size_t k = 0; k < loss.outputs(); ++k) {
        const double weight = loss.scale() * static_cast<double>(level.weights[group * loss.width() + k]);
        part.weights.push_back(rounded(weight, level.decimals));
      }
    }
    pool.trees.push_back(pool_.trees[t]);
    pool.trees.back().output = kNone;
    selection.parts.push_back(std::move(part));
  }
  return make_forest(pool, selection);
}

}  // namespace espalier
